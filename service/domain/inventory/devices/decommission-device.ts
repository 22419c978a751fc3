import { Device } from '../../../store/models/device.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { noNextRun } from '../../policies/schedules/next-run.ts'
import type { CancelJobs } from './cancel-jobs.ts'
import { type DeviceView, getDevice } from './device-view.ts'
import { type BulkLine, type DeviceSelection, lineOf, lockDevices, selectDeviceIds, sortLines } from './select-devices.ts' // prettier-ignore

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
  await retire(context, [device], await purgeTime(context))
  return getDevice(context, id)
}

/**
 * Decommissions many devices, all or none; devices that are already decommissioned stay as they are. Each other device
 * has an audit record.
 * @param dryRun writes nothing
 * @returns the results by device name
 * @throws DomainError validation_failed (unknown devices, too many devices)
 */
export async function decommissionDevices(
  context: TenantContext,
  selection: DeviceSelection,
  { dryRun, cancelJobs }: { dryRun: boolean; cancelJobs: CancelJobs },
): Promise<BulkLine[]> {
  const ids = await selectDeviceIds(context, selection)
  if (!dryRun) await cancelJobs(context, ids)
  const devices = await lockDevices(context, ids)
  const leaving = devices.filter(({ decommissionedAt }) => !decommissionedAt)
  const purgeAt = await purgeTime(context)
  if (!dryRun && leaving.length > 0) await retire(context, leaving, purgeAt, { bulk: true })
  const lines = devices.map((device) => {
    const { decommissionedAt } = device
    return lineOf(device, decommissionedAt ? {} : { decommissioned_at: [null, context.now], purge_at: [null, purgeAt] })
  })
  return sortLines(lines)
}

/** Returns when backups of a device that is decommissioned now will be deleted. */
async function purgeTime({ trx, tenantId, now }: TenantContext): Promise<Date> {
  // Shared lock: the tenant's retention days must not change between this read and the update of the devices.
  const tenant = await Tenant.query(trx).findById(tenantId).forShare().throwIfNotFound()
  const planned = now.getTime() + tenant.decommissionedRetentionDays * dayMs
  return new Date(Math.max(planned, tenant.purgeNotBefore?.getTime() ?? 0))
}

/** `devices` belong to the tenant of `context`, and their rows are locked. */
async function retire(
  context: TenantContext,
  devices: readonly Device[],
  purgeAt: Date,
  how: { bulk?: true } = {},
): Promise<void> {
  const { trx, now } = context
  await Device.query(trx)
    .whereRaw('id = any(?::uuid[])', [devices.map(({ id }) => id)])
    .patch({ decommissionedAt: now, purgeAt, ...noNextRun, updatedAt: now })
  const records = devices.map(({ id, name }) => {
    return { kind: 'device', id, detail: { name, purge_at: purgeAt.toISOString(), ...how } }
  })
  await recordAudits(context, 'device.decommission', records)
}
