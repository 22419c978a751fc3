import { message } from '../../../../shared/messages/message.ts'
import { Device } from '../../../store/models/device.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { nextRunOf } from '../../policies/schedules/next-run.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { type DeviceView, getDevice } from './device-view.ts'
import { type BulkLine, type DeviceSelection, lineOf, lockDevices, refuseFaulty, selectDeviceIds, sortLines } from './select-devices.ts' // prettier-ignore

/**
 * Reinstates a decommissioned device and cancels its purge, also one that is due but has not run: until then all
 * backups exist. The schedule continues with the next occurrence; missed occurrences are not run.
 * @throws DomainError not_found, device_in_service, device_purged, keys_destroyed
 */
export async function reinstateDevice(context: TenantContext, id: string, rules: ScheduleRules): Promise<DeviceView> {
  await requireKeys(context)
  const device = await Device.query(context.trx).findById(id).forUpdate()
  if (!device) throw notFound()
  if (!device.decommissionedAt) throw new DomainError('device_in_service', { device: device.name })
  if (device.purgedAt) {
    throw new DomainError('device_purged', { device: device.name })
  }
  await resume(context, [device], rules)
  return getDevice(context, id)
}

/**
 * Reinstates many devices, all or none; devices in service stay as they are. Each other device has an audit record.
 * @param dryRun writes nothing and returns errors with the results
 * @returns the results by device name
 * @throws DomainError validation_failed (unknown devices, too many devices, purged devices), keys_destroyed
 */
export async function reinstateDevices(
  context: TenantContext,
  selection: DeviceSelection,
  rules: ScheduleRules,
  { dryRun }: { dryRun: boolean },
): Promise<BulkLine[]> {
  await requireKeys(context)
  const devices = await lockDevices(context, await selectDeviceIds(context, selection))
  const returning = devices.filter(({ decommissionedAt }) => decommissionedAt)
  const lines = devices.map((device): BulkLine => {
    const { decommissionedAt, purgeAt, purgedAt } = device
    if (purgedAt) return { ...lineOf(device, {}), faults: [{ path: 'id', error: message('backups_purged') }] }
    return lineOf(device, { decommissioned_at: [decommissionedAt, null], purge_at: [purgeAt, null] })
  })
  if (!dryRun) {
    refuseFaulty(lines, 'ids')
    if (returning.length > 0) await resume(context, returning, rules, { bulk: true })
  }
  return sortLines(lines)
}

/** The rows of `devices` are locked. */
async function resume(
  context: TenantContext,
  devices: readonly Device[],
  rules: ScheduleRules,
  how: { bulk?: true } = {},
): Promise<void> {
  const { trx, now } = context
  const rows = devices.map((device) => {
    const { nextOccurrenceAt, nextRunAt } = nextRunOf({ ...device, decommissionedAt: null }, now, rules)
    return { id: device.id, next_occurrence_at: nextOccurrenceAt, next_run_at: nextRunAt }
  })
  await trx.raw(
    `update devices set decommissioned_at = null, purge_at = null, next_occurrence_at = n.next_occurrence_at,
       next_run_at = n.next_run_at, held_until = null, updated_at = ?
     from jsonb_populate_recordset(null::devices, ?::jsonb) as n where devices.id = n.id`,
    [now, JSON.stringify(rows)],
  )
  const records = devices.map(({ id, tenantId, name }) => {
    return { kind: 'device', id, tenantId, detail: { name, ...how } }
  })
  await recordAudits(context, 'device.reinstate', records)
}
