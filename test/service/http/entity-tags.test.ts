import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

const json = { 'content-type': 'application/json' }

describe('an entity tag', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  const objects: Record<string, { path: string; change: object }> = {}
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
    const device = await customer.hasDevice()
    const credential = await customer.hasCredential({ api_token: 'a token' })
    const webhook = { name: 'hook', url: 'https://hooks.example.net/x', secret: 'a long enough secret' }
    const fleet = { name: 'fleet', credential_id: credential.id }
    const user = { email: 'ada@example.net', name: 'Ada', role: 'tenant_operator', password: 'a long enough one' }
    const snmpUser = { name: 'traps', level: 'noAuthNoPriv' }
    const path = (where: string, id: string) => `/api/${where}/${id}?tenant=${customer.id}`
    const made = async (where: string, body: object) =>
      path(where, must(await admin.post(`/api/${where}?tenant=${customer.id}`, body), 201).id)
    Object.assign(objects, {
      device: { path: path('devices', device.id), change: { site: 'lyon' } },
      credential: { path: path('credentials', credential.id), change: { description: 'of the core' } },
      tenant: { path: path('tenants', customer.id), change: { decommissioned_retention_days: 30 } },
      webhook: { path: await made('webhooks', webhook), change: { min_severity: 'warning' } },
      agent: { path: path('agents', (await customer.hasAgent()).id), change: { snmp_users: [snmpUser] } },
      fleet: { path: await made('discovery/fleets', fleet), change: { name: 'other' } },
      user: { path: await made('users', user), change: { name: 'Ada L.' } },
      settings: { path: '/api/settings', change: { storage_low_percent: 17 } },
    })
  })
  after(() => service.close())

  const patch = (path: string, change: object, tag: string) =>
    admin.send('PATCH', path, JSON.stringify(change), { ...json, 'if-match': tag })
  const tagOf = async (path: string) => (await admin.get(path)).headers.get('etag') ?? ''

  for (const kind of ['device', 'credential', 'tenant', 'webhook', 'agent', 'fleet', 'user', 'settings']) {
    it(`of a ${kind} allows the first of two changes to a state, and rejects the second`, async () => {
      const { path, change } = objects[kind]!
      const before = await admin.get(path)
      const tag = before.headers.get('etag') ?? ''

      const first = await patch(path, change, tag)
      const second = await patch(path, change, tag)

      expect(tag).to.match(/^"[\w-]{22}"$/)
      expect([first.status, second.status]).to.deep.equal([200, 412])
      expect(second.body).to.include({ code: 'precondition_failed' })
      expect(await tagOf(path)).to.not.equal(tag)
      if (kind !== 'user') expect(first.headers.get('etag')).to.equal(await tagOf(path))
      expect((await patch(path, change, `W/${await tagOf(path)}`)).status, 'a weak tag').to.equal(412)
      expect((await patch(path, change, `"other", ${await tagOf(path)}`)).status, 'one of two').to.equal(200)
      expect((await patch(path, change, '*')).status, 'any').to.equal(200)
    })
  }

  it('is answered with 304 for the same state, and in full for another', async () => {
    const { path, change } = objects['device']!
    const tag = await tagOf(path)
    const read = (header: string) => admin.get(path, { 'if-none-match': header })

    const same = [await read(tag), await read(`"x", W/${tag}`), await read('*')]
    must(await admin.patch(path, { ...change, site: 'paris' }), 200)
    const other = await read(tag)

    expect(same.map(({ status }) => status)).to.deep.equal([304, 304, 304])
    expect(same[0]?.bytes.length).to.equal(0)
    expect([other.status, other.body.site]).to.deep.equal([200, 'paris'])
  })

  it('applies to a deletion too', async () => {
    const credential = await customer.hasCredential({ name: 'short-lived' })
    const path = `/api/credentials/${credential.id}?tenant=${customer.id}`
    const remove = (tag: string) => admin.send('DELETE', path, undefined, { 'if-match': tag })

    const [wrong, right] = [await remove('"x"'), await remove(await tagOf(path))]

    expect([wrong.status, right.status]).to.deep.equal([412, 204])
  })

  it('allows exactly one of many concurrent changes', async () => {
    const { path } = objects['device']!
    const tag = await tagOf(path)

    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => patch(path, { site: `site ${at}` }, tag)))

    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).to.deep.equal([200, 412, 412, 412, 412, 412])
  })

  it('does not reveal an object out of scope: 404', async () => {
    const answer = await patch(`/api/devices/${randomUUID()}?tenant=${customer.id}`, { site: 'x' }, '"x"')

    expect(answer.status).to.equal(404)
  })
})
