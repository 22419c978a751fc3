import type { Platform } from '../../../../shared/platforms/platform.ts'
import { platformSource, type PlatformSource } from '../../../../shared/platforms/stored-platform.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { RestoreCheck } from '../../../store/models/restore-check.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { findDamaged } from './find-damaged.ts'

/** A version with related rows. */
export interface FoundVersion {
  version: Version
  artifact: Artifact
  device: Device
  /** Undefined for a platform that is no longer known. */
  platform: Platform | undefined
  /** Of a tree or an archive. */
  snapshotId: string | null
  /** Whether it cannot be read completely. */
  isDamaged: boolean
  /** Whether it is pinned in its lineage. */
  isPinned: boolean
  /** Null if it was not checked yet. */
  restoreCheck: RestoreCheck | null
  /** Available only as a download. */
  isSecret: boolean
}

/** @throws DomainError not_found */
export async function findVersion({ trx }: Pick<ActionContext, 'trx'>, versionId: string): Promise<FoundVersion> {
  const version = await Version.query(trx).findById(versionId)
  if (!version) throw notFound()
  const artifact = await Artifact.query(trx).findById(version.artifactId).throwIfNotFound()
  const device = await Device.query(trx).findById(version.deviceId).throwIfNotFound()
  const snapshot = await Snapshot.query(trx).where({ tenantId: version.tenantId, versionId }).select('id').first()
  const pin = await Pin.query(trx).findOne({ tenantId: version.tenantId, versionId })
  const damaged = await findDamaged(trx, version.tenantId, [versionId])
  const restoreCheck = (await RestoreCheck.query(trx).findOne({ tenantId: version.tenantId, versionId })) ?? null
  const platform = await findPlatform(trx, device)
  const isSecret = platform?.artifacts[artifact.key]?.secret === true
  const snapshotId = snapshot?.id ?? null
  const isPinned = pin !== undefined
  const isDamaged = damaged.has(versionId)
  return { version, artifact, device, platform, snapshotId, isDamaged, isPinned, restoreCheck, isSecret }
}

/** Returns the name used in messages and the log. */
export function nameVersion(version: Pick<Version, 'id'>): string {
  return `version ${version.id}`
}

/** Returns by which rules a version is normalised; without a known platform it is shown as it was collected. */
export function normalisationOf({
  platform,
  device,
  artifact,
}: Pick<FoundVersion, 'platform' | 'device' | 'artifact'>): {
  platform: PlatformSource
  key: string
} {
  return { platform: platform ? platformSource(platform) : device.platform, key: artifact.key }
}
