import { expect } from 'chai'
import { Device } from '../../../../../service/store/models/device.ts'
import { jobSteps } from '../../../../support/job-steps.ts'
import { type FakeAgent, anAgent } from '../../../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { shortIntervals } from '../../../../support/short-intervals.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const running = 'hostname r1\n!\nend\n'

describe('scheduled backups', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let admin: Client
  const { hasDevice, runOf, queueDueNow, reapNow, asPlatform } = jobSteps(() => ({
    service,
    customer,
    operator,
  }))

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    service.advance(new Date('2026-11-21T01:50:00Z').getTime() - service.dependencies.now().getTime())
    service.dependencies.intervals = shortIntervals
    service.dependencies.settings.scheduleJitterMinutes = 0
    await asPlatform((trx) => Device.query(trx).patch({ enabled: false, nextRunAt: null, nextOccurrenceAt: null }))
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    admin = await customer.as('tenant_admin')
  })
  after(() => service.close())
  const runsOf = async (deviceId: string) => must(await operator.get(`/api/runs?device_id=${deviceId}`), 200)
  const nothing = { queued: 0, merged: 0, missed: 0, skipped: 0 }
  const nightly = { schedule: '0 2 * * *' }

  describe('a failed occurrence', () => {
    let agent: FakeAgent
    let device: { id: string }

    beforeEach(async () => {
      agent = await anAgent(service, customer)
      device = await hasDevice({ ...nightly, retry_attempts: 1, retry_delay_minutes: 15 })
      service.advance(10 * minute)
      await queueDueNow()
    })

    const fail = async (code: string) =>
      agent.result(await agent.startJob(), { outcome: 'failed', error_code: code, transport: null })
    const isOffered = async () => (await agent.claim()).status === 200

    it('is retried after the delay, as often as configured, as the same run', async () => {
      await fail('connection_timeout')
      service.advance(15 * minute - 1)
      const early = await isOffered()
      service.advance(1)
      await fail('connection_timeout')
      service.advance(day - 16 * minute)
      const later = await isOffered()

      expect([early, later]).to.deep.equal([false, false])
      const runs = await runsOf(device.id)
      expect(runs).to.have.length(1)
      expect(runs[0]).to.include({
        status: 'failed',
        error_code: 'connection_timeout',
        attempts: 2,
        device_failures: 2,
        occurrence_at: '2026-11-21T02:00:00.000Z',
      })
    })

    it('succeeds with the attempt that succeeds', async () => {
      await fail('connection_timeout')
      service.advance(15 * minute)
      const job = await agent.startJob()
      await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': running }) })

      expect((await runsOf(device.id))[0]).to.include({ status: 'succeeded', attempts: 2, device_failures: 1 })
    })

    it('by a refused login is not retried before the next occurrence', async () => {
      await fail('auth_failed')
      service.advance(23 * hour)
      const before = [await queueDueNow(), await isOffered()]
      service.advance(hour)
      const after = [await queueDueNow(), await isOffered()]

      expect(before).to.deep.equal([nothing, false])
      expect(after).to.deep.equal([{ ...nothing, queued: 1 }, true])
      expect((await runsOf(device.id)).map((run: { status: string }) => run.status)).to.deep.equal(['queued', 'failed'])
    })

    it('is retried immediately when a user triggers the device', async () => {
      await fail('connection_timeout')
      const triggered = must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)

      expect([triggered, await isOffered()]).to.deep.equal([[], true])
    })

    it('that waits for a retry absorbs the next occurrence', async () => {
      must(await admin.patch(`/api/devices/${device.id}`, { schedule: '*/5 * * * *' }), 200)
      await fail('connection_timeout')
      service.advance(5 * minute)

      expect(await queueDueNow()).to.deep.equal({ ...nothing, merged: 1 })
      expect(await runsOf(device.id)).to.have.length(1)
      expect(await isOffered()).to.equal(false)
    })

    it('by lost agents has ten more attempts, without using the device’s retries', async () => {
      for (let loss = 1; loss <= 9; loss += 1) {
        await agent.startJob()
        service.advance(2 * minute)
        await reapNow()
      }
      const [waiting] = await runsOf(device.id)
      await agent.startJob()
      service.advance(2 * minute)
      await reapNow()

      expect(waiting).to.include({ status: 'queued', losses: 9, device_failures: 0 })
      expect(await runOf(waiting.id)).to.include({ status: 'failed', error_code: 'agent_lost', losses: 10 })
    })
  })
})
