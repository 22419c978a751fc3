import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type NewEvent, recordEvents } from '../../../service/domain/outbox/events/record-events.ts'
import { inScope } from '../../../service/store/scope.ts'
import { limitablePermissions } from '../../../shared/permissions/permissions.ts'

import { publish } from '../../support/published-events.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import {
  type Answer,
  type Client,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'

const password = 'a password of some length, for limits'

describe('a role limited to a site', () => {
  let service: TestService
  let scene: FullScene
  let admin: Client
  let inside: Client
  let outside: Client
  let broadRole: string
  before(async () => {
    service = await startTestService()
    scene = await createFullScene(service)
    admin = await service.as('platform_admin')
    for (const { id } of must(await admin.get(`/api/devices?tenant=${scene.id}`), 200)) {
      const site = id === scene.twinId ? 'Nantes' : 'Lyon'
      must(await admin.patch(`/api/devices/${id}?tenant=${scene.id}`, { site }), 200)
    }
    const broad = { name: 'Readers', permissions: ['device:read'] }
    broadRole = must(await admin.post(`/api/roles?tenant=${scene.id}`, broad), 201).id
    inside = await limitedTo({ sites: ['Lyon'] })
    outside = await limitedTo({ sites: [`Nan'tes {"`], tags: ['edge'] })
  })
  after(() => service.close())

  async function limitedTo(limits: object): Promise<Client> {
    const name = `role ${randomUUID()}`
    const fields = { name, permissions: [...limitablePermissions], ...limits }
    const role = must(await admin.post(`/api/roles?tenant=${scene.id}`, fields), 201)
    const email = `${randomUUID()}@example.net`
    const user = { email, name: 'Limited', password, role: 'tenant_custom', role_id: role.id }
    must(await admin.post(`/api/users?tenant=${scene.id}`, user), 201)
    const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    return confirmedClient(service.url, token, password)
  }

  it('lists its devices, and finds no other by id', async () => {
    const listed = must(await inside.get('/api/devices'), 200)
    const twin = await inside.get(`/api/devices/${scene.twinId}`)

    expect(listed.map(({ site }: { site: string }) => site)).to.deep.equal(listed.map(() => 'Lyon'))
    expect(listed).not.to.deep.equal([])
    expect(twin.status).to.equal(404)
  })

  it('is told that it is limited', async () => {
    const tellsLimit = async (client: Client) => must(await client.get('/api/auth/me'), 200).limited

    expect([await tellsLimit(inside), await tellsLimit(admin)]).to.deep.equal([true, false])
  })

  it('searches only the texts of its devices', async () => {
    const found = await inside.post('/api/search', { pattern: 'hostname' })
    const nothing = await outside.post('/api/search', { pattern: 'hostname' })

    expect(found.bytes.toString()).to.include('hostname r1')
    expect([nothing.status, nothing.bytes.toString().includes('hostname r1')]).to.deep.equal([200, false])
  })

  it('reads only the metrics of its devices, if these are enabled', async () => {
    const disabled = must(await inside.get('/metrics'), 200)
    service.dependencies.settings.metricsDevices = 100
    const text: string = must(await inside.get('/metrics'), 200)
    service.dependencies.settings.metricsDevices = 0

    const sites = [...text.matchAll(/,site="([^"]*)"/g)].map(([, site]) => site)
    expect(disabled).to.equal('')
    expect(new Set(sites)).to.deep.equal(new Set(['Lyon']))
    expect([...text.matchAll(/^(coffer|process)_\w+/gm)].filter(([name]) => !name.startsWith('coffer_device_'))).to.deep.equal([]) // prettier-ignore
  })

  it('changes its devices, and moves none out of the limit', async () => {
    const { device_id: id } = scene.ids
    const changed = await inside.patch(`/api/devices/${id}`, { retry_attempts: 3 })
    const moved = await inside.patch(`/api/devices/${id}`, { site: 'Nantes' })

    expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    expect([moved.status, moved.body.code]).to.deep.equal([403, 'scope_limited'])
  })

  it('starts backups of its devices only', async () => {
    const own = await inside.post('/api/backups/trigger', { device_ids: [scene.ids['device_id']] })
    const other = await inside.post('/api/backups/trigger', { device_ids: [scene.twinId] })
    const unknown = await inside.post('/api/backups/trigger', { device_ids: [randomUUID()] })

    expect(own.status, JSON.stringify(own.body)).to.equal(202)
    const [run] = own.body
    expect((await inside.post(`/api/runs/${run.id}/cancel`, {})).status).to.equal(202)
    expect([other.status, other.body.code]).to.deep.equal([unknown.status, unknown.body.code])
  })

  it('reviews versions of its devices', async () => {
    const { version_id: id } = scene.ids
    const reviewed = await inside.post(`/api/artifacts/versions/${id}/review`, {})

    expect(reviewed.status, JSON.stringify(reviewed.body)).to.be.below(400)
  })

  it('acknowledges events of its devices only', async () => {
    const { now, knex } = service.dependencies
    const failedAt = (id: string): NewEvent => {
      const device = { id, name: 'r1', site: 'Lyon', platform: 'netco_iosxe', tags: [] }
      return { type: 'run.failed', tenantId: scene.id, device, data: { run_id: id, trigger: 'manual' } }
    }
    const ofCustomer: NewEvent = { ...failedAt(scene.id), device: undefined }
    const events = [failedAt(scene.ids['device_id']!), failedAt(scene.twinId), ofCustomer]
    await inScope(knex, { kind: 'platform' }, (trx) => recordEvents({ trx, now: now() }, events))
    await publish(service)
    const recorded = must(await admin.get(`/api/events?tenant=${scene.id}&limit=3`), 200)

    const answers: Answer[] = []
    for (const id of [...recorded.map((event: { id: string }) => event.id), randomUUID()]) {
      answers.push(await inside.post(`/api/events/${id}/acknowledge`, { note: 'on site' }))
    }
    await publish(service)
    const listed = must(await inside.get('/api/events?type=event.acknowledged'), 200)

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 404, 404, 404])
    expect(answers[0]!.body.acknowledgement).to.include({ note: 'on site' })
    expect(listed.at(-1).device).to.deep.equal(recorded[0].device)
  })

  it('applies to the tokens of its users, whatever their role', async () => {
    const { token } = must(
      await inside.post('/api/auth/tokens', { name: 'all', role: 'tenant_custom', role_id: broadRole }),
      201,
    )
    const listed = must(await clientOf(service.url, token).get('/api/devices'), 200)

    expect(listed.map(({ site }: { site: string }) => site)).to.deep.equal(listed.map(() => 'Lyon'))
  })

  it('combines with the limits of a token, which keeps only permissions that a limit covers', async () => {
    const chief = await service.as('tenant_admin', scene)
    const tokenOf = async (maker: Client, fields: object) =>
      clientOf(service.url, must(await maker.post('/api/auth/tokens', { name: randomUUID(), ...fields }), 201).token)
    const sitesOf = async (client: Client) =>
      must(await client.get('/api/devices'), 200).map(({ site }: { site: string }) => site)
    const own = { role: 'tenant_custom', role_id: broadRole }
    const ofChief = await tokenOf(chief, { role: 'tenant_admin', sites: ['Nantes'] })

    const narrow = await sitesOf(ofChief)
    const within = await sitesOf(await tokenOf(inside, { ...own, sites: ['Lyon', 'Nantes'] }))
    const beyond = await sitesOf(await tokenOf(inside, { ...own, sites: ['Nantes'], tags: ['edge'] }))
    const { permissions } = must(await ofChief.get('/api/auth/me'), 200)
    const one = await ofChief.get(`/api/devices/${scene.ids['device_id']}`)
    const credentials = await ofChief.get('/api/credentials')
    const unlimitable = await chief.post('/api/auth/tokens', {
      ...{ name: 'x', role: 'tenant_admin', tags: ['edge'], permissions: ['device:read', 'credential:write'] },
    })
    const ofPlatform = await admin.post('/api/auth/tokens', { name: 'x', role: 'platform_auditor', tags: ['edge'] })

    expect(narrow).to.deep.equal(['Nantes'])
    expect(within).to.not.deep.equal([])
    expect(within).to.deep.equal(within.map(() => 'Lyon'))
    expect(beyond).to.deep.equal([])
    expect(permissions).to.have.members(limitablePermissions)
    expect([one.status, credentials.status, credentials.body.code]).to.deep.equal([404, 403, 'scope_limited'])
    expect(unlimitable.body.errors[0]).to.include({ path: 'permissions.1', code: 'permission_not_limitable' })
    expect(ofPlatform.body.errors[0]).to.include({ path: 'tags', code: 'limits_of_tenant_only' })
  })

  it('does not hide the sessions and tokens of its users', async () => {
    const [session] = must(await inside.get('/api/auth/sessions'), 200)
    const [token] = must(await inside.get('/api/auth/tokens'), 200)

    expect((await inside.delete(`/api/auth/tokens/${token.id}`)).status).to.equal(204)
    expect(session.current).to.equal(true)
  })

  it('has no permission that no limit covers, and belongs to a customer', async () => {
    const limits = { name: 'x', sites: ['Lyon'] }
    const wide = await admin.post(`/api/roles?tenant=${scene.id}`, { ...limits, permissions: ['credential:write'] })
    const platform = await admin.post('/api/roles', { ...limits, permissions: ['device:read'] })

    expect(wide.body.errors[0]).to.include({ path: 'permissions.0', code: 'permission_not_limitable' })
    expect(platform.body.errors[0]).to.include({ path: 'sites', code: 'limits_of_tenant_only' })
  })
})
