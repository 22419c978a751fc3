import type { FailureCode } from '../../../../shared/contract/failures.ts'
import type { SystemContext } from '../../kernel/context.ts'
import type { PeriodFigures, PeriodRows } from './period-figures.ts'
import { maxExamples } from './section-limits.ts'

/** A device with failures of one cause. */
export interface FailedDevice {
  tenantId: string
  cause: FailureCode
  device: string
  runs: number
}

/** How long before its end a run may have been queued, in days: longer than retries and the wait for an agent. */
const longestDays = 14

/**
 * Counts the backups that ended in the period, and those that failed by cause, in one pass.
 * @returns also the devices with the most failures of each tenant and cause
 */
export async function countFailures(
  { trx }: Pick<SystemContext, 'trx'>,
  { tenantId, from, until }: PeriodRows,
): Promise<Pick<PeriodFigures, 'causes' | 'runs' | 'failedRuns'> & { devices: FailedDevice[] }> {
  const { rows } = await trx.raw<{ rows: FoundCause[] }>(
    `with grouped as (
       select tenant_id, case when status in ('failed', 'blocked') then coalesce(error_code, 'internal') end as cause,
         case when status in ('failed', 'blocked') then device_id end as device_id, count(*)::int as runs
       from jobs
       where kind = 'backup' and status in ('succeeded', 'unchanged', 'partial', 'blocked', 'failed')
         and finished_at >= :from and finished_at < :until
         and queued_at >= :from::timestamptz - interval '${longestDays} days' and queued_at < :until
         ${tenantId === null ? '' : 'and tenant_id = :tenantId'}
       group by 1, 2, 3
     ), ranked as (
       select *, row_number() over (partition by tenant_id, cause order by runs desc, device_id) as place,
         sum(runs) over (partition by tenant_id, cause) as all_runs, count(*) over (partition by tenant_id, cause) as devices
       from grouped
     )
     select r.tenant_id as "tenantId", r.cause, r.runs, r.place::int as place, r.all_runs::int as "allRuns",
       r.devices::int as devices, d.name as device
     from ranked r left join devices d on d.tenant_id = r.tenant_id and d.id = r.device_id
     where r.place <= :maxExamples
     order by r.runs desc, d.name`,
    { tenantId, from, until, maxExamples },
  )
  const causes = new Map<FailureCode, { cause: FailureCode; runs: number; devices: number }>()
  let runs = 0
  for (const { cause, place, allRuns, devices } of rows) {
    if (place !== 1) continue
    runs += allRuns
    if (cause === null) continue
    const sum = causes.get(cause) ?? { cause, runs: 0, devices: 0 }
    causes.set(cause, { cause, runs: sum.runs + allRuns, devices: sum.devices + devices })
  }
  const ordered = [...causes.values()].toSorted((a, b) => b.runs - a.runs || a.cause.localeCompare(b.cause))
  return {
    causes: ordered,
    runs,
    failedRuns: ordered.reduce((sum, cause) => sum + cause.runs, 0),
    devices: rows.flatMap(({ tenantId: whose, cause, device, runs: failed }) =>
      cause !== null && device !== null ? [{ tenantId: whose, cause, device, runs: failed }] : [],
    ),
  }
}

interface FoundCause {
  tenantId: string
  /** Null: successful runs. */
  cause: FailureCode | null
  runs: number
  place: number
  allRuns: number
  devices: number
  device: string | null
}
