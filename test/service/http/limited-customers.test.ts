import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { allPermissions } from '../../../shared/permissions/permissions.ts'
import { publish } from '../../support/published-events.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'

const password = 'a password of some length, for limits'
describe('a platform role limited to customers', () => {
  let service: TestService
  let scene: FullScene
  let other: Customer
  let admin: Client
  let inside: Client
  let outside: Client
  before(async () => {
    service = await startTestService()
    scene = await createFullScene(service)
    other = await service.hasTenant('other')
    await other.hasDevice({ name: 'of-other' })
    admin = await service.as('platform_admin')
    await publish(service)
    inside = (await limitedTo([scene.id])).client
    outside = (await limitedTo([other.id])).client
  })
  after(() => service.close())

  async function limitedTo(tenants: string[]) {
    const fields = { name: `role ${randomUUID()}`, permissions: allPermissions, tenant_ids: tenants }
    const role = must(await admin.post('/api/roles', fields), 201)
    const email = `${randomUUID()}@example.net`
    const user = { email, name: 'Limited', password, role: 'platform_custom', role_id: role.id }
    must(await admin.post('/api/users', user), 201)
    const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    return { role, client: await confirmedClient(service.url, token, password) }
  }

  it('is refused what concerns the whole platform', async () => {
    const answers = [
      await inside.post('/api/tenants', { slug: 'more', name: 'More' }),
      await inside.post('/api/users', { email: 'x@example.net', name: 'X', role: 'platform_admin', password }),
      await inside.post('/api/roles', { name: 'wide', permissions: ['device:read'] }),
      await inside.get('/api/settings'),
      await inside.patch('/api/settings', { session_idle_minutes: 60 }),
      await inside.delete(`/api/tenants/${scene.id}`, { confirm: scene.slug }),
    ]

    for (const { status, body } of answers) expect([status, body.code]).to.deep.equal([403, 'scope_limited'])
  })

  it('counts only its customers in totals', async () => {
    const totals = async (client: Client) => {
      const usage = must(await client.get('/api/storage/usage'), 200)
      const text = (await client.get('/metrics')).bytes.toString()
      return [usage.by_tenant.length, text.includes(scene.slug), text.includes('other')]
    }

    expect((await totals(inside)).slice(1)).to.deep.equal([true, false])
    expect((await totals(outside)).slice(1)).to.deep.equal([false, true])
    expect((await totals(inside))[0]).to.equal(1)
  })

  it('follows only the events of its customers', async () => {
    const events = async (client: Client) =>
      must(await client.get('/api/events?limit=500', { accept: 'application/json' }), 200).map(
        ({ tenant_id: id }: { tenant_id: string }) => id,
      )

    expect(new Set(await events(inside))).to.deep.equal(new Set([scene.id]))
    expect(await events(outside)).to.not.include(scene.id)
  })

  it('works within its customers as without the limit', async () => {
    const created = await inside.post(`/api/devices?tenant=${scene.id}`, {
      ...{ name: 'by-limited', hostname: '192.0.2.77', platform: 'netco_iosxe', approve_address: true },
    })
    const search = await inside.post('/api/search', { pattern: 'hostname' })
    const nothing = await outside.post('/api/search', { pattern: 'hostname' })

    expect(created.status, JSON.stringify(created.body)).to.equal(201)
    expect(search.bytes.toString()).to.include('hostname r1')
    expect([nothing.status, nothing.bytes.toString().includes('hostname r1')]).to.deep.equal([200, false])
  })

  it('applies to tokens of its users, also to those for one customer, and at once', async () => {
    const { role, client } = await limitedTo([scene.id, other.id])
    const tokenOf = async (fields: object, query = '') =>
      clientOf(
        service.url,
        must(await client.post(`/api/auth/tokens${query}`, { name: randomUUID(), ...fields }), 201).token,
      )
    const wide = await tokenOf({ role: 'platform_auditor' })
    const bound = await tokenOf({ role: 'tenant_auditor' }, `?tenant=${scene.id}`)
    const idsOf = async (asker: Client) => {
      const { status, body } = await asker.get('/api/tenants')
      return status === 200 ? body.map(({ id }: { id: string }) => id) : status
    }
    const before = [await idsOf(wide), await idsOf(bound)]
    const foreign = await client.post('/api/auth/tokens?tenant=00000000-0000-4000-8000-000000000000', {
      ...{ name: 'x', role: 'tenant_auditor' },
    })

    must(await admin.patch(`/api/roles/${role.id}`, { tenant_ids: [other.id] }), 200)
    const after = [await idsOf(wide), await idsOf(bound)]

    expect(before[0]).to.have.members([scene.id, other.id])
    expect(before[1]).to.deep.equal([scene.id])
    expect(foreign.status).to.equal(404)
    expect(after).to.deep.equal([[other.id], 401])
  })

  it('names existing customers, and belongs to the platform', async () => {
    const body = { name: 'x', permissions: ['device:read'] }
    const unknown = await admin.post('/api/roles', { ...body, tenant_ids: [scene.id, randomUUID()] })
    const ofTenant = await admin.post(`/api/roles?tenant=${scene.id}`, { ...body, tenant_ids: [scene.id] })

    expect(unknown.body.errors[0]).to.include({ path: 'tenant_ids.1', code: 'customer_unknown' })
    expect(ofTenant.body.errors[0]).to.include({ path: 'tenant_ids', code: 'limits_of_platform_only' })
  })
})
