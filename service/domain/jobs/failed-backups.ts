import type { Job } from '../../store/models/job.ts'
import type { ActionContext } from '../kernel/context.ts'
import { type Run, getRuns } from './runs.ts'

/** Selects devices whose last backup failed: of one platform, with one cause. */
export interface FailedFilter {
  platform?: string
  errorCode?: string
}

/** Devices whose last backup ended in the same way, with the latest of these runs as an example. */
export interface FailureCause {
  status: Extract<Job['status'], 'failed' | 'blocked'>
  errorCode: string | null
  devices: number
  latest: Run
}

/**
 * Groups the devices in scope whose last backup failed or was blocked by its cause, the most frequent first. Devices that
 * are disabled or out of service do not count. A device with a newer run under way still does: how that ends is not known.
 */
export async function groupFailedBackups(context: ActionContext, filter: FailedFilter): Promise<FailureCause[]> {
  const { sql, values } = failedBackups(filter)
  const { rows } = await context.trx.raw<{ rows: (Omit<FailureCause, 'latest' | 'errorCode'> & Grouped)[] }>(
    `select status, error_code, count(*)::int as devices, (array_agg(run_id order by queued_at desc, run_id desc))[1] as run_id
     from (${sql}) as failed group by status, error_code order by devices desc, error_code, status`,
    values,
  )
  const runs = new Map((await getRuns(context, rows.map(({ run_id: id }) => id))).map((run) => [run.id, run])) // prettier-ignore
  return rows.flatMap(({ status, error_code: errorCode, devices, run_id: id }) => {
    const latest = runs.get(id)
    return latest ? [{ status, errorCode, devices, latest }] : []
  })
}

interface Grouped {
  error_code: string | null
  run_id: string
}

/** The devices themselves, in the order of their ids. */
export async function findFailedDevices(context: ActionContext, filter: FailedFilter): Promise<string[]> {
  const { sql, values } = failedBackups(filter)
  const { rows } = await context.trx.raw<{ rows: { device_id: string }[] }>(
    `select device_id from (${sql}) as failed order by device_id`,
    values,
  )
  return rows.map((row) => row.device_id)
}

function failedBackups({ platform = null, errorCode = null }: { platform?: string | null; errorCode?: string | null }) {
  const sql = `
    select d.id as device_id, last.id as run_id, last.status, last.error_code, last.queued_at
    from devices d cross join lateral (
      select id, status, error_code, queued_at from jobs
      where jobs.tenant_id = d.tenant_id and jobs.device_id = d.id and kind = 'backup'
        and status in ('succeeded', 'unchanged', 'partial', 'failed', 'blocked')
      order by queued_at desc, id desc limit 1
    ) last
    where d.enabled and d.decommissioned_at is null and last.status in ('failed', 'blocked')
      and (cast(:platform as text) is null or d.platform = :platform)
      and (cast(:errorCode as text) is null or last.error_code = :errorCode)`
  return { sql, values: { platform, errorCode } }
}
