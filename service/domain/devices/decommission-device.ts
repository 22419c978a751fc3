import { Device } from '../../store/models/device.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { TenantCall } from '../call.ts'
import { conflict, notFound } from '../refusal.ts'
import { noNextRun } from '../schedules/next-run.ts'
import { cancelWaitingJobs } from './cancel-waiting-jobs.ts'
import { type DeviceView, getDevice } from './device-view.ts'

const dayMs = 86_400_000

/**
 * Takes a device out of service: nothing is queued for it any more, and its backups go after the customer's retention.
 * @throws Refusal 409 for one that is out of service already
 */
export async function decommissionDevice(call: TenantCall, id: string): Promise<DeviceView> {
  await cancelWaitingJobs(call, id)
  const device = await Device.query(call.trx).findById(id).forUpdate()
  if (!device) throw notFound()
  if (device.decommissionedAt) throw conflict(`The device ${device.name} is decommissioned.`, 'device_decommissioned')
  // Shared, so that a change of the customer's days cannot pass by unseen between this and the device's purge.
  const tenant = await Tenant.query(call.trx).findById(device.tenantId).forShare().throwIfNotFound()
  const purgeAt = new Date(call.now.getTime() + tenant.decommissionedRetentionDays * dayMs)
  await device.$query(call.trx).patch({ decommissionedAt: call.now, purgeAt, ...noNextRun, updatedAt: call.now })
  const detail = { name: device.name, purge_at: purgeAt.toISOString() }
  await recordAudit(call, 'device.decommission', { kind: 'device', id, tenantId: device.tenantId, detail })
  return getDevice(call, id)
}
