import { expect } from 'chai'
import { applyRetention } from '../../../service/domain/repository/retention/apply-retention.ts'
import { readPlatformPolicies } from '../../../service/domain/policies/platform/platform-policies.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'
import { policyDependencies } from '../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000

describe('a retention reduction', () => {
  let service: TestService
  let admin: Client
  let owner: Client
  let customer: { id: string }

  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())
  beforeEach(async () => {
    customer = await service.hasTenant()
    owner = await service.as('tenant_admin', customer)
  })

  const effective = async () => must(await owner.get('/api/retention/effective'), 200)
  const set = (fields: object, client = owner) => client.put('/api/retention/customer', fields)
  const cuts = () =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('events').where({ type: 'retention.cut', tenant_id: customer.id }).pluck('data'),
    )

  it('applies after the cooling-off, is shown until then, and emits an event at once', async () => {
    const answer = must(await set({ keep_days: 90, keep_last: 5 }), 200)
    const at = new Date(service.dependencies.now().getTime() + 7 * dayMs).toISOString()
    const events = await cuts()
    service.advance(7 * dayMs - 1)
    const before = await effective()
    service.advance(1)
    const after = await effective()

    expect(answer).to.include({ keep_days: 90, keep_last: 5 })
    expect(answer.effective).to.deep.include({ keep_days: 730, keep_days_pending: { value: 90, at }, keep_last: 30 })
    expect(events).to.have.length(1)
    expect(events[0]).to.deep.include({ keep_days: 90, before: { keep_days: null, keep_last: null }, at })
    expect([before.keep_days, before.keep_last]).to.deep.equal([730, 30])
    expect(after).to.include({ keep_days: 90, keep_days_from: 'customer', keep_last: 5, keep_days_pending: null })
  })

  it('is withdrawn by setting the former value, and longer retention applies at once', async () => {
    must(await set({ keep_days: 400 }), 200)
    service.advance(7 * dayMs)
    must(await set({ keep_days: 10 }), 200)
    must(await set({ keep_days: 400 }), 200)
    const withdrawn = await effective()
    must(await set({ keep_days: 900 }), 200)
    const longer = await effective()
    service.advance(30 * dayMs)

    expect([withdrawn.keep_days, withdrawn.keep_days_pending]).to.deep.equal([400, null])
    expect([longer.keep_days, longer.keep_days_pending]).to.deep.equal([900, null])
    expect((await effective()).keep_days).to.equal(900)
    expect(await cuts()).to.have.length(2)
  })

  it('returns the previous value of its own level, so that it can be withdrawn', async () => {
    const level = async (name: string) =>
      must(await (name === 'platform' ? admin : owner).get(`/api/retention/${name}`), 200)
    const none = (await level('customer')).before_cut
    must(await set({ keep_days: 900, keep_last: 50 }), 200)
    const cut = must(await set({ keep_days: 10 }), 200)
    must(await set({ keep_days: 20 }), 200)
    const again = await level('customer')
    const withdrawn = must(await set(again.before_cut), 200)
    must(await set({ keep_days: null, keep_last: null }), 200)
    must(await set({ keep_last: 3 }), 200)
    const inherited = (await level('customer')).before_cut

    expect(none).to.equal(null)
    expect(cut.before_cut).to.deep.equal({ keep_days: 900, keep_last: 50 })
    expect(again.before_cut).to.deep.equal({ keep_days: 900, keep_last: 50 })
    expect(withdrawn).to.deep.include({ keep_days: 900, keep_last: 50, before_cut: null })
    expect([withdrawn.effective.keep_days_pending, withdrawn.effective.keep_last_pending]).to.deep.equal([null, null])
    expect(inherited).to.deep.equal({ keep_days: 900, keep_last: 50 })
    expect((await level('platform')).before_cut).to.equal(null)
  })

  it('includes inheriting less, and a platform reduction for all who inherit', async () => {
    must(await set({ keep_days: 2000 }), 200)
    must(await set({ keep_days: null }), 200)
    const inherited = await effective()
    must(await admin.put('/api/retention/platform', { keep_days: 50 }), 200)
    const both = await effective()
    must(await admin.put('/api/retention/platform', { keep_days: null }), 200)

    expect(inherited).to.deep.include({ keep_days: 2000, keep_days_from: 'customer' })
    expect(inherited.keep_days_pending.value).to.equal(730)
    expect([both.keep_days, both.keep_days_pending.value]).to.deep.equal([2000, 50])
  })

  it('requires a session and the password, unlike longer retention', async () => {
    const bare = clientOf(service.url, owner.token)
    const { token } = must(await owner.post('/api/auth/tokens', { name: customer.id, role: 'tenant_admin' }), 201)
    const program = clientOf(service.url, token)
    const device = must(await owner.post('/api/devices', { name: 'r1', hostname: '192.0.2.1', platform: 'netco_iosxe' }), 201) // prettier-ignore

    const refused = [
      await set({ keep_days: 90 }, bare),
      await set({ keep_days: 90 }, program),
      await program.put(`/api/retention/device?device_id=${device.id}`, { keep_last: 1 }),
    ]
    const longer = await set({ keep_days: 900, keep_last: 40 }, program)
    const dryRun = await program.put('/api/retention/customer?dry_run=true', { keep_days: 90 })

    expect(refused.map(({ status, body }) => [status, body.missing])).to.deep.equal([
      [403, 'confirmation'],
      [403, 'session'],
      [403, 'session'],
    ])
    expect([longer.status, dryRun.status]).to.deep.equal([200, 200])
    expect((await effective()).keep_days).to.equal(900)
  })

  it('cannot be made by an import with a token, and waits in an import by a user', async () => {
    const { token } = must(await owner.post('/api/auth/tokens', { name: customer.id, role: 'tenant_admin' }), 201)
    const exported = must(await owner.post('/api/devices', { name: 'r2', hostname: '192.0.2.2', platform: 'netco_iosxe' }), 201) // prettier-ignore
    const document = must(await owner.get('/api/devices/export?format=json'), 200)
    document.devices[0].retention = { keep_days: 3, keep_last: null }

    const program = await clientOf(service.url, token).post('/api/inventory/import/json', document)
    const person = await owner.post('/api/inventory/import/json', document)
    const rule = must(await owner.get(`/api/retention/device?device_id=${exported.id}`), 200)

    expect([program.status, program.body.missing]).to.deep.equal([403, 'session'])
    expect(person.status).to.equal(200)
    expect(rule).to.include({ keep_days: 3 })
    expect([rule.effective.keep_days, rule.effective.keep_days_pending.value]).to.deep.equal([730, 3])
  })

  it('does not apply sooner when the cooling-off is shortened', async () => {
    must(await set({ keep_days: 90 }), 200)
    must(await admin.patch('/api/settings', { retention_cooling_off_days: 0 }), 200)
    service.advance(7 * dayMs - 1)
    must(await set({ keep_last: 5 }), 200)
    service.advance(2)
    const then = await effective()
    must(await admin.patch('/api/settings', { retention_cooling_off_days: 7 }), 200)

    expect([then.keep_days, then.keep_last]).to.deep.equal([90, 30])
  })

  it('is limited by the floor, which also applies to earlier values', async () => {
    must(await set({ keep_days: 90, keep_last: 2 }), 200)
    service.advance(7 * dayMs)
    must(await admin.patch('/api/settings', { retention_floor_keep_days: 180 }), 200)
    const raised = await effective()
    const below = await set({ keep_days: 100 })
    const days = await admin.patch(`/api/tenants/${customer.id}`, { decommissioned_retention_days: 100 })
    must(await admin.patch('/api/settings', { retention_floor_keep_days: null }), 200)
    const lowered = await effective()
    service.advance(7 * dayMs)

    expect(raised).to.include({ keep_days: 180, keep_days_from: 'floor', keep_last: 2 })
    expect([below.status, below.body.errors[0].path]).to.deep.equal([422, 'keep_days'])
    expect([days.status, days.body.errors[0].path]).to.deep.equal([422, 'decommissioned_retention_days'])
    expect([lowered.keep_days, lowered.keep_days_pending.value]).to.deep.equal([180, 90])
    expect((await effective()).keep_days).to.equal(90)
  })

  it('of the days of decommissioned devices purges none before the cooling-off', async () => {
    const device = must(await owner.post('/api/devices', { name: 'r3', hostname: '192.0.2.3', platform: 'netco_iosxe' }), 201) // prettier-ignore
    must(await owner.post(`/api/devices/${device.id}/decommission`), 200)
    service.advance(30 * dayMs)

    const changed = must(await admin.patch(`/api/tenants/${customer.id}`, { decommissioned_retention_days: 1 }), 200)
    const later = must(await owner.post('/api/devices', { name: 'r4', hostname: '192.0.2.4', platform: 'netco_iosxe' }), 201) // prettier-ignore
    const planned = must(await owner.post(`/api/devices/${later.id}/decommission`), 200).purge_at

    const at = new Date(service.dependencies.now().getTime() + 7 * dayMs).toISOString()
    expect(changed.purges_not_before).to.equal(at)
    expect(must(await owner.get(`/api/devices/${device.id}`), 200).purge_at).to.equal(at)
    expect(planned).to.equal(at)
  })

  it('by unpinning waits too: the version stays for the cooling-off', async () => {
    const tenant = await createScene(service.dependencies, customer)
    const device = await tenant.hasDevice()
    const { id, artifactId } = await tenant.hasText(device, 'hostname r1\n')
    service.advance(dayMs)
    await tenant.hasText(device, 'hostname r2\n')
    must(await owner.put(`/api/artifacts/${artifactId}/pin`, { version_id: id }), 200)
    must(await set({ keep_days: 1, keep_last: 1 }), 200)
    service.advance(800 * dayMs)
    const { knex } = service.dependencies
    const retain = () =>
      inScope(knex, { kind: 'platform' }, readPlatformPolicies).then(({ retention }) =>
        applyRetention(policyDependencies(service.dependencies), customer.id, retention),
      )
    owner = await service.as('tenant_admin', customer)
    admin = await service.as('platform_admin')
    const status = async () => (await owner.get(`/api/artifacts/versions/${id}`)).status

    expect((await owner.delete(`/api/artifacts/${artifactId}/pin`)).status).to.equal(204)
    await retain()
    const held = await status()
    service.advance(7 * dayMs)
    await retain()

    expect([held, await status()]).to.deep.equal([200, 404])
  })
})
