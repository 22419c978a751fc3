import { platformById } from '../../../../shared/platforms/registry.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { findDamaged } from './find-damaged.ts'

/** A version with related rows. */
export interface FoundVersion {
  version: Version
  artifact: Artifact
  device: Device
  /** Of a tree or an archive. */
  snapshotId: string | null
  /** Whether it cannot be read completely. */
  isDamaged: boolean
  /** Whether it is pinned in its lineage. */
  isPinned: boolean
  /** Available only as a download. */
  isSecret: boolean
}

/** @throws DomainError not_found */
export async function findVersion({ trx }: ActionContext, versionId: string): Promise<FoundVersion> {
  const version = await Version.query(trx).findById(versionId)
  if (!version) throw notFound()
  const artifact = await Artifact.query(trx).findById(version.artifactId).throwIfNotFound()
  const device = await Device.query(trx).findById(version.deviceId).throwIfNotFound()
  const snapshot = await Snapshot.query(trx).where({ tenantId: version.tenantId, versionId }).select('id').first()
  const pin = await Pin.query(trx).findOne({ tenantId: version.tenantId, versionId })
  const damaged = await findDamaged(trx, version.tenantId, [versionId])
  const isSecret = platformById(device.platform)?.artifacts[artifact.key]?.secret === true
  const snapshotId = snapshot?.id ?? null
  const isPinned = pin !== undefined
  return { version, artifact, device, snapshotId, isDamaged: damaged.has(versionId), isPinned, isSecret }
}

/** Returns the name used in messages and the log. */
export function nameVersion(version: Pick<Version, 'id'>): string {
  return `version ${version.id}`
}
