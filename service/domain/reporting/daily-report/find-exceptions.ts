import type { Device } from '../../../store/models/device.ts'
import type { Job } from '../../../store/models/job.ts'
import { type DeviceState, deviceStateSql } from '../../inventory/devices/device-state.ts'
import { findWaitReasons } from '../../jobs/find-wait-reasons.ts'
import type { Counting } from './count-devices.ts'
import { affectedDevicesSql } from './affected-devices.ts'

/** A device that needs attention, and its last backup that ended, still sealed. */
export interface ExceptionRow {
  tenantId: string
  deviceId: string
  name: string
  state: DeviceState
  lastSuccessAt: Date | null
  /** At most ten, latest first. */
  suspiciousVersions: string[]
  isNotCompared: boolean
  /** Whether it differs from a pinned version. */
  isDrifted: boolean
  /** Whether its latest stored version cannot be read completely. */
  isDamaged: boolean
  lastRun: Pick<Job, 'id' | 'status' | 'error' | 'errorCode' | 'summary'> | null
  /** Whether it is stale or was never backed up, and its queued backup waits for an agent. */
  lacksAgent: boolean
}

/** Maximum number of exceptions listed per tenant; the device list has pages for more. */
const mostListed = 5_000

/**
 * Returns the exceptions: devices in service that failed, are blocked, stale or partial, or that have a schedule and
 * never ran. Also devices whose latest version cannot be read completely, with an unreviewed suspicious version or a
 * fingerprint that was not compared, or that differ from a pinned version. Tenants whose keys were destroyed have no
 * exceptions. Within a tenant, most severe first, then by name. Each part of the union uses one index and returns all
 * columns, so that the rest of a large inventory is not read.
 * @returns `counts`: all exceptions by tenant, listed or not
 */
export async function findExceptions({
  trx,
  tenantId,
  now,
}: Counting): Promise<{ rows: ExceptionRow[]; counts: Map<string, number> }> {
  const state = deviceStateSql(now)
  const whose = tenantId === null ? '' : 'and tenant_id = :tenantId'
  const stateSql = state.sql.replaceAll('?', ':now ') // the space is needed: knex parses `:now:` as an identifier
  const { rows } = await trx.raw(
    `with ${affectedDevicesSql(tenantId === null ? '' : 'and a.tenant_id = :tenantId')},
     marked as (
       select tenant_id, device_id from versions where suspicious is not null and reviewed_at is null ${whose}
       union
       select tenant_id, device_id from fingerprints where status = 'approved' and not compared ${whose}
       union
       select tenant_id, device_id from pins where drifted ${whose}
       union
       select tenant_id, device_id from hurt
     ), devices as (
       select ${columns} from devices where standing in ('failed', 'blocked', 'partial') ${whose}
       union
       select ${columns} from devices where standing = 'never' and schedule <> '' ${whose}
       union
       select ${columns} from devices where standing in ('changed', 'unchanged') and stale_at <= :now ${whose}
       union
       select ${columns} from devices where standing not in ('disabled', 'decommissioned') ${whose}
         and (tenant_id, id) in (select tenant_id, device_id from marked)
     ), ranked as (
       select devices.tenant_id, id, name, platform, last_success_at, ${stateSql} as state, hurt.device_id is not null as damaged,
         count(*) over (partition by devices.tenant_id) as total,
         row_number() over (partition by devices.tenant_id
           order by array_position(array['failed', 'blocked', 'damaged', 'stale', 'never', 'partial'],
             case when hurt.device_id is not null and ${stateSql} not in ('failed', 'blocked') then 'damaged'
               else ${stateSql} end), name) as place
       from devices
       left join hurt on hurt.tenant_id = devices.tenant_id and hurt.device_id = devices.id
       where not exists (
         select from tenant_keys k where k.tenant_id = devices.tenant_id and k.destroyed_at is not null)
     )
     select d.tenant_id as "tenantId", d.id as "deviceId", d.name, d.state, d.last_success_at as "lastSuccessAt",
       d.total::int as total, d.damaged as "isDamaged",
       array(select v.id from versions v
         where v.tenant_id = d.tenant_id and v.device_id = d.id and v.suspicious is not null and v.reviewed_at is null
         order by v.captured_at desc, v.id desc limit 10) as "suspiciousVersions",
       exists (select from fingerprints f where f.tenant_id = d.tenant_id and f.device_id = d.id
         and f.status = 'approved' and not f.compared) as "isNotCompared",
       exists (select from pins p where p.tenant_id = d.tenant_id and p.device_id = d.id and p.drifted) as "isDrifted",
       d.platform, queued.id as "queuedId", j.id as "runId", j.status, j.error, j.error_code as "errorCode", j.summary
     from ranked d
     left join lateral (
       select * from jobs where jobs.tenant_id = d.tenant_id and jobs.device_id = d.id and jobs.kind = 'backup'
         and jobs.finished_at is not null and jobs.status <> 'cancelled'
       order by jobs.queued_at desc, jobs.id desc limit 1
     ) j on true
     left join lateral (
       select id from jobs where jobs.tenant_id = d.tenant_id and jobs.device_id = d.id and jobs.kind = 'backup'
         and jobs.status = 'queued' and d.state in ('stale', 'never')
       limit 1
     ) queued on true
     where d.place <= :mostListed
     order by d.tenant_id, d.place`,
    { tenantId, now, mostListed },
  )
  const queued = rows.flatMap(({ queuedId: id, platform }: FoundRow) =>
    id === null ? [] : [{ id, platform, status: 'queued' as const }],
  )
  const waits = await findWaitReasons({ trx, now }, queued)
  return {
    rows: rows.map((row: FoundRow) => rowOf(row, waits.has(row.queuedId ?? ''))),
    counts: new Map(rows.map((row: { tenantId: string; total: number }) => [row.tenantId, row.total])),
  }
}

const columns = 'tenant_id, id, name, platform, standing, stale_at, last_success_at'

type FoundRow = Omit<ExceptionRow, 'lastRun' | 'lacksAgent'> &
  NonNullable<ExceptionRow['lastRun']> & {
    runId: string | null
    queuedId: string | null
    platform: Device['platform']
    total: number
  }

function rowOf(
  {
    runId,
    queuedId: _queuedId,
    platform: _platform,
    total: _total,
    status,
    error,
    errorCode,
    summary,
    ...device
  }: FoundRow,
  lacksAgent: boolean,
): ExceptionRow {
  return { ...device, lacksAgent, lastRun: runId === null ? null : { id: runId, status, error, errorCode, summary } }
}
