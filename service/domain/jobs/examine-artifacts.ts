import { randomUUIDv7 } from 'node:crypto'
import { treeFingerprintOf } from '../../../shared/agent-protocol/tree-fingerprint.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { Platform, PlatformArtifact } from '../../../shared/platforms/platform.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { type Content, chunksOf } from '../../../shared/repository/content.ts'
import type { TreeCounts } from '../../../shared/repository/tree.ts'
import type { Version, VersionContent } from '../../store/models/version.ts'
import { ChunkDamaged, ChunkMissing, isDamage } from '../repository/backup-damaged.ts'
import { measureTreeChange } from '../repository/compare-trees.ts'
import { createByteBudget } from '../repository/byte-budget.ts'
import { createPacer } from '../repository/pacer.ts'
import type { Repository } from '../repository/repository.ts'
import type { WalkMemory } from '../repository/walk-memory.ts'
import { Refusal, conflict, refused, tooLarge } from '../refusal.ts'
import { knownFailure } from './budgets.ts'
import { namedContent } from './check-artifacts.ts'
import { type Comparing, type Renormalised, compareWithLatest, readWhole } from './compare-with-latest.ts'
import { type Lineage, type Lineages, lineageName } from './latest-versions.ts'
import type { ReadReport } from './read-report.ts'

type ResultArtifact = components['schemas']['ResultArtifact']

/** What became of one artifact of a run, decided before the commit's transaction. */
export type Examined = { key: string; transport: 'ssh' | 'api' } & (
  | { state: 'unchanged'; latest: Version; renormalised?: Renormalised; problems: number }
  | ({ state: 'changed' } & NewVersion)
  | { state: 'absent'; message?: string }
  | { state: 'failed'; code: FailureCode; message?: string }
)

/** A version that is to be written. */
export interface NewVersion {
  versionId: string
  kind: 'text' | 'blob'
  /** The lineage's latest, which the change was measured against. */
  previousId: string | null
  content: VersionContent
  tree: { snapshotId: string; root: ChunkId; counts: TreeCounts } | null
  fingerprint: string
  normalisedFingerprint: string
  normaliserRevision: number
  sizeBytes: number
  lines: number | null
  added: number | null
  removed: number | null
  suspicious: string[] | null
  capturedAt: Date
  metadata: Record<string, unknown>
  /** Raw ids of everything it refers to. */
  chunks: Buffer
}

/** What is needed to read stored content back. */
export interface Examining extends Comparing {
  tenantId: string
  repository: Repository
  /** Holds what the walks of trees gave, until the commit. */
  walkMemory: Pick<WalkMemory, 'grow'>
  lineages: Lineages
  report: ReadReport
  /** Which of these raw ids, side by side, are not stored: the first 10,000. */
  findMissing: (chunks: Buffer) => Promise<ChunkId[]>
  /** This chunk is stored and cannot be read: from now on it counts as missing. */
  distrust: (chunk: ChunkId) => Promise<void>
  /** Between these a text can have been captured. */
  captured: { from: Date; until: Date }
}

/** The largest text that becomes a version. */
const textBytes = 256 * 1024 * 1024

/**
 * Reads back what was captured, and decides for each artifact, in order, whether it is a new version. Nothing that an
 * agent says of a content is taken over: fingerprints, sizes and counts are computed from what is stored.
 * @throws Refusal 422 for what the platform has not; 409 `not_unchanged`; 412 naming chunks that are not stored
 */
export async function examineArtifacts(examining: Examining, artifacts: ResultArtifact[]): Promise<Examined[]> {
  refuseStrangers(examining.platform, artifacts)
  const examined: Examined[] = []
  for (const [at, artifact] of artifacts.entries()) examined.push(await examine(examining, artifact, at))
  return examined
}

/** 412: the agent sends them again. */
export function chunksMissing(ids: readonly string[]): Refusal {
  return new Refusal(412, 'Content is missing', `${ids.length} chunks that the result refers to are not stored.`, {
    code: 'chunks_missing',
    missing_ids: [...ids],
  })
}

async function examine(examining: Examining, artifact: ResultArtifact, at: number): Promise<Examined> {
  const { key, transport } = artifact
  const message = examining.report.artifacts.get(lineageName(artifact))?.message
  const lineage = examining.lineages.get(lineageName(artifact))
  switch (artifact.state) {
    case 'absent':
      return { key, transport, state: 'absent', message }
    case 'failed':
      return { key, transport, state: 'failed', code: knownFailure(artifact.error_code), message }
    case 'unchanged':
      return { key, transport, ...(await confirmUnchanged(examining, lineage, artifact)) }
    case 'captured':
      if (artifact.root) return { key, transport, ...(await examineTree(examining, lineage, artifact, artifact.root)) }
      return { key, transport, ...(await examineText(examining, lineage, artifact, contentOf(artifact, at))) }
  }
}

/** One entry for each artifact that the platform reads over this path. */
function refuseStrangers(platform: Platform, artifacts: ResultArtifact[]) {
  const seen = new Set<string>()
  for (const [at, artifact] of artifacts.entries()) {
    const known: PlatformArtifact | undefined = Object.hasOwn(platform.artifacts, artifact.key)
      ? platform.artifacts[artifact.key]
      : undefined
    const path = `artifacts.${at}`
    if (!known?.transports.includes(artifact.transport)) throw refused(`${path}.key`, 'is no artifact of this platform')
    if (seen.has(lineageName(artifact))) throw refused(`${path}.key`, 'is named twice')
    seen.add(lineageName(artifact))
    const isTree = artifact.root !== undefined
    if (artifact.state === 'captured' && isTree !== (known.kind === 'blob')) {
      throw refused(`${path}.${isTree ? 'root' : 'content'}`, `is not what ${artifact.key} is made of`)
    }
  }
}

async function confirmUnchanged(examining: Examining, lineage: Lineage | undefined, artifact: ResultArtifact) {
  const { fingerprint, normalised_fingerprint: normalised = '', normaliser_revision: revision = 0 } = artifact
  const latest = lineage?.latest
  const content = namedContent({
    key: artifact.key,
    transport: artifact.transport,
    fingerprint: fingerprint ?? '',
    normalised_fingerprint: normalised,
    normaliser_revision: revision,
  })
  const compared = latest && (await compareWithLatest(examining, latest, content))
  if (!latest || !compared?.isSame) {
    throw conflict(`${lineageName(artifact)} is not what is stored.`, 'not_unchanged')
  }
  return unchanged(lineage, latest, compared.renormalised)
}

function unchanged(lineage: Lineage, latest: Version, renormalised?: Renormalised) {
  return { state: 'unchanged', latest, renormalised, problems: lineage.snapshot?.problems ?? 0 } as const
}

async function examineTree(
  examining: Examining,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
  rootId: string,
) {
  const { repository, tenantId, keys } = examining
  const root = rootId as ChunkId
  const { identity, counts, chunks, missing } = await namingMissing(examining, () =>
    repository.walkStoredTree(tenantId, root, examining.walkMemory),
  )
  if (missing.length > 0) throw chunksMissing(missing)
  const fingerprint = treeFingerprintOf(keys.chunkIdKey, identity)
  // an equal tree whose times differ has other listings: it stands beside one that cannot be read, and heals it not
  const isHurt = lineage?.isDamaged && !isSameRoot(lineage.latest, root)
  if (lineage?.latest?.fingerprint === fingerprint && !isHurt) return unchanged(lineage, lineage.latest)
  const change = await changeSince(examining, lineage?.latest ?? null, root)
  return {
    state: 'changed',
    kind: 'blob',
    content: { root },
    tree: { snapshotId: randomUUIDv7(), root, counts },
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

function isSameRoot(latest: Version | null, root: ChunkId): boolean {
  return latest !== null && 'root' in latest.content && latest.content.root === root
}

/** Null, and so unknown, for the first tree of a lineage and behind one that cannot be read back any more. */
async function changeSince({ reader }: Examining, latest: Version | null, root: ChunkId) {
  if (!latest || !('root' in latest.content)) return null
  try {
    return await measureTreeChange(reader, latest.content.root as ChunkId, root, createPacer(neverAborted))
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** A commit goes on when the agent that asked for it is gone: it asks again. */
const neverAborted = new AbortController().signal

/** Of all texts that are examined at one time, in bytes: a few kilobytes of packs may hold the longest one. */
const texts = createByteBudget(2 * textBytes)

async function examineText(
  examining: Examining,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
  content: Content,
) {
  const giveBack = await texts.take(content.size + (lineage?.latest?.sizeBytes ?? 0))
  try {
    return await examineWithin(examining, lineage, artifact, content)
  } finally {
    giveBack()
  }
}

async function examineWithin(
  examining: Examining,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
  content: Content,
) {
  const { platform, keys, workers } = examining
  const { raw, chunks } = await readCaptured(examining, content)
  const latest = lineage?.latest ?? null
  const previous = latest && (await readPrevious(examining, latest))
  const { key } = artifact
  const text = await workers.run('examineText', {
    platform: platform.id,
    key,
    chunkIdKey: keys.chunkIdKey,
    raw,
    previous,
  })
  const normaliserRevision = platform.normalise?.revision ?? 0
  if (lineage && latest && text.previous?.normalisedFingerprint === text.normalisedFingerprint) {
    const { normalisedFingerprint } = text
    const isOld = latest.normaliserRevision !== normaliserRevision
    return unchanged(lineage, latest, isOld ? { normalisedFingerprint, normaliserRevision } : undefined)
  }
  const change = text.previous?.change ?? null
  return {
    state: 'changed',
    kind: 'text',
    content,
    tree: null,
    fingerprint: text.fingerprint,
    normalisedFingerprint: text.normalisedFingerprint,
    normaliserRevision,
    sizeBytes: raw.length,
    lines: text.lines,
    added: change?.added ?? null,
    removed: change?.removed ?? null,
    suspicious: change?.suspicious ? [change.suspicious] : null,
    chunks,
    ...commonPart(examining, lineage, artifact),
  } as const
}

/** Every chunk is read, so a text whose chunks are there and add up is whole. */
async function readCaptured(examining: Examining, content: Content): Promise<{ raw: Buffer; chunks: Buffer }> {
  const { reader, findMissing } = examining
  const ids: string[] = 'list' in content ? [...content.list] : []
  const chunks = () => Buffer.from(ids.join(''), 'hex')
  const readBack = async () => {
    for await (const id of chunksOf(reader, content)) ids.push(id)
    return readWhole(reader, content)
  }
  const raw = await namingMissing(examining, readBack, () => findMissing(chunks()))
  return { raw, chunks: chunks() }
}

/** What was stored and cannot be read any more is no reason to refuse what can. */
async function readPrevious({ reader }: Examining, latest: Version): Promise<Buffer | null> {
  if ('root' in latest.content) return null
  try {
    return await readWhole(reader, latest.content)
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/**
 * What is stored and cannot be read is our loss, not the agent's mistake: it is asked for again.
 * @param findAll what is missing beside the first that was missed, so that all of it can be sent again at once
 */
async function namingMissing<T>(
  { distrust }: Examining,
  reading: () => Promise<T>,
  findAll?: () => Promise<ChunkId[]>,
): Promise<T> {
  try {
    return await reading()
  } catch (error) {
    if (error instanceof ChunkDamaged) {
      await distrust(error.chunk)
      throw chunksMissing([error.chunk])
    }
    if (error instanceof ChunkMissing) throw chunksMissing([...new Set([error.chunk, ...((await findAll?.()) ?? [])])])
    if (isDamage(error)) throw refused('artifacts', `refer to content that is none: ${error.message}`)
    throw error
  }
}

function commonPart(
  { report, captured }: Examining,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
): Pick<NewVersion, 'versionId' | 'previousId' | 'capturedAt' | 'metadata'> {
  const said = artifact.captured_at ? new Date(artifact.captured_at).getTime() : captured.until.getTime()
  return {
    versionId: randomUUIDv7(),
    previousId: lineage?.latest?.id ?? null,
    capturedAt: new Date(Math.min(Math.max(said, captured.from.getTime()), captured.until.getTime())),
    metadata: report.artifacts.get(lineageName(artifact))?.metadata ?? {},
  }
}

/** @throws Refusal 422 for a content without chunks, or with both kinds */
function contentOf({ content }: ResultArtifact, at: number): Content {
  if (content && content.size > textBytes) throw tooLarge('the limit of a text', content.size, textBytes)
  if (content?.chunks && !content.list) return { size: content.size, chunks: content.chunks as ChunkId[] }
  if (content?.list && !content.chunks) return { size: content.size, list: content.list as ChunkId[] }
  throw refused(`artifacts.${at}.content`, 'names its chunks by chunks or by list')
}
