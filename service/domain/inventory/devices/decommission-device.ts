import { Device } from '../../../store/models/device.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { noNextRun } from '../../levels/schedules/next-run.ts'
import type { CancelJobs } from './cancel-jobs.ts'
import { type DeviceView, getDevice } from './device-view.ts'

const dayMs = 86_400_000

/**
 * Takes a device out of service: nothing is queued for it any more, and its backups go after the customer's retention.
 * @throws DomainError 409 for one that is out of service already
 */
export async function decommissionDevice(
  context: TenantContext,
  id: string,
  cancelJobs: CancelJobs,
): Promise<DeviceView> {
  await cancelJobs(context, [id])
  const device = await Device.query(context.trx).findById(id).forUpdate()
  if (!device) throw notFound()
  if (device.decommissionedAt) throw new DomainError('device_decommissioned', { device: device.name })
  await retire(context, [device])
  return getDevice(context, id)
}

/** The same for many; those that are out of service already are passed over. */
export async function decommissionDevices(
  context: TenantContext,
  ids: readonly string[],
  cancelJobs: CancelJobs,
): Promise<void> {
  await cancelJobs(context, ids)
  const devices = await Device.query(context.trx)
    .whereRaw('id = any(?::uuid[])', [ids])
    .whereNull('decommissionedAt')
    .orderBy('id')
    .forUpdate()
  if (devices.length > 0) await retire(context, devices)
}

/** Devices of the call's customer, whose rows are locked. */
async function retire(context: TenantContext, devices: readonly Device[]): Promise<void> {
  const { trx, now, tenantId } = context
  // Shared, so that a change of the customer's days cannot pass by unseen between this and the devices' purge.
  const tenant = await Tenant.query(trx).findById(tenantId).forShare().throwIfNotFound()
  const planned = now.getTime() + tenant.decommissionedRetentionDays * dayMs
  const purgeAt = new Date(Math.max(planned, tenant.purgeNotBefore?.getTime() ?? 0))
  await Device.query(trx)
    .whereRaw('id = any(?::uuid[])', [devices.map(({ id }) => id)])
    .patch({ decommissionedAt: now, purgeAt, ...noNextRun, updatedAt: now })
  for (const { id, name } of devices) {
    const detail = { name, purge_at: purgeAt.toISOString() }
    await recordAudit(context, 'device.decommission', { kind: 'device', id, detail })
  }
}
