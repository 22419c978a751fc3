import type { Platform } from '../../../shared/platforms/platform.ts'
import { type Content, readContent } from '../../../shared/repository/content.ts'
import { fingerprintOf } from '../../../shared/repository/fingerprint.ts'
import type { ChunkReader } from '../../../shared/repository/chunk-writer.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Version } from '../../store/models/version.ts'
import type { ServicePool } from '../../workers/service-pool.ts'
import { isDamage } from '../repository/chunks/backup-damaged.ts'
import { contentRefs } from '../repository/content/content-refs.ts'
import { identifyArchive } from './identify-archive.ts'

/** What an agent says of a content before it sends it: HMACs under the customer's key. */
export interface NamedContent {
  key: string
  fingerprint: string
  normalisedFingerprint: string
  /** Of the normalisation that the agent knows. */
  normaliserRevision: number
}

/** Where stored texts are read and normalised. */
export interface ComparisonContext {
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
  comparing: ComparisonContext,
  latest: Version,
  content: NamedContent,
): Promise<{ isSame: boolean; renormalised?: Renormalised }> {
  if (content.fingerprint === latest.fingerprint) return { isSame: true }
  const revision = comparing.platform.normalise?.revision ?? 0
  if ('root' in latest.content || content.normaliserRevision !== revision) return { isSame: false }
  if (latest.normaliserRevision === revision) {
    return { isSame: content.normalisedFingerprint === latest.normalisedFingerprint }
  }
  const renormalised = await renormalise(comparing, content.key, latest)
  if (renormalised === null) return { isSame: false }
  return { isSame: renormalised.normalisedFingerprint === content.normalisedFingerprint, renormalised }
}

/** A stored version as the present rules compare it; null for one that cannot be read, or that no rules apply to. */
export async function renormalise(
  comparing: ComparisonContext,
  key: string,
  version: Version,
): Promise<Renormalised | null> {
  const normalisedFingerprint = await unlessDamaged(() => fingerprintAnew(comparing, key, version))
  if (normalisedFingerprint === null) return null
  return { normalisedFingerprint, normaliserRevision: comparing.platform.normalise?.revision ?? 0 }
}

/** Null for what cannot be named from what is stored: a tree, or an archive without members. */
async function fingerprintAnew(
  comparing: ComparisonContext,
  key: string,
  { content }: Version,
): Promise<string | null> {
  const { platform, keys, reader, workers } = comparing
  const { bytes, root } = contentRefs(content)
  const archive = platform.artifacts[key]?.archive
  if (archive) return root && identifyArchive(comparing, archive, root)
  if (!bytes) return null
  const raw = await readWhole(reader, bytes)
  const normalised = await workers.run('normaliseText', { platform: platform.id, key, raw })
  return fingerprintOf(keys.chunkIdKey, normalised)
}

async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
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
