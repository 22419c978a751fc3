import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { sampleOnceADay } from '../../../service/domain/reporting/storage/sample.ts'
import { StoreUnreachable } from '../../../service/objects/object-store.ts'
import { inScope } from '../../../service/store/scope.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'

const dayMs = 86_400_000
const mib = 2 ** 20

describe('storage usage', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let room = () => Promise.resolve({ total: 1000 * mib, free: 300 * mib })
  beforeEach(async () => {
    room = () => Promise.resolve({ total: 1000 * mib, free: 300 * mib })
    service = await startTestService({ wrapStore: (store) => ({ ...store, room: () => room() }) })
    customer = await service.hasTenant('acme')
    admin = await service.as('platform_admin')
  })
  afterEach(() => service.close())

  const usage = async (client = admin, query = ''): Promise<Answer['body']> =>
    must(await client.get(`/api/storage/usage${query}`), 200)

  const asPlatform = <T>(work: Parameters<typeof inScope<T>>[2]) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)

  /** Adds packs that are not read: only the rows are counted. */
  function hasPack(owner: Customer, size: number, status = 'verified') {
    const at = service.dependencies.now()
    const row = { id: randomUUIDv7(), tenant_id: owner.id, status, size, sha256: '', md5: '' }
    return asPlatform((trx) =>
      trx('packs').insert({
        ...row,
        announced_at: at,
        expires_at: at,
        verified_at: status === 'announced' ? null : at,
      }),
    )
  }

  const sampleNow = () => asPlatform((trx) => sampleOnceADay({ trx, now: service.dependencies.now() }))

  it('of an installation without backups is zero, without growth', async () => {
    expect(await usage()).to.deep.equal({
      stored: 0,
      growth_per_day: null,
      basis: 'insufficient',
      full_at: null,
      disk: { total: 1000 * mib, free: 300 * mib },
      by_tenant: [{ id: customer.id, slug: 'acme', stored: 0 }],
      object_lock: null,
    })
  })

  it('counts what agents have sent, not what they announced', async () => {
    const other = await service.hasTenant('globex')
    const tenant = await createScene(service.dependencies, customer)
    await tenant.hasText(await tenant.hasDevice(), 'hostname r1\n')
    await hasPack(other, 5 * mib)
    await hasPack(other, 2 * mib, 'doomed')
    await hasPack(other, 9 * mib, 'announced')

    const { stored, by_tenant: byTenant } = await usage()

    const [acme, globex] = byTenant
    expect(acme.stored).to.be.within(100, 10_000)
    expect(globex).to.deep.equal({ id: other.id, slug: 'globex', stored: 7 * mib })
    expect(stored).to.equal(acme.stored + globex.stored)
  })

  it('shows a tenant its own figures, without the disk', async () => {
    const other = await service.hasTenant('globex')
    await hasPack(customer, mib)
    await hasPack(other, 5 * mib)

    const own = await usage(await customer.as('tenant_readonly'))

    expect(own).to.include({ stored: mib, disk: null, full_at: null })
    expect(own.by_tenant).to.deep.equal([{ id: customer.id, slug: 'acme', stored: mib }])
    expect(await usage(admin, `?tenant=${customer.id}`)).to.deep.equal(own)
  })

  it('includes growth from daily samples, and when the disk is full', async () => {
    for (let day = 0; day < 10; day += 1) {
      await hasPack(customer, 3 * mib)
      await sampleNow()
      service.advance(dayMs)
    }

    const measured = await usage()
    const own = await usage(await customer.as('tenant_readonly'))

    expect(measured).to.include({ growth_per_day: 3 * mib, basis: 'measured' })
    expect(measured.full_at).to.equal(new Date(service.dependencies.now().getTime() + 100 * dayMs).toISOString())
    expect(own).to.include({ growth_per_day: 3 * mib, basis: 'measured', full_at: null })
  })

  it('estimates growth from transfers, net of first backups and sweeps, until measured', async () => {
    await hasPack(customer, 600 * mib)
    service.advance(2 * dayMs)
    await hasPack(customer, 100 * mib)
    service.advance(3 * dayMs)
    const at = service.dependencies.now()
    await asPlatform((trx) =>
      trx('policy_runs').insert({
        id: randomUUIDv7(),
        tenant_id: customer.id,
        kind: 'sweep',
        started_at: at,
        outcome: 'done',
        counts: JSON.stringify({ bytes: 700 * mib }),
      }),
    )

    expect(await usage()).to.include({ basis: 'transferred', growth_per_day: (100 * mib * 0.5) / 4 })
  })

  it('is sampled once a day across replicas, and manually at any time', async () => {
    await hasPack(customer, mib)
    const first = await sampleNow()
    service.advance(60_000)
    const second = await sampleNow()
    must(await (await customer.as('tenant_admin')).post('/api/storage/sample'), 200)
    const answer = must(await admin.post('/api/storage/sample'), 200)

    const samples = await asPlatform((trx) => trx('storage_samples').where({ tenant_id: null }))
    expect([first.outcome, second.outcome]).to.deep.equal(['done', 'nothing'])
    expect(second.reason?.code).to.equal('recently_sampled')
    expect(answer).to.include({ stored: mib })
    expect(samples.map(({ stored }: { stored: number }) => stored)).to.deep.equal([mib, mib])
  })

  it('is listed by day, from the last sample of each', async () => {
    for (let day = 0; day < 3; day += 1) {
      await hasPack(customer, mib)
      await sampleNow()
      service.advance(dayMs)
    }
    await hasPack(customer, mib)
    must(await admin.post('/api/storage/sample'), 200)

    const stored = async (client: Client, query = '') =>
      must(await client.get(`/api/storage/samples${query}`), 200).map((one: { stored: number }) => one.stored / mib)
    expect(await stored(admin)).to.deep.equal([1, 2, 3, 4])
    expect(await stored(admin, '?days=1')).to.deep.equal([3, 4])
    expect(await stored(await customer.as('tenant_readonly'))).to.deep.equal([1, 2, 3, 4])
    const other = await service.hasTenant('globex')
    expect(await stored(await other.as('tenant_readonly'))).to.deep.equal([])
  })

  it('consists of collected, unique and stored size', async () => {
    const other = await service.hasTenant('globex')
    const tenant = await createScene(service.dependencies, customer)
    const device = await tenant.hasDevice()
    const text = 'hostname r1\n'.repeat(1_000)
    await tenant.hasText(device, text)

    const all = must(await admin.get('/api/storage/contents'), 200)
    const own = must(await (await other.as('tenant_readonly')).get('/api/storage/contents'), 200)

    const [acme, globex] = all.customers
    expect(acme).to.include({ slug: 'acme', lineages: 1, versions: 1, collected: text.length })
    expect(acme.unique).to.be.at.least(text.length)
    expect(acme.stored).to.be.within(100, text.length)
    expect(globex).to.include({ slug: 'globex', lineages: 0, versions: 0, collected: 0, unique: 0, stored: 0 })
    expect(all.lineages).to.have.lengthOf(1)
    expect(all.lineages[0]).to.include({ tenant_id: customer.id, versions: 1, collected: text.length })
    expect(own.customers.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['globex'])
    expect(own.lineages).to.deep.equal([])
  })

  it('is reported even if the disk does not respond', async () => {
    await hasPack(customer, mib)
    room = () => Promise.reject(new StoreUnreachable(message('store_connection_lost')))

    expect(await usage()).to.include({ stored: mib, disk: null, full_at: null })
  })
})
