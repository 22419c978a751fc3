import type { SystemContext, RunInSystemTransaction } from '../../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { type Calendar, createCalendar } from '../../../../shared/cron/calendar.ts'
import { sendSignals } from '../../../store/pg-notify.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { delayedStart } from '../../policies/blackouts/delayed-start.ts'
import { readBlackouts } from '../../policies/blackouts/read-blackouts.ts'
import { type Due, type DueDevice, type Range, decideDue } from '../../policies/schedules/decide-due.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'

/** Numbers of occurrences by outcome. */
export type QueueCounts = Record<'queued' | 'merged' | 'missed' | 'skipped', number>

export interface QueueOptions extends ScheduleRules {
  /** Maximum number of devices of a transaction. */
  batch?: number
  /** Ends the round after the current batch. */
  stopping?: AbortSignal
}

/** Maximum attempts of a batch whose devices were triggered at the same time. */
const attempts = 5

/**
 * Queues due backups and records the outcome of each occurrence: queued; merged with the pending job of its device;
 * missed, because a later one is due too; or skipped, because the tenant's keys are destroyed. A start within a
 * blackout moves to its end, and the device still waits for the same occurrence. Any number of replicas may run it at
 * the same time: a device that one of them has locked is skipped by the others. A batch is one transaction, so an
 * interrupted batch is repeated as a whole.
 */
export async function queueDueBackups(
  runInSystemTransaction: RunInSystemTransaction,
  { batch = 1_000, stopping, ...rules }: QueueOptions,
): Promise<QueueCounts> {
  const total: QueueCounts = { queued: 0, merged: 0, missed: 0, skipped: 0 }
  const calendar = createCalendar(rules.timeZone)
  let failures = 0
  while (!stopping?.aborted) {
    try {
      const { seen, ticked } = await runInSystemTransaction((context) => tickBatch(context, rules, calendar, batch))
      for (const [outcome, count] of Object.entries(ticked)) total[outcome as keyof QueueCounts] += count
      failures = 0
      if (seen < batch) break
    } catch (error) {
      failures += 1
      if (violatedConstraint(error)?.kind !== 'unique' || failures === attempts) throw error
    }
  }
  return total
}

async function tickBatch(context: SystemContext, rules: ScheduleRules, calendar: Calendar, batch: number) {
  const devices = await lockDue(context, batch)
  const blackoutsOf = devices.length > 0 ? await readBlackouts(context.trx, devices) : () => []
  const plans = devices.map((device) => {
    const held = delayedStart(device, blackoutsOf(device), context.now, rules, calendar)
    if (held && !device.keysDestroyed) return heldPlan(device, held.start)
    return planOf(device, decideDue(device, context.now, rules, calendar))
  })
  const ticked = plans.length > 0 ? await record(context, plans) : {}
  return { seen: devices.length, ticked }
}

interface LockedDevice extends DueDevice {
  tenantId: string
  site: string
  /** A blackout moved its start to this moment. */
  heldUntil: Date | null
  /** A pending backup of the device. */
  pendingJobId: string | null
  keysDestroyed: boolean
}

/**
 * Waits for no lock: other transactions lock a job before its device, so this one only reads which job exists. Uses the
 * order of the ids, as triggers do.
 */
async function lockDue({ trx, now }: SystemContext, batch: number): Promise<LockedDevice[]> {
  const { rows } = await trx.raw<{ rows: Omit<LockedDevice, 'recorded'>[] }>(
    `select due.*,
       exists (
         select from tenant_keys k
         where k.tenant_id = due."tenantId" and k.destroyed_at is not null) as "keysDestroyed",
       (select j.id from jobs j
        where j.tenant_id = due."tenantId" and j.device_id = due.id
          and j.kind = 'backup' and j.status in ('queued', 'running', 'retrying')) as "pendingJobId"
     from (
       select id, tenant_id as "tenantId", site, schedule, next_occurrence_at as "nextOccurrenceAt",
         held_until as "heldUntil" from devices
       where next_run_at <= :now and enabled and decommissioned_at is null
       order by next_run_at limit :batch for no key update skip locked) as due
     order by due.id`,
    { now, batch },
  )
  return addRecords({ trx, now }, rows)
}

/** In a separate statement, which sees what other replicas committed while this one waited for the locks. */
async function addRecords(
  { trx, now }: SystemContext,
  devices: Omit<LockedDevice, 'recorded'>[],
): Promise<LockedDevice[]> {
  if (devices.length === 0) return []
  const { rows } = await trx.raw<{ rows: (Range & { deviceId: string })[] }>(
    `select d.id as "deviceId", r.first_at as "from", r.last_at as "to"
     from unnest(:tenants::uuid[], :ids::uuid[], :nexts::timestamptz[]) as d (tenant_id, id, next_at)
     cross join lateral (
       select occurrence_at as first_at, last_occurrence_at as last_at from occurrences o
       where o.tenant_id = d.tenant_id and o.device_id = d.id and o.occurrence_at between d.next_at and :now
       union all
       (select occurrence_at, last_occurrence_at from occurrences o
        where o.tenant_id = d.tenant_id and o.device_id = d.id and o.occurrence_at < d.next_at
        order by occurrence_at desc limit 1)
       union all
       select occurrence_at, occurrence_at from jobs j
       where j.tenant_id = d.tenant_id and j.device_id = d.id and j.occurrence_at between d.next_at and :now) as r
     where r.last_at >= d.next_at
     order by r.first_at, r.last_at`,
    {
      now,
      tenants: devices.map(({ tenantId }) => tenantId),
      ids: devices.map(({ id }) => id),
      nexts: devices.map(({ nextOccurrenceAt }) => nextOccurrenceAt),
    },
  )
  const recorded = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return devices.map((device) => ({ ...device, recorded: recorded.get(device.id) ?? [] }))
}

interface Plan extends Due {
  device: LockedDevice
  outcome: 'queued' | 'merged' | 'skipped'
  jobId: string | null
  reason: string | null
}

function planOf(device: LockedDevice, due: Due): Plan {
  if (device.keysDestroyed) return { ...due, device, outcome: 'skipped', jobId: null, reason: 'keys_destroyed' }
  if (device.pendingJobId) return { ...due, device, outcome: 'merged', jobId: device.pendingJobId, reason: null }
  return { ...due, device, outcome: 'queued', jobId: randomUUIDv7(), reason: null }
}

/** Its occurrence has no outcome yet. */
function heldPlan(device: LockedDevice, start: Date): Plan {
  const next = { nextOccurrenceAt: device.nextOccurrenceAt, nextRunAt: start, heldUntil: start }
  return { device, occurrenceAt: null, missed: [], next, outcome: 'queued', jobId: null, reason: null }
}

/**
 * Writes a batch in one statement: outcomes of occurrences, jobs, the next runs of devices, and one signal for each
 * tenant. An occurrence that is recorded already, because the clock was set back, is not queued again.
 */
async function record({ trx, now }: SystemContext, plans: Plan[]): Promise<Partial<QueueCounts>> {
  const missed = plans.flatMap(({ device, missed: ranges }) => ranges.map((range) => ({ ...range, device })))
  const { rows } = await trx.raw<{ rows: { outcome: keyof QueueCounts; count: number; tenants: string[] }[] }>(
    `with ran as (
       select * from unnest(:tenants::uuid[], :devices::uuid[], :occurrences::timestamptz[], :outcomes::text[],
         :jobs::uuid[], :reasons::text[], :nextOccurrences::timestamptz[], :nextRuns::timestamptz[], :holds::timestamptz[])
         as r (tenant_id, device_id, occurrence_at, outcome, job_id, reason, next_occurrence_at, next_run_at, held_until)),
     missed as (
       insert into occurrences
         (tenant_id, device_id, occurrence_at, outcome, reason, last_occurrence_at, count, recorded_at)
       select m.tenant_id, m.device_id, m.first_at, 'missed', m.reason, m.last_at, m.count, :now
       from unnest(:missedTenants::uuid[], :missedDevices::uuid[], :firsts::timestamptz[], :lasts::timestamptz[],
         :counts::integer[], :missedReasons::text[]) as m (tenant_id, device_id, first_at, last_at, count, reason)
       on conflict do nothing
       returning tenant_id, 'missed' as outcome, count),
     recorded as (
       insert into occurrences
         (tenant_id, device_id, occurrence_at, outcome, job_id, reason, last_occurrence_at, count, recorded_at)
       select tenant_id, device_id, occurrence_at, outcome, job_id, reason, occurrence_at, 1, :now from ran
       where occurrence_at is not null
       on conflict do nothing
       returning tenant_id, device_id, occurrence_at, outcome, job_id, count),
     queued as (
       insert into jobs
         (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before, occurrence_at)
       select job_id, tenant_id, device_id, 'backup', 'schedule', 'schedule', 'queued', :now, :now, occurrence_at
       from recorded where outcome = 'queued'),
     moved as (
       update devices d set next_occurrence_at = ran.next_occurrence_at, next_run_at = ran.next_run_at,
         held_until = ran.held_until
       from ran where d.tenant_id = ran.tenant_id and d.id = ran.device_id)
     select outcome, sum(count)::integer as count, array_agg(distinct tenant_id::text) as tenants
     from (select tenant_id, outcome, count from recorded union all select tenant_id, outcome, count from missed) as all_of_them
     group by outcome`,
    {
      now,
      tenants: plans.map(({ device }) => device.tenantId),
      devices: plans.map(({ device }) => device.id),
      occurrences: plans.map(({ occurrenceAt }) => occurrenceAt),
      outcomes: plans.map(({ outcome }) => outcome),
      jobs: plans.map(({ jobId }) => jobId),
      reasons: plans.map(({ reason }) => reason),
      nextOccurrences: plans.map(({ next }) => next.nextOccurrenceAt),
      nextRuns: plans.map(({ next }) => next.nextRunAt),
      holds: plans.map(({ next }) => next.heldUntil),
      missedTenants: missed.map(({ device }) => device.tenantId),
      missedDevices: missed.map(({ device }) => device.id),
      firsts: missed.map(({ from }) => from),
      lasts: missed.map(({ to }) => to),
      counts: missed.map(({ count }) => count),
      missedReasons: missed.map(({ device }) => (device.heldUntil ? 'held by a blackout' : 'not queued in time')),
    },
  )
  await sendSignals(trx, 'jobs', rows.find(({ outcome }) => outcome === 'queued')?.tenants ?? [])
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}
