import { expect } from 'chai'
import { configReadings } from '../../../shared/contract/config-answers.ts'
import { readContract } from '../../support/contract.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

interface Found {
  id: string
  ts: string
  actor: string
  action: string
  tenant_id: string | null
  cross_tenant: boolean
}

describe('audit records', () => {
  let service: TestService
  let platform: Client
  let own: Customer
  let other: Customer
  let reader: Client
  before(async () => {
    service = await startTestService({ now: new Date('2026-06-01T12:00:00Z') })
    platform = await service.as('platform_admin')
    own = await service.hasTenant()
    other = await service.hasTenant()
    reader = await own.as('tenant_admin')
    for (const customer of [own, other]) {
      service.advance(60_000)
      await customer.hasDevice() // by a platform role
      service.advance(60_000)
      must(await (await customer.as('tenant_admin')).post('/api/credentials', { name: 'routers' }), 201)
    }
  })
  after(() => service.close())

  const list = async (client: Client, query = ''): Promise<Found[]> =>
    must(await client.get(`/api/audit?${query}`), 200)
  /** Excludes the platform's own reads of the log. */
  const writesOf = (records: Found[]) => records.filter(({ action }) => action !== 'tenant.read')
  const summarise = (records: Found[]) => records.map(({ action, cross_tenant: cross }) => [action, cross])

  it('of a tenant are visible to its users, latest first, with cross-tenant access marked', async () => {
    expect(summarise(await list(reader))).to.deep.equal([
      ['credential.create', false],
      ['device.create', true],
      ['tenant.create', true],
    ])
    expect(summarise(await list(reader, 'cross_tenant_only=true'))).to.deep.equal([
      ['device.create', true],
      ['tenant.create', true],
    ])
  })

  it('are all visible to the platform, or those of one tenant', async () => {
    const all = await list(platform)
    const ofOne = await list(platform, `tenant=${other.id}`)

    expect(all).to.have.length(6)
    expect(new Set(all.map(({ tenant_id: id }) => id))).to.deep.equal(new Set([own.id, other.id]))
    expect(new Set(ofOne.map(({ tenant_id: id }) => id))).to.deep.equal(new Set([other.id]))
  })

  it('are filtered by action, actor and time, from one instant until before another', async () => {
    const { actor, ts } = (await list(reader, 'action=credential.create'))[0]!
    const byActor = await list(platform, `actor=${encodeURIComponent(actor)}`)
    const since = writesOf(await list(platform, `since=${ts}`))
    const until = await list(platform, `until=${ts}`)

    expect(byActor.map((record) => record.actor)).to.deep.equal([actor])
    expect(summarise(since)).to.deep.equal([
      ['credential.create', false],
      ['device.create', true],
      ['credential.create', false],
    ])
    expect(summarise(until)).to.deep.equal([
      ['device.create', true],
      ['tenant.create', true],
      ['tenant.create', true],
    ])
  })

  it('are filtered by object, outcome and configuration reads', async () => {
    const [device] = must(await platform.get(`/api/devices?tenant=${own.id}`), 200)
    must(await reader.get(`/api/devices/${device.id}/artifacts`), 200)

    expect(summarise(await list(reader, 'object=device'))).to.deep.equal([
      ['artifact.list', false],
      ['device.create', true],
    ])
    expect(summarise(await list(reader, `object_id=${device.id}&object=device&action=device.create`))).to.deep.equal([
      ['device.create', true],
    ])
    expect(summarise(await list(reader, 'readings_only=true'))).to.deep.equal([['artifact.list', false]])
    expect(await list(reader, 'outcome=refused')).to.deep.equal([])
    expect(await list(reader, 'outcome=done&readings_only=true')).to.have.lengthOf(1)
  })

  it('of denied requests are filtered by their object', async () => {
    const [device] = must(await platform.get(`/api/devices?tenant=${own.id}`), 200)
    const readonly = await own.as('tenant_readonly')
    expect((await readonly.patch(`/api/devices/${device.id}`, { site: 'x' })).status).to.equal(403)

    const found = must(await reader.get(`/api/audit?object=device&object_id=${device.id}&outcome=refused`), 200)

    expect(found.map(({ action, role }: Record<string, string>) => [action, role])).to.deep.equal([
      ['device.update', 'tenant_readonly'],
    ])
  })

  it('of configuration reads cover all such operations of the contract', () => {
    const readsNothing = ['createBreakGlassCopy']
    const reading = readContract()
      .filter(({ permission, audit, path }) => permission.startsWith('config:') && !path.includes('restore') && audit)
      .filter(({ id }) => !readsNothing.includes(id))
      .map(({ audit }) => audit)

    expect(new Set(configReadings)).to.deep.equal(new Set(reading))
  })

  it('are paged, each once, even for the same instant', async () => {
    const pages: string[] = []
    let next: string | undefined = '/api/audit?limit=2'
    while (next) {
      const answer = await platform.get(next)
      pages.push(...must(answer, 200).map(({ id }: Found) => id))
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }

    expect(pages).to.deep.equal((await list(platform)).map(({ id }) => id))
  })

  it('cannot be changed or deleted, not even by the service', async () => {
    const { knex } = service.dependencies
    const attempts = [`update audit set actor = 'nobody'`, 'delete from audit', 'truncate audit', 'drop table audit']
    for (const sql of attempts) {
      for (const role of ['coffer_service', 'coffer_platform']) {
        const failure = await knex
          .transaction(async (trx) => {
            if (role === 'coffer_platform') await trx.raw('set local role coffer_platform')
            else await trx.raw(`select set_config('coffer.tenant', ?, true)`, [own.id])
            await trx.raw(sql)
          })
          .then(
            () => 'done',
            (error: Error) => error.message,
          )

        expect(failure, `${sql} as ${role}`).to.match(/permission denied|must be owner|is deleted only with its tenant/)
      }
    }
  })
})
