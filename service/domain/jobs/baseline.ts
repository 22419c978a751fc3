import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { Artifact } from '../../store/models/artifact.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import type { TenantCall } from '../call.ts'
import { type LeaseClaim, leasedJob } from './lease-standing.ts'

/** The root of the tree that the job's device had last, or null when there is none. @throws Refusal 409 `lease_lost` */
export async function baselineRoot(call: TenantCall, claim: LeaseClaim): Promise<ChunkId | null> {
  const { trx, tenantId } = call
  const job = await leasedJob(call, claim)
  const lineage = await Artifact.query(trx)
    .where({ tenantId, deviceId: job.deviceId, key: 'filetree', transport: 'ssh' })
    .first()
  if (!lineage?.latestVersionId) return null
  const snapshot = await Snapshot.query(trx).where({ tenantId, versionId: lineage.latestVersionId }).first()
  return snapshot ? (snapshot.root.toString('hex') as ChunkId) : null
}
