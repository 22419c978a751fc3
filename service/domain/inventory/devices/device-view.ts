import type { QueryBuilder } from 'objection'
import { DeviceAgent } from '../../../store/models/device-agent.ts'
import { Device } from '../../../store/models/device.ts'
import { Job } from '../../../store/models/job.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { findLiveRestores } from './live-restore.ts'
import { type DeviceState, deviceStateSql } from './device-state.ts'

/** A device with what it is doing. */
export interface DeviceView {
  device: Device
  state: DeviceState
  /** By id. */
  agentIds: string[]
  /** The last that ended; null before the first. */
  lastRun: Job | null
  /** The restore that is under way, or may be. */
  restore: Job | null
  /** At which this holds. */
  now: Date
}

/** @throws DomainError 404 */
export async function getDevice(context: ActionContext, id: string): Promise<DeviceView> {
  const [view] = await viewDevices(context, Device.query(context.trx).where('devices.id', id))
  if (!view) throw notFound()
  return view
}

/** Runs a query over `devices`, in its order, with one more for the runs and one for the agents of all of them. */
export async function viewDevices(
  context: ActionContext,
  query: QueryBuilder<Device, Device[]>,
): Promise<DeviceView[]> {
  const state = deviceStateSql(context.now)
  const devices = (await query
    .select('devices.*')
    .select(context.trx.raw(`${state.sql} as state`, state.bindings))) as (Device & { state: DeviceState })[]
  if (devices.length === 0) return []
  const runs = await Job.query(context.trx).findByIds(devices.flatMap(({ lastJobId }) => lastJobId ?? []))
  const restores = await findLiveRestores(
    context,
    devices.map(({ id }) => id),
  )
  const agents = await DeviceAgent.query(context.trx)
    .whereIn(
      'deviceId',
      devices.map(({ id }) => id),
    )
    .orderBy('agentId')
  return devices.map((device) => ({
    device,
    state: device.state,
    agentIds: agents.filter(({ deviceId }) => deviceId === device.id).map(({ agentId }) => agentId),
    lastRun: runs.find(({ id }) => id === device.lastJobId) ?? null,
    restore: restores.get(device.id) ?? null,
    now: context.now,
  }))
}
