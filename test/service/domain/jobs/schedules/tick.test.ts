import { expect } from 'chai'
import { alignSchedules } from '../../../../../service/domain/jobs/schedules/align-schedules.ts'
import { requeueFutureJobs } from '../../../../../service/domain/jobs/schedules/requeue-future-jobs.ts'
import { type TickOptions, tick } from '../../../../../service/domain/jobs/schedules/tick.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { TenantKey } from '../../../../../service/store/models/tenant-key.ts'
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
  const { hasDevice, deviceOf, runOf, trigger, tickNow, reapNow, asPlatform } = jobSteps(() => ({
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

  /** What became of a device's occurrences, in order. */
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
    it('can be read with what became of it, the latest first, in pages', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(10 * minute)
      await tickNow()
      service.advance(day)
      await tickNow()
      service.advance(3 * day)
      await tickNow()

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

    it('is queued when its time has come, once, and the device waits for the next', async () => {
      const { id } = await hasDevice(nightly)

      const early = await tickNow()
      service.advance(10 * minute)
      const due = await tickNow()
      const again = await tickNow()

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

    it('wakes an agent that waits for work', async () => {
      service.dependencies.intervals = { ...shortIntervals, claim_wait_ms: 15_000, claim_give_up_ms: 16_000 }
      const agent = await anAgent(service, customer)
      const { id } = await hasDevice(nightly)
      const waiting = agent.claim()
      service.advance(10 * minute)
      await tickNow()

      const [job] = await agent.open(await waiting)

      expect(job?.order.device.id).to.equal(id)
    })

    it('is merged with a backup that has not ended', async () => {
      const { id } = await hasDevice(nightly)
      const manual = await trigger(id)
      service.advance(10 * minute)

      expect(await tickNow()).to.deep.equal({ ...nothing, merged: 1 })

      const runs = await runsOf(id)
      expect(runs.map((run: { id: string }) => run.id)).to.deep.equal([manual.id])
      expect(runs[0]).to.include({ trigger: 'manual', occurrence_at: null })
      expect(await occurrencesOf(id)).to.containSubset([{ outcome: 'merged', jobId: manual.id }])
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-22T02:00:00.000Z')
    })

    it('is caught up after an outage, the latest only; the others are recorded as missed', async () => {
      const [daily, often] = [await hasDevice(nightly), await hasDevice({ schedule: '* * * * *' })]
      service.advance(3 * day)

      expect(await tickNow()).to.deep.equal({ ...nothing, queued: 2, missed: 2 + 3 * 24 * 60 - 1 })

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
      await tickNow()
      service.advance(-hour)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '0 */2 * * *' }), 200)
      const armed = await deviceOf(id)
      service.advance(hour)

      const ticked = await tickNow()

      expect(armed.next_run_at).to.equal('2026-11-21T02:00:00.000Z')
      expect(ticked).to.deep.equal(nothing)
      expect(await runsOf(id)).to.have.length(1)
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-21T04:00:00.000Z')
    })

    it('of a new schedule is not lost beside those that a clock ahead recorded for the former one', async () => {
      const { id } = await hasDevice({ schedule: '40 * * * *' })
      service.advance(4 * hour)
      await tickNow()
      service.advance(-4 * hour)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '10,40 */2 * * *' }), 200)
      service.advance(4 * hour)

      const ticked = await tickNow()

      const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
      expect(ticked).to.deep.equal({ ...nothing, missed: 1 })
      expect(await occurrencesOf(id)).to.containSubset([
        { at: at('02:40'), lastAt: at('04:40'), outcome: 'missed', count: 3 },
        { at: at('02:10'), lastAt: at('02:10'), outcome: 'missed', count: 1 },
        { at: at('05:40'), outcome: 'queued' },
      ])
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-21T06:10:00.000Z')
    })

    it('of a new schedule runs beside one that a clock ahead recorded for the former one', async () => {
      const { id } = await hasDevice({ schedule: '40 * * * *' })
      service.advance(2 * hour)
      await tickNow()
      service.advance(-2 * hour)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '10 * * * *' }), 200)
      service.advance(hour + 55 * minute)

      const ticked = await tickNow()

      expect(ticked).to.deep.equal({ ...nothing, merged: 1, missed: 1 })
    })

    it('is skipped where the customer’s keys are destroyed', async () => {
      const { id } = await hasDevice(nightly)
      await asPlatform((trx) =>
        TenantKey.query(trx).findById(customer.id).patch({ destroyedAt: service.dependencies.now() }).execute(),
      )
      service.advance(10 * minute)

      expect(await tickNow()).to.deep.equal({ ...nothing, skipped: 1 })

      expect(await occurrencesOf(id)).to.containSubset([{ outcome: 'skipped', reason: 'keys_destroyed', jobId: null }])
    })

    it('is queued once however many tick at once, in batches, while people trigger', async () => {
      const devices = await several(25, nightly)
      service.advance(10 * minute)
      const { settings, now } = service.dependencies
      const options: TickOptions = { ...settings, batch: 4 }

      const [, ...ticked] = await Promise.all([
        operator.post('/api/backups/trigger', { all_devices: true }),
        ...[1, 2, 3].map(() => tick((step) => asPlatform((trx) => step({ trx, now: now() })), options)),
      ])
      const rest = await tickNow()

      const all = [...ticked, rest]
      const sum = (of: 'queued' | 'merged') => all.reduce((total, one) => total + one[of], 0)
      expect(sum('queued') + sum('merged')).to.equal(25)
      const runs: { device_id: string }[] = must(await operator.get('/api/runs'), 200)
      expect(runs.map((run) => run.device_id).sort()).to.deep.equal(devices.map(({ id }) => id).sort())
    })
  })

  describe('a device', () => {
    it('that is disabled, decommissioned or on demand never ticks', async () => {
      const [disabled, gone] = [await hasDevice(nightly), await hasDevice(nightly)]
      await hasDevice()
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)
      must(await admin.post(`/api/devices/${gone.id}/decommission`), 200)
      service.advance(3 * day)

      expect(await tickNow()).to.deep.equal(nothing)
    })

    it('that comes back goes on with the next occurrence, and catches nothing up', async () => {
      const [disabled, gone] = [await hasDevice(nightly), await hasDevice(nightly)]
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)
      must(await admin.post(`/api/devices/${gone.id}/decommission`), 200)
      service.advance(3 * day)
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: true }), 200)
      must(await admin.post(`/api/devices/${gone.id}/reinstate`), 200)

      expect(await tickNow()).to.deep.equal(nothing)
      for (const { id } of [disabled, gone]) {
        expect(await deviceOf(id)).to.include({
          next_occurrence_at: '2026-11-24T02:00:00.000Z',
          next_run_at: '2026-11-24T02:00:00.000Z',
        })
      }
    })

    it('gets another schedule from now on', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(2 * day)
      must(await admin.patch(`/api/devices/${id}`, { schedule: '0 5 * * *' }), 200)

      expect(await tickNow()).to.deep.equal(nothing)
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-23T05:00:00.000Z')
    })

    it('without any agent waits for a day, and fails saying that nobody took it', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(10 * minute)
      await tickNow()
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

    it('is moved by the same little for every occurrence of a device, and by another for the next device', async () => {
      const devices = await several(8, nightly)
      const first = await Promise.all(devices.map(({ id }) => deviceOf(id)))
      service.advance(day)
      await tickNow()
      const second = await Promise.all(devices.map(({ id }) => deviceOf(id)))

      const starts = first.map((device) => device.next_run_at)
      expect(starts.every((at) => within(at, '2026-11-21T02:00:00.000Z', 10))).to.equal(true)
      expect(new Set(starts).size).to.be.greaterThan(4)
      expect(first.map((device) => device.next_occurrence_at)).to.deep.equal(Array(8).fill('2026-11-21T02:00:00.000Z'))
      expect(second.map((device) => new Date(device.next_run_at).getTime() - day)).to.deep.equal(
        starts.map((at) => new Date(at).getTime()),
      )
    })

    it('is moved by less than a tenth of the schedule’s period', async () => {
      const devices = await several(8, { schedule: '*/10 * * * *' })

      const starts = await Promise.all(devices.map(async ({ id }) => (await deviceOf(id)).next_run_at))

      expect(
        starts.every((at) => within(at, '2026-11-21T02:00:00.000Z', 1)),
        starts.join(),
      ).to.equal(true)
    })

    it('leaves the occurrence what it is', async () => {
      const { id } = await hasDevice(nightly)
      const { next_run_at: start } = await deviceOf(id)
      service.advance(new Date(start).getTime() - service.dependencies.now().getTime() - 1)
      const early = await tickNow()
      service.advance(1)
      const due = await tickNow()

      expect([early.queued, due.queued]).to.deep.equal([0, 1])
      expect((await runsOf(id))[0]).to.include({ occurrence_at: '2026-11-21T02:00:00.000Z', queued_at: start })
    })
  })

  describe('when the service starts', () => {
    const align = (timeZone: string, scheduleJitterMinutes = 0) =>
      alignSchedules((step) => asPlatform((trx) => step({ trx, now: service.dependencies.now() })), {
        timeZone,
        scheduleJitterMinutes,
      })

    it('in another time zone, every device waits for the next occurrence of that zone', async () => {
      const [nights, hourly] = [await hasDevice(nightly), await hasDevice({ schedule: '0 * * * *' })]

      const changed = await align('Asia/Kathmandu')

      expect(changed).to.equal(2)
      expect((await deviceOf(nights.id)).next_run_at).to.equal('2026-11-21T20:15:00.000Z')
      expect((await deviceOf(hourly.id)).next_run_at).to.equal('2026-11-21T02:15:00.000Z')
      expect(await align('Asia/Kathmandu')).to.equal(0)
    })

    it('with another jitter, the starts move and the occurrences stay', async () => {
      const devices = await several(4, nightly)

      expect(await align('UTC', 30)).to.equal(4)

      const after = await Promise.all(devices.map(({ id }) => deviceOf(id)))
      expect(after.map((device) => device.next_occurrence_at)).to.deep.equal(Array(4).fill('2026-11-21T02:00:00.000Z'))
      expect(new Set(after.map((device) => device.next_run_at)).size, 'starts').to.be.above(1)
    })

    it('after an outage, what is due stays due', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(2 * day)

      expect(await align('UTC')).to.equal(0)
      expect(await tickNow()).to.include({ queued: 1 })
      expect((await runsOf(id))[0].occurrence_at).to.equal('2026-11-22T02:00:00.000Z')
    })

    it('after a clock that was years ahead, every device waits for its next occurrence again', async () => {
      const { id } = await hasDevice(nightly)
      service.advance(3_650 * day)
      await tickNow()
      service.advance(-3_650 * day)

      expect(await align('UTC')).to.equal(1)
      expect((await deviceOf(id)).next_run_at).to.equal('2026-11-21T02:00:00.000Z')
    })

    it('after a clock that was a year ahead, what it queued can be run now, and no occurrence to come counts as missed', async () => {
      const { id } = await hasDevice(nightly)
      const agent = await anAgent(service, customer)
      service.advance(365 * day)
      await tickNow()
      service.advance(-365 * day)
      await asPlatform((trx) => requeueFutureJobs({ trx, now: service.dependencies.now() }))
      await align('UTC')

      await agent.result(await agent.startJob(), { outcome: 'failed', error_code: 'auth_failed' })
      service.advance(10 * minute)
      const ticked = await tickNow()

      expect(ticked).to.deep.equal({ ...nothing, queued: 1 })
      expect((await runsOf(id)).map((run: { status: string }) => run.status).sort()).to.deep.equal(['failed', 'queued'])
      expect(await occurrencesOf(id)).to.containSubset([{ at: new Date('2026-11-21T02:00:00Z'), outcome: 'queued' }])
    })

    it('by a clock that lags an hour, a device may wait for an occurrence from before its schedule was set, and runs once', async () => {
      const { id } = await hasDevice({ schedule: '10 * * * *' })
      service.advance(-hour)
      const moved = await align('UTC')
      service.advance(2 * day + hour)

      const ticked = await tickNow()

      expect(moved).to.equal(1)
      expect(ticked).to.deep.equal({ ...nothing, queued: 1, missed: 48 })
      expect(await occurrencesOf(id)).to.containSubset([
        { at: new Date('2026-11-21T01:10:00Z'), outcome: 'missed', count: 48 },
        { at: new Date('2026-11-23T01:10:00Z'), outcome: 'queued', count: 1 },
      ])
    })

    it('between an occurrence and its start, that start stays', async () => {
      service.dependencies.settings.scheduleJitterMinutes = 10
      const { id } = await hasDevice(nightly)
      const { next_run_at: start } = await deviceOf(id)
      service.advance(10 * minute)

      expect([await align('UTC', 10), (await deviceOf(id)).next_run_at]).to.deep.equal([0, start])
    })

    it('leaves those alone that wait for nothing', async () => {
      const [onDemand, disabled] = [await hasDevice(), await hasDevice(nightly)]
      must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)

      expect(await align('Europe/Paris')).to.equal(0)
      const rows = await asPlatform((trx) => Device.query(trx).findByIds([onDemand.id, disabled.id]).execute())
      expect(rows.map(({ nextRunAt }) => nextRunAt)).to.deep.equal([null, null])
    })
  })

  describe('an occurrence that fails', () => {
    let agent: FakeAgent
    let device: { id: string }

    beforeEach(async () => {
      agent = await anAgent(service, customer)
      device = await hasDevice({ ...nightly, retry_attempts: 1, retry_delay_minutes: 15 })
      service.advance(10 * minute)
      await tickNow()
    })

    const fail = async (code: string) =>
      agent.result(await agent.startJob(), { outcome: 'failed', error_code: code, transport: null })
    const isOffered = async () => (await agent.claim()).status === 200

    it('is tried again after the delay, as often as the device says, and is still the same run', async () => {
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

    it('succeeds with the attempt that does', async () => {
      await fail('connection_timeout')
      service.advance(15 * minute)
      const job = await agent.startJob()
      await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': running }) })

      expect((await runsOf(device.id))[0]).to.include({ status: 'succeeded', attempts: 2, device_failures: 1 })
    })

    it('by a refused login is never tried again, only the next occurrence is', async () => {
      await fail('auth_failed')
      service.advance(23 * hour)
      const before = [await tickNow(), await isOffered()]
      service.advance(hour)
      const after = [await tickNow(), await isOffered()]

      expect(before).to.deep.equal([nothing, false])
      expect(after).to.deep.equal([{ ...nothing, queued: 1 }, true])
      expect((await runsOf(device.id)).map((run: { status: string }) => run.status)).to.deep.equal(['queued', 'failed'])
    })

    it('need not wait any longer once somebody triggers the device', async () => {
      await fail('connection_timeout')
      const triggered = must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)

      expect([triggered, await isOffered()]).to.deep.equal([[], true])
    })

    it('and waits for its retry takes the next occurrence in', async () => {
      must(await admin.patch(`/api/devices/${device.id}`, { schedule: '*/5 * * * *' }), 200)
      await fail('connection_timeout')
      service.advance(5 * minute)

      expect(await tickNow()).to.deep.equal({ ...nothing, merged: 1 })
      expect(await runsOf(device.id)).to.have.length(1)
      expect(await isOffered()).to.equal(false)
    })

    it('by losing its agents has ten more chances, which cost the device none of its own', async () => {
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
