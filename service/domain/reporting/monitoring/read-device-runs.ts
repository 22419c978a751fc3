import type { Device } from '../../../store/models/device.ts'
import type { Counting } from '../daily-report/count-devices.ts'

/** The last run of a device in service, for metrics. */
export interface RunsOfDevice {
  customer: string
  device: string
  site: string
  platform: string
  lastOutcome: Device['lastOutcome']
  /** Null: no success yet. */
  successAgeSeconds: number | null
  /** From the start of the first attempt to the end of the run; null: no run started, or its row has expired. */
  durationSeconds: number | null
  /** Whether the latest version of an artifact differs from its pinned version; null: nothing is pinned. */
  isDrifted: boolean | null
}

/**
 * Returns the first `max` devices in service by customer and name, and how many further devices the scope has. One
 * statement for any number of devices.
 */
export async function readDeviceRuns(
  { trx, tenantId, now }: Counting,
  max: number,
): Promise<{ devices: RunsOfDevice[]; omitted: number }> {
  const { rows } = await trx.raw<{ rows: (RunsOfDevice & { total: number })[] }>(
    `with chosen as (
       select d.tenant_id, d.id, t.slug as customer, d.name as device, d.site, d.platform, d.last_outcome,
         d.last_success_at, d.last_job_id, count(*) over ()::int as total
       from devices d join tenants t on t.id = d.tenant_id
       where d.decommissioned_at is null and d.enabled and ${tenantId === null ? 'true' : 'd.tenant_id = :tenantId'}
       order by t.slug, d.name limit :max),
     pinned as (
       select tenant_id, device_id, bool_or(drifted) as drifted from pins
       ${tenantId === null ? '' : 'where tenant_id = :tenantId'} group by 1, 2)
     select c.customer, c.device, c.site, c.platform, c.last_outcome as "lastOutcome", c.total,
       extract(epoch from cast(:now as timestamptz) - c.last_success_at)::int as "successAgeSeconds",
       extract(epoch from j.finished_at - j.started_at)::float8 as "durationSeconds", p.drifted as "isDrifted"
     from chosen c
     left join jobs j on j.tenant_id = c.tenant_id and j.id = c.last_job_id
     left join pinned p on p.tenant_id = c.tenant_id and p.device_id = c.id
     order by c.customer, c.device`,
    { tenantId, now, max },
  )
  return {
    devices: rows.map(({ total: _total, ...device }) => device),
    omitted: (rows[0]?.total ?? 0) - rows.length,
  }
}
