import { Artifact } from '../../store/models/artifact.ts'
import { Device } from '../../store/models/device.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import { Version } from '../../store/models/version.ts'
import type { Call } from '../call.ts'
import { notFound } from '../refusal.ts'
import { findDamaged } from './find-damaged.ts'

/** A version with the rows around it. */
export interface FoundVersion {
  version: Version
  artifact: Artifact
  device: Device
  /** Of a tree or an archive. */
  snapshotId: string | null
  /** It was found to be unreadable as a whole. */
  isDamaged: boolean
}

/** @throws Refusal 404 */
export async function findVersion({ trx }: Call, versionId: string): Promise<FoundVersion> {
  const version = await Version.query(trx).findById(versionId)
  if (!version) throw notFound()
  const artifact = await Artifact.query(trx).findById(version.artifactId).throwIfNotFound()
  const device = await Device.query(trx).findById(version.deviceId).throwIfNotFound()
  const snapshot = await Snapshot.query(trx).where({ tenantId: version.tenantId, versionId }).select('id').first()
  const damaged = await findDamaged(trx, version.tenantId, [versionId])
  return { version, artifact, device, snapshotId: snapshot?.id ?? null, isDamaged: damaged.has(versionId) }
}

/** How people and the log call it. */
export function nameVersion(version: Pick<Version, 'id'>): string {
  return `version ${version.id}`
}
