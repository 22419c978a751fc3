import { Device } from '../../../store/models/device.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { nextRunOf } from '../../policies/schedules/next-run.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { type DeviceView, getDevice } from './device-view.ts'

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
  await device.$query(context.trx).patch({
    decommissionedAt: null,
    purgeAt: null,
    ...nextRunOf({ ...device, decommissionedAt: null }, context.now, rules),
    updatedAt: context.now,
  })
  await recordAudit(context, 'device.reinstate', {
    kind: 'device',
    id,
    tenantId: device.tenantId,
    detail: { name: device.name },
  })
  return getDevice(context, id)
}
