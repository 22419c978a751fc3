import { expect } from 'chai'
import { alignSchedules } from '../../../../../service/domain/jobs/schedules/align-schedules.ts'
import { requeueFutureJobs } from '../../../../../service/domain/jobs/schedules/requeue-future-jobs.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { jobSteps } from '../../../../support/job-steps.ts'
import { anAgent } from '../../../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { shortIntervals } from '../../../../support/short-intervals.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('scheduled backups', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let admin: Client
  const { hasDevice, deviceOf, queueDueNow, asPlatform } = jobSteps(() => ({
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

  const several = async (count: number, fields: Parameters<typeof hasDevice>[0]) => {
    const devices = []
    while (devices.length < count) devices.push(await hasDevice(fields))
    return devices
  }
  const runsOf = async (deviceId: string) => must(await operator.get(`/api/runs?device_id=${deviceId}`), 200)
  const nothing = { queued: 0, merged: 0, missed: 0, skipped: 0 }
  const nightly = { schedule: '0 2 * * *' }

  /** Returns the outcomes of a device's occurrences, in order. */
  const occurrencesOf = async (deviceId: string): Promise<Record<string, unknown>[]> => {
    const { rows } = await asPlatform((trx) =>
      trx.raw(
        `select occurrence_at as at, last_occurrence_at as "lastAt", outcome, job_id as "jobId", reason, count
         from occurrences where device_id = ? order by occurrence_at`,
        [deviceId],
      ),
    )
    return rows
  }

  describe('when the service starts', () => {
    const align = (timeZone: string, scheduleJitterMinutes = 0) =>
      alignSchedules(systemTransactions(service.dependencies), { timeZone, scheduleJitterMinutes })

    it('in another time zone, each device waits for the next occurrence of that zone', async () => {
      const [nights, hourly] = [await hasDevice(nightly), await hasDevice({ schedule: '0 * * * *' })]

      const changed = await align('Asia/Kathmandu')

      expect(changed).to.equal(2)
      expect((await deviceOf(nights.id)).next_run_at).to.equal('2026-11-21T20:15:00.000Z')
      expect((await deviceOf(hourly.id)).next_run_at).to.equal('2026-11-21T02:15:00.000Z')
      expect(await align('Asia/Kathmandu')).to.equal(0)
    })

    it('with another jitter, starts move and occurrences stay', async () => {
      const devices = await several(4, nightly)

      expect(await align('UTC', 30)).to.equal(4)

      const after = await Promise.all(devices.map(({ id }) => deviceOf(id)))
      expect(after.map((device) => device.next_occurrence_at)).to.deep.equal(Array(4).fill('2026-11-21T02:00:00.000Z'))
      expect(new Set(after.map((device) => device.next_run_at)).size, 'starts').to.be.above(1)
    })

    it('after an outage, due occurrences stay due', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(2 * day)

      expect(await align('UTC')).to.equal(0)
      expect(await queueDueNow()).to.include({ queued: 1 })
      expect((await runsOf(id))[0].occurrence_at).to.equal('2026-11-22T02:00:00.000Z')
    })

    it('after a clock that was years ahead, each device waits for its next occurrence', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(3_650 * day)
      await queueDueNow()
      service.advance(-3_650 * day)

      expect(await align('UTC')).to.equal(1)
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-21T02:00:00.000Z')
    })

    it('after a clock a year ahead, queued jobs can run, and no future occurrence is missed', async () => {
      const { id } = await hasDevice(nightly)
      const agent = await anAgent(service, customer)
      service.advance(365 * day)
      await queueDueNow()
      service.advance(-365 * day)
      await asPlatform((trx) => requeueFutureJobs({ trx, now: service.dependencies.now() }))
      await align('UTC')

      await agent.result(await agent.startJob(), { outcome: 'failed', error_code: 'auth_failed' })
      service.advance(10 * minute)
      const counts = await queueDueNow()

      expect(counts).to.deep.equal({ ...nothing, queued: 1 })
      expect((await runsOf(id)).map((run: { status: string }) => run.status).sort()).to.deep.equal(['failed', 'queued'])
      expect(await occurrencesOf(id)).to.containSubset([{ at: new Date('2026-11-21T02:00:00Z'), outcome: 'queued' }])
    })

    it('with a clock an hour behind, an earlier occurrence runs once', async () => {
      const { id } = await hasDevice({ schedule: '10 * * * *' })
      service.advance(-hour)
      const moved = await align('UTC')
      service.advance(2 * day + hour)

      const counts = await queueDueNow()

      expect(moved).to.equal(1)
      expect(counts).to.deep.equal({ ...nothing, queued: 1, missed: 48 })
      expect(await occurrencesOf(id)).to.containSubset([
        { at: new Date('2026-11-21T01:10:00Z'), outcome: 'missed', count: 48 },
        { at: new Date('2026-11-23T01:10:00Z'), outcome: 'queued', count: 1 },
      ])
    })

    it('between an occurrence and its start, the start stays', async () => {
      service.dependencies.settings.scheduleJitterMinutes = 10
      const { id } = await hasDevice(nightly)
      const { next_run_at: start } = await deviceOf(id)
      service.advance(10 * minute)

      expect([await align('UTC', 10), (await deviceOf(id)).next_run_at]).to.deep.equal([0, start])
    })

    it('leave devices without a schedule unchanged', async () => {
      const [onDemand, disabled] = [await hasDevice(), await hasDevice(nightly)]
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)

      expect(await align('Europe/Paris')).to.equal(0)
      const rows = await asPlatform((trx) => Device.query(trx).findByIds([onDemand.id, disabled.id]).execute())
      expect(rows.map(({ nextRunAt }) => nextRunAt)).to.deep.equal([null, null])
    })
  })
})
