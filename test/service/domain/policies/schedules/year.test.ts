import type { RunInSystemTransaction } from '../../../../../service/domain/kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { type Calendar, createCalendar } from '../../../../../shared/cron/calendar.ts'
import { alignSchedules } from '../../../../../service/domain/jobs/schedules/align-schedules.ts'
import { jitterMs } from '../../../../../service/domain/policies/schedules/jitter.ts'
import { nextRunOf } from '../../../../../service/domain/policies/schedules/next-run.ts'
import type { ScheduleRules } from '../../../../../service/domain/policies/schedules/schedule-rules.ts'
import { queueDueBackups } from '../../../../../service/domain/jobs/schedules/queue-due-backups.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { Tenant } from '../../../../../service/store/models/tenant.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../../../../support/database.ts'
import { seeded } from '../../../../support/random.ts'

const minute = 60_000
const hour = 60 * minute
/**
 * How far a replica's clock may be slow. A device may therefore run an occurrence from up to this long before its
 * schedule was set.
 */
const lagMs = hour
const begin = Date.UTC(2028, 0, 1)
const end = Date.UTC(2029, 0, 1)

const schedules = [
  '0 2 * * *',
  '30 2 * * *',
  '15 0-3 * * *',
  '0 0 * * *',
  '59 23 * * *',
  '30 1 * * 0',
  '0 */6 * * *',
  '40 */2 * * *',
  '10 * * * *',
  '10 4 * * mon-fri',
  '0 12 31 * *',
  '0 0 29 2 *',
  '*/20 2 1,15 * *',
  '45 1 13 * fri',
]

/** Time zones with a change of half an hour, and of an hour at midnight; with the days of the changes. */
const zones: { rules: ScheduleRules; seed: number; changes: string[] }[] = [
  { rules: { timeZone: 'Australia/Lord_Howe', scheduleJitterMinutes: 0 }, seed: 2, changes: ['04-01', '09-30'] },
  { rules: { timeZone: 'America/Santiago', scheduleJitterMinutes: 60 }, seed: 3, changes: ['04-02', '09-03'] },
]

describe('a year of schedules', function () {
  for (const { rules, seed, changes } of zones) {
    it(`queues each occurrence once in ${rules.timeZone}, with concurrent, killed and wrong-clock schedulers`, async () => {
      const db = await freshDatabase()
      const year = await aYear(db, rules, seed)

      for (const at of momentsOf(seed, changes)) await year.pass(at)

      const devices = await year.ends()
      const count = devices.reduce((sum, device) => sum + device.queued, 0)
      expect(count).to.be.greaterThan(600)
      for (const { faults } of devices) expect(faults).to.deep.equal([])
      await db.drop()
    })
  }
})

/** Returns times that are hours, sometimes days, apart, and within about an hour of each clock change. */
function momentsOf(seed: number, changes: string[]): number[] {
  const random = seeded(seed)
  const moments: number[] = []
  for (let at = begin; at < end; at += (random() < 0.1 ? 160 : 50) * random() * hour) {
    moments.push(at)
    if (random() < 0.2) moments.push(at + 50 * random() * minute) // before a fast clock is corrected
  }
  for (const day of changes) {
    const change = Date.parse(`2028-${day}T00:00:00Z`)
    for (let at = change - 6 * hour; at < change + 18 * hour; at += (30 + 60 * random()) * minute) moments.push(at)
  }
  return moments.sort((a, b) => a - b)
}

/** The occurrences that a device must run: those of one schedule, from when it was set until it is changed. */
interface Term {
  schedule: string
  from: number
}

interface Row {
  at: number
  lastAt: number
  outcome: string
  count: number
}

async function aYear(db: TestDatabase, rules: ScheduleRules, seed: number) {
  const random = seeded(seed * 100)
  const calendar = createCalendar(rules.timeZone)
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T
  const asPlatform = <T>(work: (trx: ScopedTransaction) => PromiseLike<T>) =>
    inScope(db.knex, { kind: 'platform' }, work)
  const ids = await fill(db, rules, () => pick(schedules))
  const terms = new Map<string, Term>(ids.map(({ id, schedule }) => [id, { schedule, from: begin }]))
  const seen = new Map<string, Row[]>(ids.map(({ id }) => [id, []]))
  const faults = new Map<string, string[]>(ids.map(({ id }) => [id, []]))

  /** A replica whose clock may be wrong, and that may die before or just after its transaction ends. */
  function replica(now: number): RunInSystemTransaction {
    return async (step) => {
      const fate = random()
      const result = await asPlatform(async (trx) => {
        const done = await step({ trx, now: new Date(now) })
        if (fate < 0.1) throw new Error('killed')
        return done
      })
      if (fate > 0.95) throw new Error('killed')
      return result
    }
  }

  /** Reads the new rows of a device and checks them against its term. */
  async function harvest(trx: ScopedTransaction, id: string, upTo: number | null) {
    const rows = await rowsOf(trx, id)
    const before = seen.get(id) as Row[]
    const term = terms.get(id) as Term
    const known = new Set(before.map(({ at }) => at))
    const fresh = rows.filter(({ at }) => !known.has(at))
    faults.get(id)?.push(...faultsOf(term, fresh, before, upTo, calendar).map((fault) => `${id}: ${fault}`))
    seen.set(id, rows)
  }

  async function change(id: string, now: number) {
    await asPlatform(async (trx) => {
      const device = await Device.query(trx).findById(id).forUpdate().throwIfNotFound()
      await harvest(trx, id, null)
      const enabled = device.enabled ? random() < 0.7 : true
      const schedule = pick(schedules)
      await device
        .$query(trx)
        .patch({ enabled, schedule, ...nextRunOf({ ...device, enabled, schedule }, new Date(now), rules) })
      terms.set(id, { schedule: enabled ? schedule : '', from: now })
    })
  }

  return {
    /** Runs one step: up to three replicas queue due backups concurrently, while users and agents continue. */
    async pass(at: number) {
      const skew = random() < 0.2 ? pick([-lagMs, hour, 2 * hour]) : 0
      const doings: Promise<unknown>[] = []
      for (let left = pick([1, 1, 2, 3]); left > 0; left -= 1) {
        const options = { ...rules, batch: pick([7, 40, 1_000]) }
        doings.push(queueDueBackups(replica(at + skew + pick([0, 0, 0, 1_500])), options))
      }
      if (random() < 0.2) doings.push(alignSchedules(replica(at + skew), rules))
      if (random() < 0.3) doings.push(change(pick(ids).id, at))
      if (random() < 0.7) doings.push(asPlatform((trx) => endJobs(trx, random())))
      if (random() < 0.3) doings.push(asPlatform((trx) => trigger(trx, pick(ids), at)))
      for (const done of await Promise.allSettled(doings)) {
        if (done.status === 'rejected' && done.reason?.message !== 'killed') throw done.reason
      }
    },

    /** Queues due backups a last time, on a surviving replica, and checks each device's occurrences. */
    async ends() {
      const last = end + 2 * hour
      await queueDueBackups((step) => asPlatform((trx) => step({ trx, now: new Date(last) })), rules)
      return asPlatform(async (trx) => {
        const devices = []
        for (const { id } of ids) {
          await harvest(
            trx,
            id,
            last - jitterMs(id, terms.get(id)?.schedule || '* * * * *', rules.scheduleJitterMinutes),
          )
          const queued = (seen.get(id) as Row[]).filter(({ outcome }) => outcome === 'queued').length
          const { rows } = await trx.raw(
            'select count(*) as jobs from jobs where device_id = ? and occurrence_at is not null',
            [id],
          )
          if (rows[0].jobs !== queued) faults.get(id)?.push(`${rows[0].jobs} jobs of ${queued} occurrences`)
          devices.push({ id, queued, faults: faults.get(id) as string[] })
        }
        return devices
      })
    },
  }
}

/**
 * Compares a term's occurrences with the resulting rows.
 * @param before rows of earlier terms, whose occurrences are not repeated
 * @param upTo every occurrence until then must have a row; null: those until the last row
 */
function faultsOf(
  { schedule, from }: Term,
  rows: Row[],
  before: Row[],
  upTo: number | null,
  calendar: Calendar,
): string[] {
  if (schedule === '') return rows.length > 0 ? ['queued while it was disabled'] : []
  const faults: string[] = []
  const until = upTo ?? Math.max(0, ...rows.map(({ lastAt }) => lastAt))
  const isOld = (at: number) => before.some((row) => row.at <= at && at <= row.lastAt)
  const counted = rows.map(() => 0)
  const earliest = Math.min(from, ...rows.map(({ at }) => at - 1))
  if (earliest < from - lagMs) faults.push(`begins ${new Date(earliest + 1).toISOString()}, before its term`)
  for (let at = calendar.next(schedule, earliest); at !== null && at <= until; at = calendar.next(schedule, at)) {
    const holders = rows.flatMap((row, index) => (row.at <= at && at <= row.lastAt ? [index] : []))
    for (const index of holders) counted[index] = (counted[index] ?? 0) + 1
    if (holders.length > 1) faults.push(`twice: ${new Date(at).toISOString()} of ${schedule}`)
    if (holders.length === 0 && at > from && !isOld(at))
      faults.push(`lost: ${new Date(at).toISOString()} of ${schedule}`)
  }
  rows.forEach((row, index) => {
    if (row.count !== counted[index])
      faults.push(
        `${row.outcome} ${new Date(row.at).toISOString()} of ${schedule} says ${row.count}, is ${counted[index]}`,
      )
  })
  return faults
}

async function rowsOf(trx: ScopedTransaction, id: string): Promise<Row[]> {
  const { rows } = await trx.raw(
    'select occurrence_at, last_occurrence_at, outcome, count from occurrences where device_id = ? order by occurrence_at',
    [id],
  )
  return rows.map((row: { occurrence_at: Date; last_occurrence_at: Date; outcome: string; count: number }) => ({
    at: row.occurrence_at.getTime(),
    lastAt: row.last_occurrence_at.getTime(),
    outcome: row.outcome,
    count: row.count,
  }))
}

/** Completes a share of the pending jobs, as agents do. */
function endJobs(trx: ScopedTransaction, part: number) {
  return trx.raw(
    `update jobs set status = 'unchanged', finished_at = queued_at
     where status = 'queued' and ('x' || right(md5(id::text), 4))::bit(16)::integer < ?`,
    [Math.floor(part * 65_536)],
  )
}

function trigger(trx: ScopedTransaction, { id, tenantId }: { id: string; tenantId: string }, at: number) {
  return trx.raw(
    `insert into jobs (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before)
     values (?, ?, ?, 'backup', 'manual', 'somebody', 'queued', ?, ?)
     on conflict (tenant_id, device_id) where kind = 'backup' and status in ('queued', 'running', 'retrying') do nothing`,
    [randomUUIDv7(), tenantId, id, new Date(at), new Date(at)],
  )
}

async function fill(db: TestDatabase, rules: ScheduleRules, schedule: () => string) {
  const at = new Date(begin)
  const stamp = { createdAt: at, updatedAt: at }
  const tenants = Array.from({ length: 5 }, () => randomUUIDv7())
  const devices = Array.from({ length: 35 }, (_, index) => {
    const device = { id: randomUUIDv7(), schedule: schedule(), enabled: true, decommissionedAt: null }
    const tenantId = tenants[index % tenants.length] as string
    const named = { name: `d${index}`, hostname: 'd', platform: 'netco_iosxe', search: '' }
    return { ...device, ...named, ...stamp, tenantId, ...nextRunOf(device, at, rules) }
  })
  await inScope(db.knex, { kind: 'platform' }, async (trx) => {
    await Tenant.query(trx).insert(tenants.map((id) => ({ id, slug: id, name: id, prefix: id, ...stamp })))
    await Device.query(trx).insert(devices)
  })
  return devices
}
