import { randomUUIDv7 } from 'node:crypto'
import { Device } from '../../store/models/device.ts'
import type { Signals } from '../../store/signals.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { TenantCall } from '../call.ts'
import { type Refusal, conflict, refused, refusedFields } from '../refusal.ts'
import { requireKeys } from '../tenants/require-keys.ts'
import { findFailedDevices } from './failed-backups.ts'
import { type Run, getRuns } from './runs.ts'

/**
 * Which devices; naming none is refused. A platform narrows what the others name, and alone names its devices. `failed`: those
 * whose last backup failed or was blocked, with `errorCode` for that cause.
 */
export interface TriggerWish {
  allDevices?: boolean
  failed?: boolean
  errorCode?: string
  platform?: string
  deviceIds?: string[]
}

/**
 * Queues a backup of each device that has none pending, and returns the jobs that were made. A job that waits for its
 * retry need not wait any longer. All devices means those that are enabled and in service.
 * @throws Refusal 422 naming a device that is not the customer's; 409 naming one that is disabled or
 *   decommissioned, or `keys_destroyed`
 */
export async function triggerBackups(call: TenantCall, wish: TriggerWish, signals: Signals): Promise<Run[]> {
  const { trx, tenantId, now } = call
  if (!wish.allDevices && !wish.platform && !wish.deviceIds && !wish.failed) {
    throw refused('all_devices', 'name all_devices, failed, a platform or device_ids')
  }
  if (wish.failed && (wish.allDevices || wish.deviceIds)) {
    throw refused('failed', 'contradicts all_devices and device_ids: name one of them')
  }
  if (wish.errorCode !== undefined && !wish.failed) {
    throw refused('error_code', 'is a cause of failed backups: it needs failed')
  }
  if (wish.allDevices && wish.deviceIds) throw refused('device_ids', 'contradict all_devices: name one of the two')
  await requireKeys(call)
  const deviceIds = wish.failed
    ? await findFailedDevices(call, wish)
    : wish.deviceIds
      ? await namedDevices(call, wish.deviceIds, wish.platform)
      : await allDevices(call, wish)
  const { rowCount: hurried } = await trx.raw(
    `update jobs set not_before = ?
     where tenant_id = ? and kind = 'backup' and status = 'retrying' and device_id = any(?::uuid[]) and not_before > ?`,
    [now, tenantId, deviceIds, now],
  )
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into jobs (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before)
     select w.id, ?, w.device_id, 'backup', 'manual', ?, 'queued', ?, ?
     from unnest(?::uuid[], ?::uuid[]) as w (id, device_id)
     on conflict (tenant_id, device_id) where kind = 'backup' and status in ('queued', 'running', 'retrying') do nothing
     returning id`,
    [tenantId, call.actor.name, now, now, deviceIds.map(() => randomUUIDv7()), deviceIds],
  )
  const detail = {
    devices: deviceIds.length,
    queued: rows.length,
    platform: wish.platform,
    named: !!wish.deviceIds,
    ...failedOf(wish),
  }
  await recordAudit(call, 'backup.trigger', { kind: 'run', detail })
  if (rows.length > 0 || hurried) await signals.notify(trx, 'jobs', tenantId)
  return getRuns(
    call,
    rows.map((row) => row.id),
  )
}

function failedOf({ failed, errorCode }: TriggerWish) {
  return failed ? { failed, ...(errorCode !== undefined && { error_code: errorCode }) } : {}
}

async function allDevices({ trx, tenantId }: TenantCall, { platform }: TriggerWish): Promise<string[]> {
  const query = Device.query(trx)
    .where({ tenantId, enabled: true })
    .whereNull('decommissionedAt')
    .select('id')
    .orderBy('id') // as below: two triggers at once meet the devices in one order
  if (platform) query.where({ platform })
  return (await query).map((device) => device.id)
}

async function namedDevices({ trx }: TenantCall, named: string[], platform?: string): Promise<string[]> {
  const wanted = named.map((id) => id.toLowerCase())
  const found = await Device.query(trx)
    .whereRaw('id = any(?::uuid[])', [wanted])
    .select('id', 'name', 'enabled', 'decommissionedAt', 'platform')
  const devices = new Map(found.map((device) => [device.id, device]))
  const unknown = wanted.flatMap((id, at) =>
    devices.has(id) ? [] : [{ path: `device_ids.${at}`, message: 'no such device' }],
  )
  if (unknown.length > 0) throw refusedFields(unknown)
  const out = found.find((device) => !device.enabled || device.decommissionedAt)
  if (out) throw outOfService(out)
  const wantedOnes = found.filter((device) => !platform || device.platform === platform)
  return wantedOnes.map((device) => device.id).sort()
}

/** 409 for a device that is not to be backed up. */
export function outOfService({ name, decommissionedAt }: Pick<Device, 'name' | 'decommissionedAt'>): Refusal {
  const state = decommissionedAt ? 'decommissioned' : 'disabled'
  return conflict(`The device ${name} is ${state}.`, `device_${state}`)
}
