import { expect } from 'chai'
import { type QueueOptions, queueDueBackups } from '../../../../../service/domain/jobs/schedules/queue-due-backups.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { TenantKey } from '../../../../../service/store/models/tenant-key.ts'
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
  const { hasDevice, deviceOf, runOf, trigger, queueDueNow, reapNow, asPlatform } = jobSteps(() => ({
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

  describe('an occurrence', () => {
    it('is listed with its outcome, the latest first, in pages', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(10 * minute)
      await queueDueNow()
      service.advance(day)
      await queueDueNow()
      service.advance(3 * day)
      await queueDueNow()

      const first = await operator.get(`/api/devices/${id}/occurrences?limit=2`)
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
      const second = await operator.get(next.replace(service.url, ''))

      const [run] = await runsOf(id)
      const missed = { reason: 'not queued in time', run_id: null, last_occurrence_at: '2026-11-24T02:00:00.000Z' }
      expect([...first.body, ...second.body]).to.containSubset([
        { occurrence_at: '2026-11-25T02:00:00.000Z', outcome: 'merged', run_id: run.id, count: 1 },
        { occurrence_at: '2026-11-23T02:00:00.000Z', outcome: 'missed', ...missed, count: 2 },
        { occurrence_at: '2026-11-22T02:00:00.000Z', outcome: 'merged', run_id: run.id, count: 1 },
        { occurrence_at: '2026-11-21T02:00:00.000Z', outcome: 'queued', run_id: run.id, reason: null, count: 1 },
      ])
      expect([first.body.length, second.body.length, second.headers.get('link')]).to.deep.equal([2, 2, null])
      expect(run.occurrence_at).to.equal('2026-11-21T02:00:00.000Z')
    })

    it('is queued once when it is due, and the device waits for the next', async () => {
      const { id } = await hasDevice(nightly)

      const early = await queueDueNow()
      service.advance(10 * minute)
      const due = await queueDueNow()
      const again = await queueDueNow()

      expect([early, due, again]).to.deep.equal([nothing, { ...nothing, queued: 1 }, nothing])
      const [run] = await runsOf(id)
      expect(run).to.include({
        trigger: 'schedule',
        requested_by: 'schedule',
        kind: 'backup',
        status: 'queued',
        occurrence_at: '2026-11-21T02:00:00.000Z',
        queued_at: '2026-11-21T02:00:00.000Z',
      })
      expect(await deviceOf(id)).to.include({
        next_occurrence_at: '2026-11-22T02:00:00.000Z',
        next_run_at: '2026-11-22T02:00:00.000Z',
      })
      expect(await occurrencesOf(id)).to.containSubset([{ outcome: 'queued', jobId: run.id, count: 1 }])
    })

    it('wakes a polling agent', async () => {
      service.dependencies.intervals = { ...shortIntervals, claim_wait_ms: 15_000, claim_give_up_ms: 16_000 }
      const agent = await anAgent(service, customer)
      const { id } = await hasDevice(nightly)
      const waiting = agent.claim()
      service.advance(10 * minute)
      await queueDueNow()

      const [job] = await agent.open(await waiting)

      expect(job?.order.device.id).to.equal(id)
    })

    it('is merged with an unfinished backup', async () => {
      const { id } = await hasDevice(nightly)
      const manual = await trigger(id)
      service.advance(10 * minute)

      expect(await queueDueNow()).to.deep.equal({ ...nothing, merged: 1 })

      const runs = await runsOf(id)
      expect(runs.map((run: { id: string }) => run.id)).to.deep.equal([manual.id])
      expect(runs[0]).to.include({ trigger: 'manual', occurrence_at: null })
      expect(await occurrencesOf(id)).to.containSubset([{ outcome: 'merged', jobId: manual.id }])
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-22T02:00:00.000Z')
    })

    it('is caught up after an outage, only the latest, and others are recorded as missed', async () => {
      const [daily, often] = [await hasDevice(nightly), await hasDevice({ schedule: '* * * * *' })]
      service.advance(3 * day)

      expect(await queueDueNow()).to.deep.equal({ ...nothing, queued: 2, missed: 2 + 3 * 24 * 60 - 1 })

      expect(await occurrencesOf(daily.id)).to.containSubset([
        {
          at: new Date('2026-11-21T02:00:00Z'),
          lastAt: new Date('2026-11-22T02:00:00Z'),
          outcome: 'missed',
          jobId: null,
          reason: 'not queued in time',
          count: 2,
        },
        { at: new Date('2026-11-23T02:00:00Z'), outcome: 'queued' },
      ])
      expect(await occurrencesOf(often.id)).to.have.length(2)
      expect((await runsOf(often.id))[0].occurrence_at).to.equal('2026-11-24T01:50:00.000Z')
      expect((await deviceOf(often.id)).next_run_at).to.equal('2026-11-24T01:51:00.000Z')
    })

    it('is not queued again when the clock is set back', async () => {
      const { id } = await hasDevice({ schedule: '0 * * * *' })
      service.advance(10 * minute)
      await queueDueNow()
      service.advance(-hour)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '0 */2 * * *' }), 200)
      const armed = await deviceOf(id)
      service.advance(hour)

      const counts = await queueDueNow()

      expect(armed.next_run_at).to.equal('2026-11-21T02:00:00.000Z')
      expect(counts).to.deep.equal(nothing)
      expect(await runsOf(id)).to.have.length(1)
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-21T04:00:00.000Z')
    })

    it('of a new schedule is kept despite those that a fast clock recorded for the former one', async () => {
      const { id } = await hasDevice({ schedule: '40 * * * *' })
      service.advance(4 * hour)
      await queueDueNow()
      service.advance(-4 * hour)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '10,40 */2 * * *' }), 200)
      service.advance(4 * hour)

      const counts = await queueDueNow()

      const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
      expect(counts).to.deep.equal({ ...nothing, missed: 1 })
      expect(await occurrencesOf(id)).to.containSubset([
        { at: at('02:40'), lastAt: at('04:40'), outcome: 'missed', count: 3 },
        { at: at('02:10'), lastAt: at('02:10'), outcome: 'missed', count: 1 },
        { at: at('05:40'), outcome: 'queued' },
      ])
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-21T06:10:00.000Z')
    })

    it('of a new schedule runs besides one that a fast clock recorded for the former one', async () => {
      const { id } = await hasDevice({ schedule: '40 * * * *' })
      service.advance(2 * hour)
      await queueDueNow()
      service.advance(-2 * hour)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '10 * * * *' }), 200)
      service.advance(hour + 55 * minute)

      const counts = await queueDueNow()

      expect(counts).to.deep.equal({ ...nothing, merged: 1, missed: 1 })
    })

    it('is skipped if the tenant’s keys are destroyed', async () => {
      const { id } = await hasDevice(nightly)
      await asPlatform((trx) =>
        TenantKey.query(trx).findById(customer.id).patch({ destroyedAt: service.dependencies.now() }).execute(),
      )
      service.advance(10 * minute)

      expect(await queueDueNow()).to.deep.equal({ ...nothing, skipped: 1 })

      expect(await occurrencesOf(id)).to.containSubset([{ outcome: 'skipped', reason: 'keys_destroyed', jobId: null }])
    })

    it('is queued once by concurrent schedulers, in batches, during manual triggers', async () => {
      const devices = await several(25, nightly)
      service.advance(10 * minute)
      const { settings } = service.dependencies
      const options: QueueOptions = { ...settings, batch: 4 }

      const [, ...counts] = await Promise.all([
        operator.post('/api/backups/trigger', { all_devices: true }),
        ...[1, 2, 3].map(() => queueDueBackups(systemTransactions(service.dependencies), options)),
      ])
      const rest = await queueDueNow()

      const all = [...counts, rest]
      const sum = (of: 'queued' | 'merged') => all.reduce((total, one) => total + one[of], 0)
      expect(sum('queued') + sum('merged')).to.equal(25)
      const runs: { device_id: string }[] = must(await operator.get('/api/runs'), 200)
      expect(runs.map((run) => run.device_id).sort()).to.deep.equal(devices.map(({ id }) => id).sort())
    })
  })

  describe('a scheduled device', () => {
    it('that is disabled, decommissioned or on demand has no occurrences', async () => {
      const [disabled, gone] = [await hasDevice(nightly), await hasDevice(nightly)]
      await hasDevice()
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)
      must(await admin.post(`/api/devices/${gone.id}/decommission`), 200)
      service.advance(3 * day)

      expect(await queueDueNow()).to.deep.equal(nothing)
    })

    it('that is enabled again continues with the next occurrence, without catching up', async () => {
      const [disabled, gone] = [await hasDevice(nightly), await hasDevice(nightly)]
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)
      must(await admin.post(`/api/devices/${gone.id}/decommission`), 200)
      service.advance(3 * day)
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: true }), 200)
      must(await admin.post(`/api/devices/${gone.id}/reinstate`), 200)

      expect(await queueDueNow()).to.deep.equal(nothing)
      for (const { id } of [disabled, gone]) {
        expect(await deviceOf(id)).to.include({
          next_occurrence_at: '2026-11-24T02:00:00.000Z',
          next_run_at: '2026-11-24T02:00:00.000Z',
        })
      }
    })

    it('follows a new schedule from then on', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(2 * day)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '0 5 * * *' }), 200)

      expect(await queueDueNow()).to.deep.equal(nothing)
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-23T05:00:00.000Z')
    })

    it('without an agent waits for a day, and then fails with no_agent', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(10 * minute)
      await queueDueNow()
      service.advance(day - 1)
      await reapNow()
      const [waiting] = await runsOf(id)
      service.advance(1)
      await reapNow()

      expect(waiting).to.include({ status: 'queued', error_code: null })
      expect(await runOf(waiting.id)).to.include({ status: 'failed', error_code: 'no_agent', trigger: 'schedule' })
      expect((await deviceOf(id)).state).to.equal('failed')
    })
  })

  describe('a start', () => {
    const within = (at: string, from: string, mostMinutes: number) => {
      const late = new Date(at).getTime() - new Date(from).getTime()
      return late >= 0 && late < mostMinutes * minute
    }

    beforeEach(() => {
      service.dependencies.settings.scheduleJitterMinutes = 10
    })

    it('is delayed equally for every occurrence of a device, and differently between devices', async () => {
      const devices = await several(8, nightly)
      const first = await Promise.all(devices.map(({ id }) => deviceOf(id)))
      service.advance(day)
      await queueDueNow()
      const second = await Promise.all(devices.map(({ id }) => deviceOf(id)))

      const starts = first.map((device) => device.next_run_at)
      expect(starts.every((at) => within(at, '2026-11-21T02:00:00.000Z', 10))).to.equal(true)
      expect(new Set(starts).size).to.be.greaterThan(4)
      expect(first.map((device) => device.next_occurrence_at)).to.deep.equal(Array(8).fill('2026-11-21T02:00:00.000Z'))
      expect(second.map((device) => new Date(device.next_run_at).getTime() - day)).to.deep.equal(
        starts.map((at) => new Date(at).getTime()),
      )
    })

    it('is delayed by less than a tenth of the schedule’s period', async () => {
      const devices = await several(8, { schedule: '*/10 * * * *' })

      const starts = await Promise.all(devices.map(async ({ id }) => (await deviceOf(id)).next_run_at))

      expect(
        starts.every((at) => within(at, '2026-11-21T02:00:00.000Z', 1)),
        starts.join(),
      ).to.equal(true)
    })

    it('does not change the occurrence', async () => {
      const { id } = await hasDevice(nightly)
      const { next_run_at: start } = await deviceOf(id)
      service.advance(new Date(start).getTime() - service.dependencies.now().getTime() - 1)
      const early = await queueDueNow()
      service.advance(1)
      const due = await queueDueNow()

      expect([early.queued, due.queued]).to.deep.equal([0, 1])
      expect((await runsOf(id))[0]).to.include({ occurrence_at: '2026-11-21T02:00:00.000Z', queued_at: start })
    })
  })
})
