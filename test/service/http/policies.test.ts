import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { recordRun } from '../../../service/domain/kernel/maintenance-tasks/record-run.ts'
import { inScope } from '../../../service/store/scope.ts'
import { codedErrors } from '../../support/field-errors.ts'
import { createBareLineage } from '../../support/scene/rows.ts'
import { type Client, type Customer, type TestService, aDevice, must, startTestService } from '../../support/service.ts'
import { withoutCoolingOff } from '../../support/delays.ts'

const dayMs = 24 * 3_600_000

describe('policies', () => {
  let service: TestService
  let customer: Customer
  let other: Customer
  let admin: Client
  let platform: Client
  let tenant: string
  beforeEach(async () => {
    service = await startTestService()
    await withoutCoolingOff(service)
    customer = await service.hasTenant()
    other = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    platform = await service.as('platform_admin')
    tenant = `tenant=${customer.id}`
  })
  afterEach(() => service.close())

  const families = [
    { path: '/api/retention', rule: { keep_days: 90 } },
    { path: '/api/trust/posture', rule: { trust_posture: 'strict' } },
    { path: '/api/restore/policy', rule: { restore_policy: 'deny' } },
  ]

  describe('at each level', () => {
    it('are set by the roles allowed at that level', async () => {
      const device = await customer.hasDevice()
      const levels = [`platform?`, `customer?${tenant}`, `device?device_id=${device.id}&${tenant}`]
      const may = {
        '/api/retention': ['platform_admin', 'tenant_admin', 'tenant_admin'],
        '/api/trust/posture': ['platform_admin', 'tenant_admin', 'tenant_admin'],
        '/api/restore/policy': ['platform_admin', 'platform_admin', 'tenant_admin'],
      } as Record<string, string[]>
      const order = [
        'tenant_readonly',
        'tenant_operator',
        'tenant_admin',
        'platform_operator',
        'platform_admin',
      ] as const
      for (const { path, rule } of families) {
        for (const [at, level] of levels.entries()) {
          for (const role of order) {
            const answer = await (await service.as(role, customer)).put(`${path}/${level}`, rule)

            const isAllowed = order.indexOf(role) >= order.findIndex((one) => one === may[path]![at])
            expect(answer.status, `${role} ${path}/${level}`).to.equal(isAllowed ? 200 : 403)
            if (answer.status === 403) expect(answer.body.missing).to.match(/:(write|manage)$/)
          }
        }
      }
    })

    it('respond 400 for an unknown level', async () => {
      for (const { path, rule } of families) {
        const read = await platform.get(`${path}/galaxy`)
        const written = await platform.put(`${path}/galaxy?${tenant}`, rule)

        expect([read.status, written.status]).to.deep.equal([400, 400])
        expect(read.body).to.deep.include({
          code: 'unknown_level',
          params: { level: 'galaxy', levels: ['platform', 'customer', 'device'] },
        })
      }
    })

    it('require the device at device level only, and the tenant except at platform level', async () => {
      const device = await customer.hasDevice()
      for (const { path, rule } of families) {
        const answers = [
          await admin.put(`${path}/device`, rule),
          await platform.put(`${path}/customer?${tenant}&device_id=${device.id}`, rule),
          await platform.put(`${path}/platform?${tenant}`, rule),
          await platform.put(`${path}/customer`, rule),
          await platform.get(`${path}/customer`),
        ]

        expect(
          answers.map(({ status }) => status),
          path,
        ).to.deep.equal([422, 422, 422, 400, 400])
        expect(answers.slice(0, 3).map(({ body }) => body.errors[0].path)).to.deep.equal([
          'device_id',
          'device_id',
          'tenant',
        ])
      }
    })

    it('are isolated: another tenant’s device is reported as missing', async () => {
      const foreign = await other.hasDevice()
      for (const { path, rule } of families) {
        for (const id of [foreign.id, randomUUID()]) {
          const answers = [
            await admin.get(`${path}/device?device_id=${id}`),
            await admin.put(`${path}/device?device_id=${id}`, rule),
            await platform.put(`${path}/device?device_id=${id}&${tenant}`, rule),
          ]
          expect(
            answers.map(({ status }) => status),
            path,
          ).to.deep.equal([404, 404, 404])
        }
      }
      const effective = await admin.get(`/api/retention/effective?device_id=${foreign.id}`)
      expect([
        effective.status,
        (await admin.get(`/api/restore/effective?device_id=${foreign.id}`)).status,
      ]).to.deep.equal([404, 404])
    })
  })

  describe('of retention', () => {
    it('are inherited separately, with the deciding level', async () => {
      const device = await customer.hasDevice()
      const before = must(await admin.get(`/api/retention/effective?device_id=${device.id}`), 200)
      must(await platform.put('/api/retention/platform', { keep_days: 400, keep_last: 20 }), 200)
      must(await admin.put('/api/retention/customer', { keep_last: 10 }), 200)
      const set = must(await admin.put(`/api/retention/device?device_id=${device.id}`, { keep_days: 100 }), 200)

      const after = must(await admin.get(`/api/retention/effective?device_id=${device.id}`), 200)
      const whose = { tenant_id: customer.id, device_id: device.id }
      const decided = { keep_days: 100, keep_days_from: 'device', keep_last: 10, keep_last_from: 'customer' }
      const pending = { keep_days_pending: null, keep_last_pending: null }
      expect(before).to.deep.include({
        keep_days: 730,
        keep_days_from: 'default',
        keep_last: 30,
        keep_last_from: 'default',
      })
      expect(after).to.deep.equal({ ...whose, ...decided, ...pending })
      expect(set).to.deep.equal({
        level: 'device', ...whose, keep_days: 100, keep_last: null, effective: { ...whose, ...decided, ...pending }, before_cut: null, dry_run: false,
      }) // prettier-ignore
      const foreign = must(await (await other.as('tenant_readonly')).get('/api/retention/effective'), 200)
      expect(foreign).to.include({ keep_days: 400, keep_last: 20, keep_last_from: 'platform', device_id: null })
      expect(must(await platform.get('/api/retention/effective'), 200)).to.include({ tenant_id: null, keep_days: 400 })
    })

    it('keep values that a change omits, and inherit emptied ones', async () => {
      must(await admin.put('/api/retention/customer', { keep_days: 100, keep_last: 10 }), 200)
      const one = must(await admin.put('/api/retention/customer', { keep_last: 5 }), 200)
      const none = must(await admin.put('/api/retention/customer', { keep_days: null, keep_last: null }), 200)

      expect(one).to.include({ keep_days: 100, keep_last: 5 })
      expect(none).to.include({ keep_days: null, keep_last: null })
      expect(none.effective).to.include({ keep_days: 730, keep_last_from: 'default' })
    })

    it('reject an empty rule, values below one, and non-numbers', async () => {
      for (const rule of [
        {},
        { keep_days: 0 },
        { keep_last: 0 },
        { keep_last: 1.5 },
        { keep_days: 'long' },
        { days: 3 },
      ]) {
        expect((await admin.put('/api/retention/customer', rule)).status, JSON.stringify(rule)).to.equal(422)
      }
    })

    it('are previewed as current and as proposed, and a dry run sets nothing', async () => {
      const device = await customer.hasDevice()
      const ago = (days: number) => ({ capturedAt: new Date(service.dependencies.now().getTime() - days * dayMs) })
      const { artifactId, versionIds } = await createBareLineage(service.dependencies, device, [
        ago(90),
        ago(60),
        ago(1),
      ])
      const rule = { keep_days: 30, keep_last: 1 }

      const asItIs = must(await admin.get('/api/retention/preview'), 200)
      const proposed = must(await admin.get('/api/retention/preview?keep_days=70&keep_last=1'), 200)
      const ofDevice = must(
        await admin.get(`/api/retention/preview?device_id=${device.id}&level=customer&keep_days=70&keep_last=1`), 200) // prettier-ignore
      const dry = must(await admin.put('/api/retention/customer?dry_run=true', rule), 200)
      const whole = must(await platform.put('/api/retention/platform?dry_run=true', rule), 200)

      const totals = (versions: number) => ({ lineages: versions && 1, versions, size_bytes: versions * 100 })
      expect(asItIs).to.deep.equal({ totals: totals(0), lineages: [] })
      expect([proposed.totals, ofDevice.totals]).to.deep.equal([totals(1), totals(1)])
      expect(dry).to.deep.include({ ...rule, dry_run: true })
      expect([dry.preview.totals, whole.preview.totals]).to.deep.equal([totals(2), totals(2)])
      expect(dry.preview.lineages[0]).to.deep.include({
        artifact_id: artifactId, device_name: device.name, ...rule, versions_kept: 1, versions_going: 2, size_bytes_going: 200,
      }) // prettier-ignore
      const going = dry.preview.lineages[0].going.map((one: { version_id: string }) => one.version_id)
      expect(going).to.deep.equal(versionIds.slice(0, 2))
      expect(must(await admin.get('/api/retention/customer'), 200)).to.include({ keep_days: null, keep_last: null })
      expect(must(await admin.get('/api/audit?action=retention.set'), 200)).to.deep.equal([])
    })

    it('proposed for a level below the requested one are rejected', async () => {
      const noDevice = await admin.get('/api/retention/preview?level=device&keep_days=3')
      const noTenant = await platform.get('/api/retention/preview?level=customer&keep_days=3')

      expect([noDevice.status, noTenant.status]).to.deep.equal([422, 400])
    })
  })

  describe('of trust', () => {
    it('can be loosened only by the platform, and an error names the strict level', async () => {
      const device = await customer.hasDevice()
      const at = `/api/trust/posture/device?device_id=${device.id}`
      const early = await admin.put('/api/trust/posture/customer', { trust_posture: 'tofu' })
      must(await platform.put('/api/trust/posture/platform', { trust_posture: 'tofu' }), 200)
      const open = must(await admin.get(at), 200)
      must(await admin.put('/api/trust/posture/customer', { trust_posture: 'strict' }), 200)
      const late = await admin.put(at, { trust_posture: 'tofu' })
      must(await platform.put('/api/trust/posture/platform', { trust_posture: null }), 200)
      const closed = must(await admin.get(at), 200)

      expect([early.status, codedErrors(early.body)]).to.deep.equal([
        422,
        [
          {
            path: 'trust_posture',
            code: 'above_is_strict',
            params: { above: 'platform', level: 'customer' },
          },
        ],
      ])
      expect([late.status, late.body.errors[0].params]).to.deep.equal([422, { above: 'customer', level: 'device' }])
      expect(open.effective).to.deep.equal({ trust_posture: 'tofu', trust_posture_from: 'platform' })
      expect(closed.effective).to.deep.equal({ trust_posture: 'strict', trust_posture_from: 'default' })
    })
  })

  describe('of restores', () => {
    it('deny until every level allows, and name the first that does not', async () => {
      const device = await customer.hasDevice()
      const effective = async () => {
        const answer = must(await admin.get(`/api/restore/effective?device_id=${device.id}`), 200)
        return [answer.restore_policy, answer.restore_policy_from]
      }
      const at = `/api/restore/policy/device?device_id=${device.id}`
      const seen = [await effective()]
      must(await admin.put(at, { restore_policy: 'allow' }), 200)
      seen.push(await effective())
      must(await platform.put('/api/restore/policy/platform', { restore_policy: 'allow' }), 200)
      seen.push(await effective())
      must(await platform.put(`/api/restore/policy/customer?${tenant}`, { restore_policy: 'deny' }), 200)
      seen.push(await effective())
      must(await platform.put(`/api/restore/policy/customer?${tenant}`, { restore_policy: null }), 200)
      must(await admin.put(at, { restore_policy: 'deny' }), 200)
      seen.push(await effective())

      expect(seen).to.deep.equal([
        ['deny', 'default'],
        ['deny', 'default'],
        ['allow', 'device'],
        ['deny', 'customer'],
        ['deny', 'device'],
      ])
      expect(must(await admin.get(`/api/restore/effective?device_id=${device.id}`), 200).levels).to.deep.equal({
        platform: 'allow',
        customer: null,
        device: 'deny',
      })
    })
  })

  it('equal the fields of devices and tenants, and both ways are audited', async () => {
    const device = await customer.hasDevice()
    const of = `device_id=${device.id}`
    must(await admin.put(`/api/trust/posture/device?${of}`, { trust_posture: 'strict' }), 200)
    must(await admin.put(`/api/restore/policy/device?${of}`, { restore_policy: 'deny' }), 200)
    must(await platform.put(`/api/restore/policy/customer?${tenant}`, { restore_policy: 'deny' }), 200)
    const shown = must(await admin.get(`/api/devices/${device.id}`), 200)
    const ofTenant = must(await platform.get(`/api/tenants/${customer.id}`), 200)
    must(await admin.patch(`/api/devices/${device.id}`, { trust_posture: null, restore_policy: 'allow' }), 200)
    must(await platform.patch(`/api/tenants/${customer.id}`, { restore_policy: 'allow' }), 200)

    expect(shown).to.include({ trust_posture: 'strict', restore_policy: 'deny' })
    expect(ofTenant.restore_policy).to.equal('deny')
    expect(must(await admin.get(`/api/trust/posture/device?${of}`), 200).trust_posture).to.equal(null)
    const levels = must(await admin.get(`/api/restore/policy/device?${of}`), 200).effective.levels
    expect(levels).to.deep.equal({ platform: null, customer: 'allow', device: 'allow' })
    const audit = must(await admin.get('/api/audit'), 200)
    const about = audit.filter(({ action }: { action: string }) => /policy|posture|update/.test(action))
    expect(about.map(({ action, object }: Record<string, string>) => `${action} ${object}`)).to.deep.equal([
      'tenant.update tenant',
      'device.update device',
      'restore_policy.set tenant',
      'restore_policy.set device',
      'posture.set device',
    ])
  })

  it('of the platform are audited without a tenant, with their previous values', async () => {
    must(await platform.put('/api/retention/platform', { keep_days: 400 }), 200)
    must(await platform.put('/api/retention/platform', { keep_days: 200, keep_last: 3 }), 200)
    must(await platform.put('/api/trust/posture/platform', { trust_posture: 'tofu' }), 200)

    const [trust, record] = must(await platform.get('/api/audit?limit=2'), 200)
    expect(trust).to.deep.include({ action: 'posture.set', object: 'platform', tenant_id: null, cross_tenant: false })
    expect(record).to.deep.include({ action: 'retention.set', object: 'platform', tenant_id: null })
    expect(record.detail).to.deep.equal({
      level: 'platform', keep_days: 200, keep_last: 3, before: { keep_days: 400, keep_last: null },
    }) // prettier-ignore
    expect(
      must(await admin.get('/api/audit'), 200).filter(({ object }: { object: string }) => object === 'platform'),
    ).to.have.length(0)
  })

  it('of trust apply to an added device as to a changed one', async () => {
    must(await platform.put('/api/trust/posture/platform', { trust_posture: 'tofu' }), 200)
    const allowed = await admin.post('/api/devices', aDevice({ trust_posture: 'tofu' }))
    must(await admin.put('/api/trust/posture/customer', { trust_posture: 'strict' }), 200)
    const refused = await admin.post('/api/devices', aDevice({ trust_posture: 'tofu' }))

    expect([allowed.status, refused.status]).to.deep.equal([201, 422])
  })

  it('leave maintenance runs, listed latest first by page, kind and outcome', async () => {
    for (let at = 0; at < 5; at++) {
      service.advance(60_000)
      const startedAt = service.dependencies.now()
      const tenantId = [customer.id, other.id, null][at % 3]!
      const outcome = at === 0 ? ('failed' as const) : ('done' as const)
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        recordRun(
          { trx, now: startedAt },
          { tenantId, kind: at < 3 ? 'retention' : 'sweep', startedAt, outcome, counts: { at } },
        ),
      )
    }
    const at = (runs: { counts: { at: number } }[]) => runs.map(({ counts }) => counts.at)

    const all = await platform.get('/api/policy-runs?limit=3')
    const next = await platform.get(/<(.*)>/.exec(all.headers.get('link') ?? '')![1]!)
    expect([at(must(all, 200)), at(must(next, 200))]).to.deep.equal([
      [4, 3, 2],
      [1, 0],
    ])
    expect(next.headers.get('link')).to.equal(null)
    expect(at(must(await platform.get('/api/policy-runs?kind=sweep'), 200))).to.deep.equal([4, 3])
    expect(at(must(await platform.get('/api/policy-runs?outcome=failed'), 200))).to.deep.equal([0])
    const since = new Date(service.dependencies.now().getTime() - 60_000).toISOString()
    expect(at(must(await platform.get(`/api/policy-runs?since=${since}`), 200))).to.deep.equal([4, 3])
    expect(at(must(await platform.get(`/api/policy-runs?${tenant}`), 200))).to.deep.equal([3, 0])
    expect(at(must(await (await other.as('tenant_readonly')).get('/api/policy-runs'), 200))).to.deep.equal([4, 1])
    expect(must(await platform.get('/api/policy-runs?limit=1'), 200)[0]).to.deep.include({
      kind: 'sweep', outcome: 'done', dry_run: false, reason: null, reason_code: null, reason_params: {}, tenant_id: other.id,
    }) // prettier-ignore
    expect((await admin.get('/api/policy-runs?kind=party')).status).to.equal(422)
  })
})
