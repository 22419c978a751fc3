import type { Platform } from '../../../shared/platforms/platform.ts'
import { type Content, readContent } from '../../../shared/repository/content.ts'
import { fingerprintOf } from '../../../shared/repository/fingerprint.ts'
import type { ChunkReader } from '../../../shared/repository/chunk-writer.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Version } from '../../store/models/version.ts'
import type { ServicePool } from '../../workers/service-pool.ts'
import { isDamage } from '../repository/backup-damaged.ts'

/** What an agent says of a content before it sends it: HMACs under the customer's key. */
export interface NamedContent {
  key: string
  fingerprint: string
  normalisedFingerprint: string
  /** Of the normalisation that the agent knows. */
  normaliserRevision: number
}

/** Where stored texts are read and normalised. */
export interface Comparing {
  platform: Platform
  keys: TenantKeys
  reader: ChunkReader
  workers: Pick<ServicePool, 'run'>
}

/** How a version is compared by the present rules, where its row was written by older ones. */
export interface Renormalised {
  normalisedFingerprint: string
  normaliserRevision: number
}

/**
 * Whether a content says the same as the lineage's latest version. Where the version was written under older rules of
 * normalisation its stored text is normalised anew, so that an update of the rules makes no change of its own. A stored
 * text that cannot be read counts as different: then a good one comes to stand beside it.
 */
export async function compareWithLatest(
  comparing: Comparing,
  latest: Version,
  content: NamedContent,
): Promise<{ isSame: boolean; renormalised?: Renormalised }> {
  if (content.fingerprint === latest.fingerprint) return { isSame: true }
  const revision = comparing.platform.normalise?.revision ?? 0
  if ('root' in latest.content || content.normaliserRevision !== revision) return { isSame: false }
  if (latest.normaliserRevision === revision) {
    return { isSame: content.normalisedFingerprint === latest.normalisedFingerprint }
  }
  const normalisedFingerprint = await fingerprintAnew(comparing, content.key, latest.content)
  if (normalisedFingerprint === null) return { isSame: false }
  return {
    isSame: normalisedFingerprint === content.normalisedFingerprint,
    renormalised: { normalisedFingerprint, normaliserRevision: revision },
  }
}

async function fingerprintAnew({ platform, keys, reader, workers }: Comparing, key: string, content: Content) {
  try {
    const raw = await readWhole(reader, content)
    const normalised = await workers.run('normaliseText', { platform: platform.id, key, raw })
    return fingerprintOf(keys.chunkIdKey, normalised)
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** The bytes of a stored text. */
export async function readWhole(reader: ChunkReader, content: Content): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readContent(reader, content)) parts.push(part)
  return Buffer.concat(parts)
}
