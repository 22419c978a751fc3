import type { Knex } from 'knex'
import { showInstants } from '../../../store/connect.ts'
import type { Device } from '../../../store/models/device.ts'
import type { Job } from '../../../store/models/job.ts'
import { lastStatement } from '../../../store/scope.ts'
import { selectColumns } from '../../../store/select-columns.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type DeviceState, deviceStateSql } from './device-state.ts'

/** Columns of a device that are shown. */
const shownColumns = [
  'id',
  'tenantId',
  'name',
  'hostname',
  'platform',
  'transportPref',
  'schedule',
  'site',
  'tags',
  'credentialId',
  'credentialApiId',
  'credentialSshId',
  'options',
  'stalenessHours',
  'retryAttempts',
  'retryDelayMinutes',
  'trustPosture',
  'restorePolicy',
  'approvedAddress',
  'enabled',
  'hasHistory',
  'factHostname',
  'factVendor',
  'factModel',
  'factSerial',
  'factOsVersion',
  'uptimeSeconds',
  'uptimeAt',
  'endOfSaleOn',
  'endOfSupportOn',
  'decommissionedAt',
  'purgeAt',
  'purgedAt',
  'nextOccurrenceAt',
  'nextRunAt',
  'heldUntil',
  'staleAt',
  'lastSuccessAt',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Device)[]

/** A row as it is read for a page: instants are texts of the API. */
type Shown<Row> = {
  [Column in keyof Row]: Extract<Row[Column], Date> extends never ? Row[Column] : Exclude<Row[Column], Date> | string
}

type ShownDevice = Shown<Pick<Device, (typeof shownColumns)[number]>>
type ShownRun = Shown<Pick<Job, 'id' | 'status' | 'errorCode' | 'queuedAt' | 'finishedAt'>>
type ShownRestore = Shown<Pick<Job, 'id' | 'versionId' | 'status' | 'confirmUntil'>>

/** A device with its current activity. */
export interface DeviceView {
  device: ShownDevice
  state: DeviceState
  /** In the order of their ids. */
  agentIds: string[]
  /** The most recent run that ended; null before the first. */
  lastRun: ShownRun | null
  /** The restore that is running or whose outcome is not known yet. */
  restore: ShownRestore | null
  /** The time at which the view is valid. */
  now: Date
}

/** SQL text with its bindings. */
export interface BoundSql {
  sql: string
  bindings: readonly Knex.RawBinding[]
}

/** @throws DomainError not_found */
export async function getDevice(context: ActionContext, id: string): Promise<DeviceView> {
  const devices = { sql: 'select * from devices where id = ?', bindings: [id] }
  const [view] = await readViews(viewStatement(context, devices, 'devices.id'), context.now)
  if (!view) throw notFound()
  return view
}

interface ViewedRow extends ShownDevice {
  state: DeviceState
  agentIds: string[]
  runId: string | null
  runStatus: Job['status']
  runErrorCode: Job['errorCode']
  runQueuedAt: string
  runFinishedAt: string | null
  restoreId: string | null
  restoreVersionId: string | null
  restoreStatus: Job['status']
  restoreConfirmUntil: string | null
}

/**
 * Runs a query over `devices` as the last statement of the action and returns each device with its activity, in one
 * statement: round trips cost more than the rows of a page.
 * @param order in SQL, over the columns of `devices`; a join does not preserve the query's order
 */
export function viewDevices(context: ViewContext, devices: BoundSql, order: string): Promise<DeviceView[]> {
  return readViews(lastStatement(context.trx, viewStatement(context, devices, order)), context.now)
}

type ViewContext = Pick<ActionContext, 'trx' | 'now'>

const selected = selectColumns('devices', shownColumns)

function viewStatement({ trx, now }: ViewContext, devices: BoundSql, order: string): Knex.Raw<{ rows: ViewedRow[] }> {
  const state = deviceStateSql(now)
  return showInstants(
    trx.raw<{ rows: ViewedRow[] }>(
      `select ${selected}, ${state.sql} as state,
       array(select m.agent_id from device_agents m where m.tenant_id = devices.tenant_id and m.device_id = devices.id
             order by m.agent_id) as "agentIds",
       run.id as "runId", run.status as "runStatus", run.error_code as "runErrorCode", run.queued_at as "runQueuedAt",
       run.finished_at as "runFinishedAt", restore.id as "restoreId", restore.version_id as "restoreVersionId",
       restore.status as "restoreStatus", restore.confirm_until as "restoreConfirmUntil"
     from (${devices.sql}) as devices
     left join jobs run on run.tenant_id = devices.tenant_id and run.id = devices.last_job_id
     left join lateral (
       select held.id, held.version_id, held.status, held.confirm_until, 1 as place from jobs held
       where held.tenant_id = devices.tenant_id and held.device_id = devices.id and held.kind = 'restore'
         and held.status in ('unknown', 'reverted') and held.held_until > ?
       union all
       select live.id, live.version_id, live.status, live.confirm_until, 2 from jobs live
       where live.tenant_id = devices.tenant_id and live.device_id = devices.id and live.kind = 'restore'
         and live.status in ('queued', 'running', 'awaiting_confirmation')
       order by place limit 1) restore on true
     order by ${order}`,
      [...state.bindings, ...devices.bindings, now],
    ),
  )
}

async function readViews(statement: Knex.Raw<{ rows: ViewedRow[] }>, now: Date): Promise<DeviceView[]> {
  const { rows } = await statement
  return rows.map((row) => ({
    device: row,
    state: row.state,
    agentIds: row.agentIds,
    lastRun: row.runId === null ? null : lastRunOf(row, row.runId),
    restore: row.restoreId === null ? null : restoreOf(row, row.restoreId),
    now,
  }))
}

function lastRunOf(row: ViewedRow, id: string): ShownRun {
  const { runStatus: status, runErrorCode: errorCode, runQueuedAt: queuedAt, runFinishedAt: finishedAt } = row
  return { id, status, errorCode, queuedAt, finishedAt }
}

function restoreOf(row: ViewedRow, id: string): ShownRestore {
  const { restoreVersionId: versionId, restoreStatus: status, restoreConfirmUntil: confirmUntil } = row
  return { id, versionId, status, confirmUntil }
}
