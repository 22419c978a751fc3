import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../../../shared/repository/content.ts'
import { platformSource } from '../../../../shared/platforms/stored-platform.ts'
import { fingerprintOf } from '../../../../shared/repository/fingerprint.ts'
import type { Version } from '../../../store/models/version.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { isDamage } from '../chunks/backup-damaged.ts'
import { contentRefs } from '../content/content-refs.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { identifyArchive } from './identify-archive.ts'

/** Fingerprint of a version by the current rules, if its row has one by older rules. */
export interface Renormalised {
  normalisedFingerprint: string
  normaliserRevision: number
}

/** Normalises a stored version by the current rules; null if it cannot be read, or no rules apply to it. */
export async function renormalise(
  comparing: ComparisonContext,
  key: string,
  version: Version,
): Promise<Renormalised | null> {
  const normalisedFingerprint = await unlessDamaged(() => computeFingerprint(comparing, key, version))
  if (normalisedFingerprint === null) return null
  return { normalisedFingerprint, normaliserRevision: comparing.platform.normalise?.revision ?? 0 }
}

/** Stores the recomputed fingerprint for later runs. */
export async function storeRenormalised(
  { trx }: { trx: ScopedTransaction },
  found: ReadonlyMap<string, Renormalised>,
): Promise<void> {
  if (found.size === 0) return
  const all = [...found.values()]
  await trx.raw(
    `update versions v set normalised_fingerprint = w.fingerprint, normaliser_revision = w.revision
     from unnest(?::uuid[], ?::text[], ?::int[]) as w (id, fingerprint, revision) where v.id = w.id`,
    [
      [...found.keys()],
      all.map(({ normalisedFingerprint }) => normalisedFingerprint),
      all.map(({ normaliserRevision }) => normaliserRevision),
    ],
  )
}

/** Returns the bytes of a stored text. */
export async function readWhole(reader: ChunkReader, content: Content): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readContent(reader, content)) parts.push(part)
  return Buffer.concat(parts)
}

/** Returns null for content without a fingerprint of its stored form: a tree, or an archive without members. */
async function computeFingerprint(
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
  const normalised = await workers.run('normaliseText', { platform: platformSource(platform), key, raw, view: 'whole' })
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
