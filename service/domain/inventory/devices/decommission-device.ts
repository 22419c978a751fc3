import { Device } from '../../../store/models/device.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { noNextRun } from '../../policies/schedules/next-run.ts'
import type { CancelJobs } from './cancel-jobs.ts'
import { type DeviceView, getDevice } from './device-view.ts'

const dayMs = 86_400_000

/**
 * Decommissions a device: no jobs are queued for it any more, and its backups are deleted after the tenant's retention
 * for decommissioned devices.
 * @throws DomainError not_found, device_decommissioned
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

/** Decommissions many devices; devices that are already decommissioned are skipped. */
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

/** `devices` belong to the tenant of `context`, and their rows are locked. */
async function retire(context: TenantContext, devices: readonly Device[]): Promise<void> {
  const { trx, now, tenantId } = context
  // Shared lock: the tenant's retention days must not change between this read and the update of the devices.
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
