import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { findDamaged } from '../versions/find-damaged.ts'

/** A snapshot for display. */
export interface SnapshotRecord {
  snapshot: Snapshot
  artifact: Pick<Artifact, 'key' | 'transport'>
  version: Pick<Version, 'lastSeenAt' | 'labMode'>
  isDamaged: boolean
}

/**
 * Returns the snapshots of a device, latest first.
 * @throws DomainError not_found
 */
export async function listSnapshots(
  context: ActionContext,
  deviceId: string,
  page: { limit: number; after: { capturedAt: Date; id: string } | null },
): Promise<SnapshotRecord[]> {
  const { trx } = context
  const device = await Device.query(trx).findById(deviceId)
  if (!device) throw notFound()
  const { tenantId } = device
  const query = Snapshot.query(trx)
    .where({ tenantId, deviceId })
    .orderBy([
      { column: 'capturedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(page.limit)
  if (page.after) query.whereRaw('(captured_at, id) < (?, ?)', [page.after.capturedAt, page.after.id])
  const snapshots = await query
  const artifacts = await Artifact.query(trx).where({ tenantId, deviceId })
  const versions = await Version.query(trx)
    .findByIds(snapshots.map(({ versionId }) => versionId))
    .select('id', 'lastSeenAt', 'labMode')
  const damaged = await findDamaged(
    trx,
    tenantId,
    versions.map(({ id }) => id),
  )
  await recordAudit(context, 'snapshot.list', { kind: 'device', id: deviceId, tenantId })
  return snapshots.flatMap((snapshot) => {
    const artifact = artifacts.find(({ id }) => id === snapshot.artifactId)
    const version = versions.find(({ id }) => id === snapshot.versionId)
    return artifact && version ? [{ snapshot, artifact, version, isDamaged: damaged.has(version.id) }] : []
  })
}
