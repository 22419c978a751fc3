import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { Artifact } from '../../store/models/artifact.ts'
import { DamagedVersion } from '../../store/models/damaged-version.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import type { TenantContext } from '../kernel/context.ts'
import { type LeaseClaim, leasedJob } from './lease-state.ts'
import { findCheckpoint } from './record-progress.ts'

/**
 * Returns the root of the checkpoint of an interrupted attempt, otherwise of the device's latest tree. Null if there is
 * no tree, or if it is known to be damaged: the agent then reads every file again, which restores lost content.
 * @throws DomainError 409 `lease_lost`
 */
export async function baselineRoot(context: TenantContext, claim: LeaseClaim): Promise<ChunkId | null> {
  const { trx, tenantId } = context
  const job = await leasedJob(context, claim)
  const checkpoint = await findCheckpoint(context, job.deviceId)
  if (checkpoint) return checkpoint.toString('hex') as ChunkId
  const lineage = await Artifact.query(trx)
    .where({ tenantId, deviceId: job.deviceId, key: 'filetree', transport: 'ssh' })
    .first()
  if (!lineage?.latestVersionId) return null
  if (await DamagedVersion.query(trx).findById([tenantId, lineage.latestVersionId])) return null
  const snapshot = await Snapshot.query(trx).where({ tenantId, versionId: lineage.latestVersionId }).first()
  return snapshot?.root ? (snapshot.root.toString('hex') as ChunkId) : null
}
