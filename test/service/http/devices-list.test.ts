import { expect } from 'chai'
import { Device } from '../../../service/store/models/device.ts'
import { inScope } from '../../../service/store/scope.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'

describe('the device list', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  const ids = new Map<string, string>()

  before(async () => {
    service = await startTestService({ now: new Date('2026-11-20T12:00:00Z') })
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    const [shared, own] = [await customer.hasCredential(), await customer.hasCredential()]
    const agent = await customer.hasAgent()
    for (const [name, id] of [
      ['shared', shared.id],
      ['own', own.id],
      ['agent', agent.id],
    ] as const)
      ids.set(name, id)
    const devices = [
      { name: 'core-1', hostname: '10.0.0.1', site: 'Lyon', tags: ['Prod', 'core'], credential_id: shared.id },
      { name: 'core-2', hostname: '10.0.0.2', site: 'Lyon', tags: ['core'], credential_api_id: shared.id },
      { name: 'edge_1', hostname: 'edge1.example.net', site: 'Paris', tags: ['100%'], agent_ids: [agent.id] },
      {
        name: 'Édge-3',
        hostname: 'édge3'.normalize('NFD').replace(/\W/g, ''),
        site: 'Paris',
        credential_ssh_id: own.id,
      },
      { name: 'server', hostname: '10.1.0.1', platform: 'linux_server', options: { paths: ['/etc'] } },
      { name: 'retired', hostname: '10.9.0.1' },
      { name: 'resting', hostname: '10.9.0.2' },
    ] as const
    for (const fields of devices) {
      service.advance(1000)
      const { tags = [], ...rest } = { tags: [], ...fields }
      const { id } = await customer.hasDevice({ ...rest, tags: [...tags] } as Parameters<Customer['hasDevice']>[0])
      ids.set(fields.name, id)
    }
    await (await service.hasTenant()).hasDevice({ name: 'core-of-another' })
    must(await admin.post(`/api/devices/${ids.get('retired')}/decommission`), 200)
    must(await admin.patch(`/api/devices/${ids.get('resting')}`, { enabled: false }), 200)
    await ran('core-1', { lastOutcome: 'changed', lastSuccessAt: new Date('2026-11-20T10:00:00Z') })
    await ran('core-2', { lastOutcome: 'failed', lastSuccessAt: new Date('2026-11-19T10:00:00Z') })
    await ran('edge_1', {
      lastOutcome: 'unchanged',
      lastSuccessAt: new Date('2026-11-18T10:00:00Z'),
      staleAt: new Date('2026-11-20T11:00:00Z'),
    })
  })

  after(() => service.close())

  const ran = (name: string, facts: Partial<Device>) =>
    inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      Device.query(trx)
        .findById(ids.get(name) ?? '')
        .patch(facts),
    )

  const namesIn = (answer: Answer): string[] => must(answer, 200).map((device: { name: string }) => device.name)

  const listed = async (query: string) => namesIn(await admin.get(`/api/devices?${query}`))

  /** Follows the links from page to page. */
  async function walk(client: Client, query: string): Promise<string[]> {
    const names: string[] = []
    let next: string | undefined = `/api/devices?${query}`
    while (next) {
      const answer: Answer = await client.get(next)
      names.push(...namesIn(answer))
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    return names
  }

  const all = ['core-1', 'core-2', 'edge_1', 'resting', 'retired', 'server', 'Édge-3']

  it('contains the tenant’s devices by name, and no others', async () => {
    expect(await listed('')).to.deep.equal(all)
  })

  for (const { q, names } of [
    { q: 'CORE', names: ['core-1', 'core-2'] },
    { q: 're-1', names: ['core-1'] },
    { q: '10.0.0.', names: ['core-1', 'core-2'] },
    { q: 'lyo', names: ['core-1', 'core-2'] },
    { q: 'prod', names: ['core-1'] },
    { q: 'édge', names: ['Édge-3'] },
    { q: 'e_1', names: ['edge_1'] },
    { q: '0%', names: ['edge_1'] },
    { q: '_', names: ['edge_1'] },
    { q: '%', names: ['edge_1'] },
    { q: '\\', names: [] },
    { q: 'lyonprod', names: [] },
    { q: 'core-of', names: [] },
  ]) {
    it(`finds '${q}' anywhere in name, address, site and tags, literally`, async () => {
      expect(await listed(`q=${encodeURIComponent(q)}`)).to.deep.equal(names)
    })
  }

  it('finds a renamed device only by its new name', async () => {
    const { id } = await customer.hasDevice({ name: 'before-it' })
    must(await admin.patch(`/api/devices/${id}`, { name: 'later-on', tags: ['renamed'] }), 200)

    const found = [await listed('q=before'), await listed('q=later-'), await listed('q=renamed')]
    await inScope(service.db.knex, { kind: 'platform' }, (trx) => Device.query(trx).deleteById(id))

    expect(found).to.deep.equal([[], ['later-on'], ['later-on']])
  })

  for (const { query, names } of [
    { query: 'platform=linux_server', names: ['server'] },
    { query: 'site=Paris', names: ['edge_1', 'Édge-3'] },
    { query: 'site=paris', names: [] },
    { query: 'tag=Prod', names: ['core-1'] },
    { query: 'tag=prod', names: [] },
    { query: 'tag=core&site=Lyon&q=2', names: ['core-2'] },
    { query: 'enabled=false', names: ['resting'] },
    { query: 'enabled=true', names: all.filter((name) => name !== 'resting') },
    { query: 'decommissioned=true', names: ['retired'] },
    { query: 'decommissioned=false', names: all.filter((name) => name !== 'retired') },
    { query: 'state=changed', names: ['core-1'] },
    { query: 'state=failed', names: ['core-2'] },
    { query: 'state=stale', names: ['edge_1'] },
    { query: 'state=unchanged', names: [] },
    { query: 'state=never', names: ['server', 'Édge-3'] },
    { query: 'state=disabled', names: ['resting'] },
    { query: 'state=decommissioned', names: ['retired'] },
  ]) {
    it(`filters by ${query}`, async () => {
      expect(await listed(query)).to.deep.equal(names)
    })
  }

  it('filters by a credential on any transport, or by an agent', async () => {
    expect(await listed(`credential_id=${ids.get('shared')}`)).to.deep.equal(['core-1', 'core-2'])
    expect(await listed(`credential_id=${ids.get('own')}`)).to.deep.equal(['Édge-3'])
    expect(await listed(`agent_id=${ids.get('agent')}`)).to.deep.equal(['edge_1'])
    expect(await listed(`agent_id=${ids.get('own')}`)).to.deep.equal([])
  })

  it('contains state and agents of each device', async () => {
    const devices = must(await admin.get('/api/devices?site=Paris'), 200)

    expect(devices[0]).to.deep.include({ state: 'stale', agent_ids: [ids.get('agent')] })
    expect(devices[1]).to.deep.include({ state: 'never', agent_ids: [] })
  })

  const bySuccess = ['edge_1', 'core-2', 'core-1']
  const byAge = ['core-1', 'core-2', 'edge_1', 'Édge-3', 'server', 'retired', 'resting']
  for (const { sort, names } of [
    { sort: 'name', names: all },
    { sort: '-name', names: all.toReversed() },
    { sort: 'created_at', names: byAge },
    { sort: '-created_at', names: byAge.toReversed() },
    { sort: 'last_success_at', names: ['Édge-3', 'server', 'retired', 'resting', ...bySuccess] },
    { sort: '-last_success_at', names: ['Édge-3', 'server', 'retired', 'resting', ...bySuccess].toReversed() },
  ]) {
    it(`is paged by ${sort} with any page size, each device once`, async () => {
      for (const limit of [1, 2, 3, 7, 100]) {
        expect(await walk(admin, `sort=${sort}&limit=${limit}`)).to.deep.equal(names)
      }
    })
  }

  it('covers all tenants for the platform, or the one it names', async () => {
    const platform = await service.as('platform_operator')

    expect(await walk(platform, 'limit=2')).to.deep.equal(['core-1', 'core-2', 'core-of-another', ...all.slice(2)])
    expect(await walk(platform, 'q=core&limit=1')).to.deep.equal(['core-1', 'core-2', 'core-of-another'])
    expect(await walk(platform, `limit=2&tenant=${customer.id}`)).to.deep.equal(all)
  })

  it('rejects an invalid cursor, or one of another order', async () => {
    const page = await admin.get('/api/devices?limit=1')
    const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]

    for (const query of ['cursor=x', 'cursor=WzFd', `cursor=${cursor}&sort=created_at`]) {
      const answer = await admin.get(`/api/devices?${query}`)
      expect([answer.status, answer.body.errors?.[0].path]).to.deep.equal([422, 'cursor'])
    }
  })

  for (const field of ['q', 'site', 'tag']) {
    it(`rejects a ${field} that no device text can contain`, async () => {
      const answer = await admin.get(`/api/devices?${field}=a%00b`)

      expect([answer.status, answer.body.errors[0].path]).to.deep.equal([422, field])
    })
  }
})
