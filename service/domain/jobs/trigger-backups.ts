import { message } from '../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Device } from '../../store/models/device.ts'
import type { Notifier } from '../../store/pg-notify.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError, invalidField, invalidFields } from '../kernel/domain-error.ts'
import { requireKeys } from '../kernel/require-keys.ts'
import { type DeviceFilter, whereFilter } from '../inventory/devices/list-devices.ts'
import { findFailedDevices } from './failed-backups.ts'
import { type Run, getRuns } from './runs.ts'

/**
 * Selects devices; a selection without criteria is rejected. `platform` narrows the other criteria, or alone selects
 * all devices of the platform. `failed`: devices whose last backup failed or was blocked, with `errorCode` for that
 * cause. `filter`: the devices of the list that are in service.
 */
export interface TriggerInput {
  allDevices?: boolean
  failed?: boolean
  errorCode?: string
  platform?: string
  deviceIds?: string[]
  filter?: DeviceFilter
}

/** The queued jobs, and the number of requested devices. */
export interface Triggered {
  runs: Run[]
  devices: number
}

/**
 * Queues a backup of each device without a pending one, and returns the new jobs by id. A job that waits for its retry
 * starts at once. All devices are those that are enabled and in service.
 * @throws DomainError 422 for a device of another tenant, or a tag or site of no device of the tenant; 409 for a device
 *   that is disabled or decommissioned, or `keys_destroyed`
 */
export async function triggerBackups(
  context: TenantContext,
  input: TriggerInput,
  signals: Notifier,
): Promise<Triggered> {
  const { trx, tenantId, now } = context
  if (!input.allDevices && !input.platform && !input.deviceIds && !input.failed && !input.filter) {
    throw invalidField('all_devices', 'backup_selection_required')
  }
  if (input.filter && (input.allDevices || input.deviceIds || input.failed)) {
    throw invalidField('filter', 'contradicts', { fields: ['all_devices', 'failed', 'device_ids'] })
  }
  if (input.failed && (input.allDevices || input.deviceIds)) {
    throw invalidField('failed', 'contradicts', { fields: ['all_devices', 'device_ids'] })
  }
  if (input.errorCode !== undefined && !input.failed) {
    throw invalidField('error_code', 'needs_field', { field: 'failed' })
  }
  if (input.allDevices && input.deviceIds) throw invalidField('device_ids', 'contradicts', { fields: ['all_devices'] })
  await requireKeys(context)
  const deviceIds = input.failed
    ? await findFailedDevices(context, input)
    : input.deviceIds
      ? await namedDevices(context, input.deviceIds, input.platform)
      : await devicesInService(context, input)
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
    [tenantId, context.actor.name, now, now, deviceIds.map(() => randomUUIDv7()), deviceIds],
  )
  const detail = {
    devices: deviceIds.length,
    queued: rows.length,
    platform: input.platform,
    named: !!input.deviceIds,
    ...(input.filter && { filter: input.filter }),
    ...failedOf(input),
  }
  await recordAudit(context, 'backup.trigger', { kind: 'run', detail })
  if (rows.length > 0 || hurried) await signals.notify(trx, 'jobs', tenantId)
  const runs = await getRuns(
    context,
    rows.map((row) => row.id),
  )
  return { runs, devices: deviceIds.length }
}

function failedOf({ failed, errorCode }: TriggerInput) {
  return failed ? { failed, ...(errorCode !== undefined && { error_code: errorCode }) } : {}
}

async function devicesInService(context: TenantContext, { platform, filter }: TriggerInput): Promise<string[]> {
  const { trx, tenantId } = context
  const query = Device.query(trx)
    .where({ tenantId, enabled: true })
    .whereNull('decommissionedAt')
    .select('id')
    .orderBy('id') // as below: concurrent triggers lock devices in the same order
  if (platform) query.where({ platform })
  if (filter) {
    await requireKnown(context, filter)
    await whereFilter(context, query, filter)
  }
  return (await query).map((device) => device.id)
}

/** Rejects tags and sites of no device: a misspelt one would back up less than intended. @throws DomainError 422 */
async function requireKnown({ trx, tenantId }: TenantContext, { tags = [], sites = [] }: DeviceFilter): Promise<void> {
  const { rows } = await trx.raw<{ rows: { tags: string[]; sites: string[] }[] }>(
    `select array(select unnest(tags) from devices where tenant_id = :tenantId and tags && :tags::text[]) as tags,
       array(select site from devices where tenant_id = :tenantId and site = any(:sites::text[])) as sites`,
    { tenantId, tags, sites },
  )
  const isUnknown = (known: string[] | undefined) => (one: string) => !known?.includes(one)
  const faults = [
    ...tags
      .filter(isUnknown(rows[0]?.tags))
      .map((tag) => ({ path: 'filter.tag', error: message('tag_unknown', { tag }) })),
    ...sites
      .filter(isUnknown(rows[0]?.sites))
      .map((site) => ({ path: 'filter.site', error: message('site_unknown', { site }) })),
  ]
  if (faults.length > 0) throw invalidFields(faults)
}

async function namedDevices({ trx }: TenantContext, named: string[], platform?: string): Promise<string[]> {
  const wanted = named.map((id) => id.toLowerCase())
  const found = await Device.query(trx)
    .whereRaw('id = any(?::uuid[])', [wanted])
    .select('id', 'name', 'enabled', 'decommissionedAt', 'platform')
  const devices = new Map(found.map((device) => [device.id, device]))
  const unknown = wanted.flatMap((id, at) =>
    devices.has(id) ? [] : [{ path: `device_ids.${at}`, error: message('device_not_found') }],
  )
  if (unknown.length > 0) throw invalidFields(unknown)
  const out = found.find((device) => !device.enabled || device.decommissionedAt)
  if (out) throw outOfService(out)
  const wantedOnes = found.filter((device) => !platform || device.platform === platform)
  return wantedOnes.map((device) => device.id).sort()
}

/** Returns the 409 for a device that is not backed up. */
export function outOfService({ name, decommissionedAt }: Pick<Device, 'name' | 'decommissionedAt'>): DomainError {
  return new DomainError(decommissionedAt ? 'device_decommissioned' : 'device_disabled', { device: name })
}
