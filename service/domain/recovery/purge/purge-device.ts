import type { SystemContext } from '../../kernel/context.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { DryRunResultRow } from '../../../store/models/dry-run-result.ts'
import { GoldenConfiguration } from '../../../store/models/golden-configuration.ts'
import { Job } from '../../../store/models/job.ts'
import { Pin } from '../../../store/models/pin.ts'
import { PlatformDocumentTestRow } from '../../../store/models/platform-document-test.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { eraseFacts } from '../../inventory/facts/erase-facts.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordOrphanManifests } from '../../repository/chunks/orphan-manifests.ts'
import { auditGolden, describeGolden } from '../../repository/golden-configurations/golden-view.ts'
import { serviceActor } from '../../kernel/service-actor.ts'

/** What was deleted. `bytes`: size of the texts and trees as collected. */
export interface Purged {
  versions: number
  snapshots: number
  bytes: number
}

/**
 * Deletes all versions of a device whose purge is due, including latest and pinned ones, and golden configurations of them. The device's row stays, marked
 * as purged, and its name becomes free. Only rows are deleted; the sweep deletes the objects. It is one transaction
 * under the device's lock: a reinstatement either comes first and keeps everything, or is rejected.
 * @returns null if there is nothing to do: it was reinstated, already purged, or a run may still add a version
 */
export async function purgeDevice({ trx, now }: SystemContext, id: string): Promise<Purged | null> {
  const device = await dueDevices({ trx, now }).findById(id).forUpdate()
  if (!device) return null
  const { tenantId, name } = device
  const of = { tenantId, deviceId: id }
  await Pin.query(trx).where(of).delete()
  const context = { ...serviceActor, tenantId, trx, now }
  const goldens = await GoldenConfiguration.query(trx)
    .where({ tenantId })
    .whereIn('versionId', Version.query(trx).select('id').where(of))
    .delete()
    .returning('*')
  for (const golden of goldens)
    await auditGolden(context, 'golden_configuration.delete', golden, describeGolden(golden))
  const snapshots = await Snapshot.query(trx).where(of).delete()
  const gone = await Version.query(trx).where(of).delete().returning(['id', 'sizeBytes'])
  await recordOrphanManifests(
    { trx, tenantId, now },
    gone.map((version) => version.id),
  )
  await Artifact.query(trx).where(of).delete()
  await DryRunResultRow.query(trx).where({ tenantId }).whereIn('jobId', Job.query(trx).select('id').where(of)).delete()
  await PlatformDocumentTestRow.query(trx).where(of).delete()
  await eraseFacts(trx, of)
  await device.$query(trx).patch({ purgedAt: now, hasHistory: false, updatedAt: now })
  const bytes = gone.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0)
  const purged = { versions: gone.length, snapshots, bytes }
  await recordAudit(context, 'device.purge', { kind: 'device', id, detail: { name, ...purged } })
  return purged
}

/** Devices whose purge is due. */
export function dueDevices({ trx, now }: SystemContext) {
  return Device.query(trx)
    .whereNotNull('decommissionedAt')
    .whereNull('purgedAt')
    .where('purgeAt', '<=', now)
    .whereRaw(
      `not exists (select from device_leases l where l.tenant_id = devices.tenant_id and l.device_id = devices.id)`,
    )
}
