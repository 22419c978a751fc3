import { expect } from 'chai'
import metadata from '../../../package.json' with { type: 'json' }
import { type TestService, must, startTestService } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

describe('installation settings', () => {
  let service: TestService
  before(async () => {
    service = await startTestService({ environment: { BKP_TIMEZONE: 'Europe/Paris' } })
  })
  after(() => service.close())

  it('show what can be changed and what the environment sets, without secrets', async () => {
    const admin = await service.as('platform_admin')

    const { body } = await admin.get('/api/settings')

    expect(body).to.include({ storage_low_percent: 10, trust_posture: null, restore_policy: null })
    expect(body.environment).to.include({ time_zone: 'Europe/Paris', session_ttl_minutes: 480 })
    expect(body.defaults.environment).to.include({ time_zone: 'UTC', session_ttl_minutes: 480 })
    expect(body.defaults.storage_low_percent).to.equal(10)
    expect(Object.keys(body.defaults.environment)).to.have.members(Object.keys(body.environment))
    expect(body.service).to.include({ version: metadata.version, certificate_ends_at: null })
    expect(body.master_key_backed_up_at).to.equal(null)
    expect(JSON.stringify({ ...body, master_key_backed_up_at: undefined })).to.not.match(/password|secret|key/i)
  })

  it('record once that the master key was saved, until withdrawn', async () => {
    const admin = await service.as('platform_admin')

    const kept = must(await admin.patch('/api/settings', { master_key_backed_up: true }), 200)
    const again = must(await admin.patch('/api/settings', { master_key_backed_up: true }), 200)
    const records = must(await admin.get('/api/audit?action=settings.update'), 200)
    const withdrawn = must(await admin.patch('/api/settings', { master_key_backed_up: false }), 200)

    expect(kept.master_key_backed_up_at).to.equal(service.dependencies.now().toISOString())
    expect(again.master_key_backed_up_at).to.equal(kept.master_key_backed_up_at)
    expect(records.map(({ detail }: { detail: unknown }) => detail)).to.deep.include({
      changed: ['master_key_backed_up'],
    })
    expect(withdrawn.master_key_backed_up_at).to.equal(null)
  })

  it('take effect immediately, keep the rest, and emit an event with the changed names', async () => {
    const admin = await service.as('platform_admin')

    const answer = await admin.patch('/api/settings', { storage_low_percent: 20, trust_posture: 'tofu' })
    await publish(service)

    const posture = must(await admin.get('/api/trust/posture/platform'), 200)
    const [event] = must(await admin.get('/api/events?limit=1'), 200)
    expect(answer.body).to.include({ storage_low_percent: 20, trust_posture: 'tofu', restore_policy: null })
    expect(posture.trust_posture).to.equal('tofu')
    expect(event).to.deep.include({
      type: 'settings.changed',
      data: { changed: ['storage_low_percent', 'trust_posture'] },
    })
  })

  it('record and report only actual differences', async () => {
    const admin = await service.as('platform_admin')
    must(await admin.patch('/api/settings', { storage_low_percent: 30, restore_policy: 'deny' }), 200)
    await publish(service)
    const readNotices = async () => [
      must(await admin.get('/api/events?limit=1'), 200)[0],
      must(await admin.get('/api/audit?action=settings.update&limit=1'), 200)[0],
    ]
    const before = await readNotices()

    const same = must(await admin.patch('/api/settings', { storage_low_percent: 30, restore_policy: 'deny' }), 200)
    must(await admin.patch('/api/settings', {}), 200)
    await publish(service)
    const silent = await readNotices()
    must(await admin.patch('/api/settings', { storage_low_percent: 31, restore_policy: 'deny' }), 200)
    await publish(service)
    const [event, record] = await readNotices()

    expect(same).to.include({ storage_low_percent: 30, restore_policy: 'deny' })
    expect(silent).to.deep.equal(before)
    expect(event.data).to.deep.equal({ changed: ['storage_low_percent'] })
    expect(record.detail).to.deep.equal({ changed: ['storage_low_percent'] })
  })

  it('include the platform’s blackouts', async () => {
    const admin = await service.as('platform_admin')

    const blackouts = [{ name: 'night', days: ['mon'], from: '01:00', to: '02:00' }]
    must(await admin.put('/api/blackouts/platform', { blackouts }), 200)
    await publish(service)

    const [event] = must(await admin.get('/api/events?limit=1'), 200)
    expect(event).to.deep.include({ type: 'settings.changed', tenant_id: null, data: { changed: ['blackouts'] } })
  })

  it('are rejected with the field of an invalid value', async () => {
    const admin = await service.as('platform_admin')

    const answer = await admin.patch('/api/settings', { storage_low_percent: 0 })

    expect([answer.status, answer.body.errors[0].path]).to.deep.equal([422, 'storage_low_percent'])
  })
})
