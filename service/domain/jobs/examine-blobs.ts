import { randomUUIDv7 } from 'node:crypto'
import { createArchiveNames } from '../../../shared/agent-protocol/archive-names.ts'
import { treeFingerprintOf } from '../../../shared/agent-protocol/tree-fingerprint.ts'
import { countsIn } from '../../../shared/platforms/comparable-member.ts'
import { type Suspicion, findSuspicions } from '../../../shared/platforms/suspicion-rules.ts'
import { findShrinkage } from '../../../shared/platforms/find-shrinkage.ts'
import { notBrowsableIn } from '../../../shared/platforms/not-browsable.ts'
import type { ArchiveDescription } from '../../../shared/platforms/platform.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { Content } from '../../../shared/repository/content.ts'
import type { Version } from '../../store/models/version.ts'
import { isDamage } from '../repository/chunks/backup-damaged.ts'
import { measureTreeChange } from '../repository/chunks/compare-trees.ts'
import { createEventLoopYielder } from '../repository/chunks/yield-event-loop.ts'
import { contentRefs } from '../repository/content/content-refs.ts'
import { openMetadata } from '../repository/versions/version-metadata.ts'
import { compareWithLatest } from './compare-with-latest.ts'
import {
  type Examined,
  type ExaminationContext,
  type ResultArtifact,
  chunksMissing,
  commonPart,
  reportMissingChunks,
  unchanged,
} from './examination-context.ts'
import { identifyArchive } from '../repository/versions/identify-archive.ts'
import type { Lineage } from './read-lineages.ts'

/** Examines a captured tree by walking all of it. @throws DomainError 412 with the ids of missing chunks */
export async function examineTree(
  examining: ExaminationContext,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
  rootId: string,
) {
  const { repository, tenantId, keys } = examining
  const root = rootId as ChunkId
  const { identity, counts, chunks, missing } = await reportMissingChunks(examining, () =>
    repository.walkStoredTree(tenantId, root, examining.walkMemory),
  )
  if (missing.length > 0) throw chunksMissing(missing)
  const fingerprint = treeFingerprintOf(keys.chunkIdKey, identity)
  // an equal tree with other times has other listings: it is stored next to the unreadable one and does not replace it
  const isAffected = lineage?.isDamaged && !isSameRoot(lineage.latest, root)
  if (lineage?.latest?.fingerprint === fingerprint && !isAffected) return unchanged(lineage, lineage.latest)
  const change = await changeSince(examining, lineage?.latest ?? null, root)
  return {
    state: 'changed',
    kind: 'blob',
    content: { root },
    snapshot: { snapshotId: randomUUIDv7(), root, notBrowsable: null, counts },
    fingerprint,
    normalisedFingerprint: fingerprint,
    normaliserRevision: 0,
    sizeBytes: counts.bytes,
    lines: null,
    added: change?.added ?? null,
    removed: change?.removed ?? null,
    suspicious: null,
    chunks,
    ...commonPart(examining, lineage, artifact),
  } as const
}

/**
 * Examines a captured archive. Its bytes are not read again: only their presence and size are checked. Its members are
 * walked as a tree, from which the identity is computed.
 * @param before artifacts that were examined already: a text among them may represent the members
 * @throws DomainError 412 with the ids of missing chunks
 */
export async function examineArchive(
  examining: ExaminationContext,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
  content: Content,
  before: Examined[],
) {
  const { repository, tenantId, keys, platform } = examining
  const description = platform.artifacts[artifact.key]?.archive as ArchiveDescription
  const root = (artifact.root ?? null) as ChunkId | null
  const { counts, chunks, missing } = await reportMissingChunks(examining, () =>
    repository.walkStoredTree(tenantId, root, examining.walkMemory, [content]),
  )
  if (missing.length > 0) throw chunksMissing(missing)
  const names = createArchiveNames(keys.chunkIdKey)
  const fingerprint = names.ofBytes(content)
  const companion = description.companion && companionName(before, description.companion, artifact.transport)
  const normalisedFingerprint = root
    ? await reportMissingChunks(examining, () => identifyArchive(examining, description, root))
    : companion
      ? names.ofCompanion(companion)
      : fingerprint
  const normaliserRevision = platform.normalise?.revision ?? 0
  const latest = lineage?.latest ?? null
  const named = { key: artifact.key, fingerprint, normalisedFingerprint, normaliserRevision }
  const compared = latest && (await compareWithLatest(examining, latest, named))
  // other bytes with equal members are stored next to the unreadable ones and do not replace them
  const isAffected = lineage?.isDamaged && latest?.fingerprint !== fingerprint
  if (lineage && latest && compared?.isSame && !isAffected) return unchanged(lineage, latest, compared.renormalised)
  const change = await changeSince(examining, latest, root, description)
  const part = commonPart(examining, lineage, artifact)
  return {
    state: 'changed',
    kind: 'blob',
    content: { archive: content, members: root },
    snapshot: {
      snapshotId: randomUUIDv7(),
      root,
      notBrowsable: root ? null : notBrowsableIn(part.metadata),
      counts,
    },
    fingerprint,
    normalisedFingerprint,
    normaliserRevision,
    sizeBytes: content.size,
    lines: null,
    added: change?.added ?? null,
    removed: change?.removed ?? null,
    suspicious: latest && suspicionsOf(examining, latest, content, part.metadata),
    chunks,
    ...part,
  } as const
}

function suspicionsOf(
  { keys }: ExaminationContext,
  latest: Version,
  { size }: Content,
  metadata: Record<string, unknown>,
): Suspicion[] | null {
  const doubts = findSuspicions(openMetadata(keys, latest), metadata)
  const shrinkage = findShrinkage(latest.sizeBytes, size)
  const suspicions = shrinkage ? [shrinkage, ...doubts] : doubts
  return suspicions.length > 0 ? suspicions : null
}

/** Returns how the text that represents an archive is compared, if this run collected it or found it unchanged. */
function companionName(examined: Examined[], key: string, transport: 'ssh' | 'api'): string | undefined {
  const companion = examined.find((one) => one.key === key && one.transport === transport)
  if (companion?.state === 'changed') return companion.normalisedFingerprint
  if (companion?.state !== 'unchanged') return undefined
  return companion.renormalised?.normalisedFingerprint ?? companion.latest.normalisedFingerprint
}

function isSameRoot(latest: Version | null, root: ChunkId): boolean {
  return latest !== null && 'root' in latest.content && latest.content.root === root
}

/**
 * Null (unknown) for the first tree of a lineage and after one that cannot be read. For an archive, the members that
 * count.
 */
async function changeSince(
  { reader }: ExaminationContext,
  latest: Version | null,
  root: ChunkId | null,
  archive?: ArchiveDescription,
) {
  const before = latest && contentRefs(latest.content).root
  if (!before || !root) return null
  try {
    return await measureTreeChange(reader, before, root, createEventLoopYielder(neverAborted), countsIn(archive))
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** A commit continues after the agent disconnects: the agent requests it again. */
const neverAborted = new AbortController().signal
