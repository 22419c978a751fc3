import type { SystemContext, RunInSystemTransaction } from '../../kernel/context.ts'
import { type Calendar, createCalendar } from '../../../../shared/cron/calendar.ts'
import type { Device } from '../../../store/models/device.ts'
import { type NextRun, noNextRun, startOf } from '../../policies/schedules/next-run.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'

/** Maximum number of devices of a transaction. */
const batch = 1_000

/**
 * Checks the next run of every device with a schedule, at the start of a service and periodically. It may result from
 * another time zone or jitter, from a clock that was far ahead, or from a restored database. Due devices are not
 * changed: the tick starts one run for them. Any number of replicas may run it at the same time.
 * @returns the number of changed devices
 */
export async function alignSchedules(
  runInSystemTransaction: RunInSystemTransaction,
  rules: ScheduleRules,
): Promise<number> {
  const calendar = createCalendar(rules.timeZone)
  let changed = 0
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) {
    const from: string = after
    const round = await runInSystemTransaction((context) => alignBatch(context, rules, calendar, from))
    changed += round.changed
    after = round.last
  }
  return changed
}

type ScheduleState = Pick<Device, 'id' | 'tenantId' | 'schedule'> & NextRun

async function alignBatch(context: SystemContext, rules: ScheduleRules, calendar: Calendar, after: string) {
  const { trx, now } = context
  const { rows } = await trx.raw<{ rows: ScheduleState[] }>(
    `select id, tenant_id as "tenantId", schedule, next_run_at as "nextRunAt", next_occurrence_at as "nextOccurrenceAt",
       held_until as "heldUntil"
     from devices where schedule <> '' and enabled and decommissioned_at is null and id > ?
     order by id limit ${batch}`,
    [after],
  )
  const wrong = rows.filter((device) => !isAligned(device, now, rules, calendar))
  const changed = wrong.length > 0 ? await move(context, wrong, rules, calendar) : 0
  return { changed, last: rows.length === batch ? (rows.at(-1)?.id ?? null) : null }
}

/**
 * Returns whether a device waits for an occurrence of its schedule, at the latest the next one. An occurrence may be in
 * the past if its start is not, or if a blackout delays it.
 */
export function isAligned(device: ScheduleState, now: Date, rules: ScheduleRules, calendar: Calendar): boolean {
  const { schedule, nextRunAt, nextOccurrenceAt, heldUntil } = device
  const next = calendar.next(schedule, now.getTime())
  if (next === null || !nextRunAt || !nextOccurrenceAt) return next === null && nextRunAt === null
  if (nextRunAt <= now) return true
  const at = nextOccurrenceAt.getTime()
  if (heldUntil && at <= now.getTime()) return heldUntil.getTime() < now.getTime() + longestHoldMs
  const isAnOccurrence = calendar.next(schedule, at - 1) === at
  return isAnOccurrence && at <= next && startOf(device, at, rules).nextRunAt.getTime() === nextRunAt.getTime()
}

/** A larger shift of the start was made by a clock that was ahead. */
const longestHoldMs = 40 * 24 * 3_600_000

/** Only devices that were not changed meanwhile. */
async function move({ trx, now }: SystemContext, devices: ScheduleState[], rules: ScheduleRules, calendar: Calendar) {
  const next = devices.map((device) => {
    const at = calendar.next(device.schedule, now.getTime())
    return at === null ? noNextRun : startOf(device, at, rules)
  })
  const { rowCount } = await trx.raw(
    `update devices d set next_occurrence_at = w.next_occurrence_at, next_run_at = w.next_run_at, held_until = null
     from unnest(:tenants::uuid[], :ids::uuid[], :schedules::text[], :was::timestamptz[],
       :nextOccurrences::timestamptz[], :nextRuns::timestamptz[])
       as w (tenant_id, id, schedule, was_at, next_occurrence_at, next_run_at)
     where d.tenant_id = w.tenant_id and d.id = w.id and d.schedule = w.schedule
       and d.next_run_at is not distinct from w.was_at and d.enabled and d.decommissioned_at is null`,
    {
      tenants: devices.map(({ tenantId }) => tenantId),
      ids: devices.map(({ id }) => id),
      schedules: devices.map(({ schedule }) => schedule),
      was: devices.map(({ nextRunAt }) => nextRunAt),
      nextOccurrences: next.map(({ nextOccurrenceAt }) => nextOccurrenceAt),
      nextRuns: next.map(({ nextRunAt }) => nextRunAt),
    },
  )
  return rowCount ?? 0
}
