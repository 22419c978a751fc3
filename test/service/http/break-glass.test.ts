import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { allowBreakGlass, registerCopy } from '../../support/break-glass.ts'
import { publish } from '../../support/published-events.ts'
import { createScene } from '../../support/scene/scene.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../support/service.ts'

type Schemas = components['schemas']

const copies = '/api/break-glass-copies'

describe('break-glass copies over HTTP', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  let service: TestService
  let customer: Customer
  let operator: Client
  let admin: Client
  let ghent: Version
  let bruges: Version

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    admin = await customer.as('tenant_admin')
    const tenant = await createScene(service.dependencies, customer)
    const router = await tenant.hasDevice({ name: 'edge-1', site: 'Ghent' })
    await tenant.hasText(router, 'hostname old\n', { capturedAt: at(1), lastSeenAt: at(2) })
    ghent = await tenant.hasText(router, 'hostname edge-1\n', { capturedAt: at(3), lastSeenAt: at(4) })
    await tenant.hasText(router, 'hostname half\n', { capturedAt: at(5), lastSeenAt: at(6), facts: { partial: true } })
    await tenant.hasTree(router, [['etc', {}]], { capturedAt: at(1), lastSeenAt: at(2) })
    const server = await tenant.hasDevice({ name: 'edge-2', site: 'Bruges' })
    bruges = await tenant.hasText(server, 'hostname edge-2\n', { capturedAt: at(1), lastSeenAt: at(1) })
    const former = await tenant.hasDevice({ name: 'former', site: 'Ghent', decommissionedAt: at(1) })
    await tenant.hasText(former, 'hostname former\n', { capturedAt: at(1), lastSeenAt: at(2) })
    await allowBreakGlass(service)
  })
  after(() => service.close())

  const contact = async (body: object): Promise<Schemas['BreakGlassContactResult']> =>
    must(await service.anonymous.post('/api/break-glass-contacts', body), 200)
  const listed = async (client: Client, id: string): Promise<Schemas['BreakGlassConfiguration'][]> =>
    must(await client.get(`${copies}/${id}/configurations`), 200)

  it('need the setting of the platform, a permission and a confirmation', async () => {
    const platform = await service.as('platform_admin')
    must(await platform.patch('/api/settings', { break_glass_copies: false }), 200)
    const refused = await operator.post(copies, { computer: 'laptop' })
    await allowBreakGlass(service)
    const reader = await (await customer.as('tenant_readonly')).post(copies, { computer: 'laptop' })
    const unconfirmed = await clientOf(service.url, operator.token).post(copies, { computer: 'laptop' })

    expect([refused.status, refused.body.code]).to.deep.equal([403, 'break_glass_not_allowed'])
    expect([reader.status, reader.body.missing]).to.deep.equal([403, 'config:download'])
    expect([unconfirmed.status, unconfirmed.body.code]).to.deep.equal([403, 'confirmation_required'])
  })

  it('are limited to the days of the setting, and to known sites', async () => {
    const long = await operator.post(copies, { computer: 'laptop', expires_after_days: 8 })
    const elsewhere = await operator.post(copies, { computer: 'laptop', sites: ['Ghent', 'Atlantis'] })

    expect(long.body.errors[0]).to.include({ path: 'expires_after_days', code: 'break_glass_days_exceeded' })
    expect(elsewhere.body.errors[0]).to.include({ path: 'sites.1', code: 'site_unknown' })
  })

  it('contain the last known good texts of their sites', async () => {
    const ofGhent = await registerCopy(operator, { sites: ['Ghent'] })
    const ofAll = await registerCopy(operator)
    const [text, ...others] = await listed(operator, ofGhent.id)
    const all = await listed(operator, ofAll.id)

    expect(others).to.deep.equal([])
    expect(text).to.include({
      version_id: ghent.id,
      device: 'edge-1',
      site: 'Ghent',
      key: 'running-config',
      good: true,
    })
    expect(all.map((one) => [one.device, one.good])).to.have.deep.members([
      ['edge-1', true],
      ['edge-2', false],
    ])
  })

  it('contain no secret text', async () => {
    const other = await service.hasTenant()
    const client = await other.as('tenant_operator')
    const tenant = await createScene(service.dependencies, other)
    const balancer = await tenant.hasDevice({ name: 'lb-1', site: 'Ghent', platform: 'lbco_bigip' })
    const fields = { capturedAt: at(1), lastSeenAt: at(2), transport: 'ssh' as const }
    const secret = await tenant.hasText(balancer, 'a master key\n', { key: 'master-key', ...fields })
    const { id } = await registerCopy(client)
    const contents = must(await client.post(`${copies}/${id}/contents`, { version_ids: [secret.id] }), 200)

    expect(await listed(client, id)).to.deep.equal([])
    expect(contents).to.deep.equal([{ version_id: secret.id, state: 'not_found', content: null }])
  })

  it('are listed in pages of devices', async () => {
    const { id } = await registerCopy(operator)
    const first = await operator.get(`${copies}/${id}/configurations?limit=1`)
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await operator.get(next)

    expect(must(first, 200)).to.have.length(1)
    expect(must(second, 200)).to.have.length(1)
    expect(first.body[0].device_id).not.to.equal(second.body[0].device_id)
    expect(second.headers.get('link')).to.equal(null)
  })

  it('return contents of their sites only, each recorded as a download', async () => {
    const { id } = await registerCopy(operator, { sites: ['Ghent'] })
    const body = { version_ids: [ghent.id, bruges.id] }
    const contents: Schemas['BreakGlassContent'][] = must(await operator.post(`${copies}/${id}/contents`, body), 200)
    const records = must(await admin.get(`/api/audit?action=config.download`), 200)
    const ours = records.filter(
      (one: { detail: { break_glass_copy_id?: string } }) => one.detail.break_glass_copy_id === id,
    )

    expect(contents.map(({ state }) => state)).to.deep.equal(['complete', 'not_found'])
    expect(Buffer.from(contents[0]?.content ?? '', 'base64').toString()).to.equal('hostname edge-1\n')
    expect(ours.map((one: { object_id: string }) => one.object_id)).to.deep.equal([ghent.id])
    expect(ours[0].device_name).to.equal('edge-1')
  })

  it('belong to the user who registered them', async () => {
    const { id } = await registerCopy(operator)
    const colleague = await customer.as('tenant_operator')
    const foreign = await (await service.hasTenant()).as('tenant_admin')

    expect((await colleague.get(`${copies}/${id}`)).body.missing).to.equal('audit:read')
    expect((await admin.get(`${copies}/${id}/configurations`)).status).to.equal(404)
    expect((await foreign.get(`${copies}/${id}`)).status).to.equal(404)
    expect((await colleague.delete(`${copies}/${id}`)).status).to.equal(404)
    const seen = must(await admin.get(copies), 200).map((one: { id: string }) => one.id)
    expect(seen).to.include(id)
    expect(must(await colleague.get(copies), 200)).to.deep.equal([])
    expect(must(await foreign.get(copies), 200)).to.deep.equal([])
  })

  it('report their refreshes and their deletion without a session', async () => {
    const { id, key } = await registerCopy(operator)
    const kept = await contact({ key, refreshed: { devices: 2, configurations: 3 } })
    const active = must(await admin.get(`${copies}/${id}`), 200)
    await contact({ key, deleted: 'user' })
    const deleted = must(await admin.get(`${copies}/${id}`), 200)
    const again = await contact({ key })

    expect(kept).to.deep.equal({ ended: null, expires_after_days: 7 })
    expect(active).to.include({ state: 'active', devices: 2, configurations: 3 })
    expect(active.refreshed_at).to.be.a('string')
    expect(deleted).to.include({ state: 'deleted', deletion_reason: 'user' })
    expect(again.ended).to.equal('deleted')
    const unknown = await service.anonymous.post('/api/break-glass-contacts', { key: 'A'.repeat(43) })
    expect(unknown.status).to.equal(404)
  })

  it('end when they are revoked', async () => {
    const { id, key } = await registerCopy(operator)
    must(await admin.delete(`${copies}/${id}`), 204)
    must(await admin.delete(`${copies}/${id}`), 204)
    const refresh = await operator.get(`${copies}/${id}/configurations`)
    const contents = await operator.post(`${copies}/${id}/contents`, { version_ids: [ghent.id] })
    const records = must(await admin.get('/api/audit?action=break_glass_copy.revoke'), 200)

    expect([refresh.status, refresh.body.code, refresh.body.params]).to.deep.equal([
      410,
      'break_glass_copy_ended',
      { reason: 'revoked' },
    ])
    expect(contents.status).to.equal(410)
    expect((await contact({ key })).ended).to.equal('revoked')
    expect(records.filter((one: { object_id: string }) => one.object_id === id)).to.have.length(1)
    expect(must(await admin.get(`${copies}/${id}`), 200)).to.include({ state: 'revoked' })
  })

  it('end with their user, the permission and the setting', async () => {
    const platform = await service.as('platform_admin')
    const person = { email: 'anna@example.net', name: 'Anna', role: 'tenant_operator', password: 'long enough for us' }
    const user = await customer.create('users', person)
    const login = { email: person.email, password: person.password }
    const { token } = must(await service.anonymous.post('/api/auth/login', login), 200)
    const anna = clientOf(service.url, token)
    const { confirmation } = must(await anna.post('/api/auth/confirm', { password: person.password }), 200)
    const { key } = await registerCopy(clientOf(service.url, token, confirmation))
    const change = async (fields: object) =>
      must(await platform.patch(`/api/users/${user.id}?tenant=${customer.id}`, fields), 200)
    const endings: unknown[] = [(await contact({ key })).ended]

    await change({ role: 'tenant_readonly' })
    endings.push((await contact({ key })).ended)
    await change({ role: 'tenant_operator' })
    must(await platform.patch('/api/settings', { break_glass_copies: false }), 200)
    endings.push((await contact({ key })).ended)
    await allowBreakGlass(service)
    await change({ disabled: true })
    endings.push((await contact({ key })).ended)
    must(await platform.delete(`/api/users/${user.id}?tenant=${customer.id}`), 200)
    endings.push((await contact({ key })).ended)

    expect(endings).to.deep.equal([null, 'permission_missing', 'not_allowed', 'user_inactive', 'user_inactive'])
  })

  it('shorten their days with the setting', async () => {
    const { key } = await registerCopy(operator)
    await allowBreakGlass(service, 2)
    const shortened = await contact({ key })
    await allowBreakGlass(service)

    expect(shortened).to.deep.equal({ ended: null, expires_after_days: 2 })
  })

  it('are shown as expired after their days without contact', async () => {
    const { id } = await registerCopy(operator, { expires_after_days: 1 })
    service.advance(25 * 3_600_000)

    expect(must(await admin.get(`${copies}/${id}`), 200)).to.include({ state: 'expired' })
  })

  it('emit events when they are registered, revoked and deleted', async () => {
    const { id, key } = await registerCopy(await customer.as('tenant_operator'), { sites: ['Ghent'] })
    must(await admin.delete(`${copies}/${id}`), 204)
    await contact({ key, deleted: 'revoked' })
    await publish(service)
    const events = must(await admin.get('/api/events?limit=500'), 200)
    const ours = events.filter((one: { data: { copy_id?: string } }) => one.data.copy_id === id)

    expect(ours.map(({ type }: { type: string }) => type)).to.have.members([
      'break_glass_copy.created',
      'break_glass_copy.revoked',
      'break_glass_copy.deleted',
    ])
    expect(ours[0].data).to.deep.include({ computer: 'laptop', sites: ['Ghent'] })
  })

  it('are limited to ten active copies per user', async () => {
    const client = await customer.as('tenant_operator')
    for (let count = 0; count < 10; count += 1) await registerCopy(client)
    const refused = await client.post(copies, { computer: 'laptop' })

    expect([refused.status, refused.body.code]).to.deep.equal([409, 'too_many'])
  })
})
