import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { inScope } from '../../../service/store/scope.ts'
import { Version } from '../../../service/store/models/version.ts'
import { Device } from '../../../service/store/models/device.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

type PastState = components['schemas']['PastState']

describe('what devices held at a moment', () => {
  const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour))
  let service: TestService
  let customer: Customer
  let tenant: Scene
  let reader: Client
  let edge: Device
  let versions: Version[]

  before(async () => {
    service = await startTestService({ now: at(20) })
    customer = await service.hasTenant('acme')
    tenant = await createScene(service.dependencies, customer)
    reader = await customer.as('tenant_readonly')
    edge = await tenant.hasDevice({ name: 'edge-1', site: 'lyon', tags: ['edge'] })
    const add = (text: string, fields: Parameters<Scene['hasText']>[2]) => tenant.hasText(edge, text, fields)
    versions = [
      await add('one\n', { capturedAt: at(1), lastSeenAt: at(4), facts: { author: 'olga' } }),
      await add('two\n', { capturedAt: at(5), lastSeenAt: at(6), facts: { author: 'mallory' }, added: 1, removed: 1 }),
      await add('three\n', {
        capturedAt: at(8),
        lastSeenAt: at(8),
        suspicious: [message('capture_shrank', { percent: 40 })],
      }),
    ]
    await tenant.hasText(edge, 'inventory\n', {
      key: 'inventory',
      capturedAt: at(7),
      lastSeenAt: at(9),
      facts: { partial: true },
    })
    await tenant.hasText(await tenant.hasDevice({ name: 'core-1', site: 'paris' }), 'core\n', {
      capturedAt: at(2),
      lastSeenAt: at(9),
    })
  })
  after(() => service.close())

  const read = async (query: string, as = reader): Promise<PastState[]> =>
    must(await as.get(`/api/time-machine?${query.includes('at=') ? '' : `at=${at(20).toISOString()}&`}${query}`), 200)
  const lineageOf = async (query: string, key = 'running-config') =>
    (await read(query)).find(({ device }) => device.name === 'edge-1')!.lineages.find((one) => one.key === key)!

  it('is the version that was current, with its state as known now', async () => {
    const first = await lineageOf(`at=${at(3).toISOString()}`)
    const between = await lineageOf(`at=${at(7).toISOString()}`)
    const suspicious = await lineageOf(`at=${at(9).toISOString()}`)
    const partial = await lineageOf(`at=${at(9).toISOString()}`, 'inventory')

    expect([first.version!.id, first.state, first.seen_later]).to.deep.equal([versions[0]!.id, 'good', true])
    expect(first.next_captured_at).to.equal(at(5).toISOString())
    expect([between.version!.id, between.state, between.seen_later]).to.deep.equal([versions[1]!.id, 'good', false])
    expect([suspicious.version!.id, suspicious.state]).to.deep.equal([versions[2]!.id, 'suspicious'])
    expect([partial.state, partial.reasons.length]).to.deep.equal(['partial', 1])
  })

  it('states that nothing was stored yet, or that it was deleted since', async () => {
    expect((await lineageOf(`at=${at(3).toISOString()}`, 'inventory')).state).to.equal('none')

    await tenant.inTransaction(({ trx }) => Version.query(trx).findById(versions[0]!.id).delete().execute())
    const deleted = await lineageOf(`at=${at(3).toISOString()}`)

    expect([deleted.state, deleted.version]).to.deep.equal(['deleted', null])
  })

  it('shows a change in the minutes before, with its author and the version before it', async () => {
    const query = `at=${at(5, 1).toISOString()}&minutes=120`
    const changed = await lineageOf(query)
    const later = await lineageOf(`at=${at(5, 4).toISOString()}&minutes=60`)
    const only = await read(`${query}&changed=true`)

    expect(changed).to.include({ changed: true })
    expect(changed.version).to.include({ reported_author: 'mallory', added: 1, removed: 1 })
    expect(later.changed).to.equal(false)
    expect(only.map(({ device }) => device.name)).to.deep.equal(['edge-1'])
  })

  it('shows runs and events of the window', async () => {
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: tenant.id }, async (trx) => {
      const event = { tenant_id: tenant.id, severity: 'info', data: {}, device: { id: edge.id, name: 'edge-1' } }
      for (const [n, hour] of [1, 30].entries())
        await trx('events').insert({
          ...{ ...event, id: `01980f3a-5c00-7000-8000-00000000000${n}`, position: n + 1 },
          ...{ type: 'version.written', at: new Date(at(8).getTime() - hour * 3_600_000) },
        })
    })

    const [core, edge1] = await read(`at=${at(8, 1).toISOString()}&minutes=180`)

    expect(core!.runs).to.deep.equal([])
    expect(edge1!.runs.map(({ queued_at: queued, status }) => [queued, status])).to.deep.equal([
      [at(8).toISOString(), 'succeeded'],
    ])
    expect(edge1!.events.map(({ type }) => type)).to.deep.equal(['version.written'])
    expect(edge1!.events_count).to.equal(1)
  })

  it('is filtered by site and tag, and paged by name', async () => {
    const names = async (query: string) => (await read(query)).map(({ device }) => device.name)
    const first = await reader.get(`/api/time-machine?limit=1&at=${at(20).toISOString()}`)
    const next = /<([^>]*)>/.exec(first.headers.get('link') ?? '')![1]!

    expect(await names('site=lyon')).to.deep.equal(['edge-1'])
    expect(await names('tag=edge&tag=other')).to.deep.equal(['edge-1'])
    expect(await names('site=rome')).to.deep.equal([])
    expect(must(first, 200).map(({ device }: PastState) => device.name)).to.deep.equal(['core-1'])
    expect(must(await reader.get(next), 200).map(({ device }: PastState) => device.name)).to.deep.equal(['edge-1'])
  })

  it('contains a device that was purged after the moment, without its versions', async () => {
    const gone = await tenant.hasDevice({ name: 'gone-1', purgedAt: at(10), decommissionedAt: at(9) })
    const names = async (day: number) => (await read(`at=${at(day).toISOString()}`)).map(({ device }) => device.name)

    expect(await names(8)).to.include('gone-1')
    expect(await names(11)).not.to.include('gone-1')
    await tenant.inTransaction(({ trx }) => Device.query(trx).findById(gone.id).delete().execute())
  })

  it('shows no devices of other tenants, and is recorded for each tenant shown', async () => {
    const foreign = await (await service.hasTenant()).as('tenant_admin')
    const admin = await service.as('platform_admin')

    expect(await read('', foreign)).to.deep.equal([])
    const answer = await admin.get(`/api/time-machine?at=${at(20).toISOString()}`)
    const records = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ request_id: answer.headers.get('x-request-id') }),
    )

    expect(must(answer, 200)).to.have.length(2)
    expect(records.map(({ action, tenant_id: id, detail }) => [action, id, detail.devices])).to.deep.equal([
      ['change.list', tenant.id, 2],
    ])
  })

  it('rejects an invalid window', async () => {
    expect((await reader.get(`/api/time-machine?minutes=0&at=${at(20).toISOString()}`)).status).to.equal(422)
    expect((await reader.get('/api/time-machine?at=yesterday')).status).to.equal(422)
  })
})
