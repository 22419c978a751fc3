import type { SystemContext } from '../../kernel/context.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordOrphanManifests } from '../../repository/chunks/orphan-manifests.ts'
import { serviceActor } from '../../kernel/service-actor.ts'

/** What went. `bytes`: of the texts and trees as they were collected. */
export interface Purged {
  versions: number
  snapshots: number
  bytes: number
}

/**
 * Removes every backup of a device whose purge is due, the latest and those that are pinned too; its row stays, marked, and gives its name up. Rows
 * only: what they were made of is left to the sweep. All of it is one transaction under the device's lock, so a reinstatement comes before and
 * keeps everything, or after and is refused.
 * @returns null when there is nothing to do: it was put back into service, was purged by another, or a run of it is
 *   still under way and may yet bring a version
 */
export async function purgeDevice({ trx, now }: SystemContext, id: string): Promise<Purged | null> {
  const device = await dueDevices({ trx, now }).findById(id).forUpdate()
  if (!device) return null
  const { tenantId, name } = device
  const of = { tenantId, deviceId: id }
  await Pin.query(trx).where(of).delete()
  const snapshots = await Snapshot.query(trx).where(of).delete()
  const gone = await Version.query(trx).where(of).delete().returning(['id', 'sizeBytes'])
  await recordOrphanManifests(
    { trx, tenantId, now },
    gone.map((version) => version.id),
  )
  await Artifact.query(trx).where(of).delete()
  await device.$query(trx).patch({ purgedAt: now, hasHistory: false, updatedAt: now })
  const bytes = gone.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0)
  const purged = { versions: gone.length, snapshots, bytes }
  const context = { ...serviceActor, tenantId, trx, now }
  await recordAudit(context, 'device.purge', { kind: 'device', id, detail: { name, ...purged } })
  return purged
}

/** Devices whose backups are due to go. */
export function dueDevices({ trx, now }: SystemContext) {
  return Device.query(trx)
    .whereNotNull('decommissionedAt')
    .whereNull('purgedAt')
    .where('purgeAt', '<=', now)
    .whereRaw(
      `not exists (select from device_leases l where l.tenant_id = devices.tenant_id and l.device_id = devices.id)`,
    )
}
