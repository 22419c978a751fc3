import { randomUUIDv7 } from 'node:crypto'
import type { components } from '../../../shared/contract/api-types.ts'
import type { ReceivedFailure } from '../../../shared/messages/failure.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { ArtifactFacts } from '../../../shared/platforms/extract-facts.ts'
import type { Suspicion } from '../../../shared/platforms/suspicion-rules.ts'
import type { NotBrowsable } from '../../../shared/platforms/not-browsable.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { TreeCounts } from '../../../shared/repository/tree.ts'
import type { Version, VersionContent } from '../../store/models/version.ts'
import { DomainError, invalidField } from '../kernel/domain-error.ts'
import { ChunkDamaged, ChunkMissing, damageDetail, isDamage } from '../repository/chunks/backup-damaged.ts'
import type { Repository } from '../repository/chunks/repository.ts'
import type { TreeWalkBudget } from '../repository/chunks/tree-walk-budget.ts'
import { type Lineage, type Lineages, lineageName } from './read-lineages.ts'
import type { ReadReport } from './read-job-report.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import type { Renormalised } from '../repository/versions/renormalise.ts'
import type { SummarisedChange } from '../../workers/tasks/summarise-texts.ts'

export type ResultArtifact = components['schemas']['ResultArtifact']

/** The outcome of one artifact of a run, determined before the commit's transaction. */
export type Examined = { key: string; transport: 'ssh' | 'api' } & (
  | { state: 'unchanged'; latest: Version; renormalised?: Renormalised; problems: number }
  | ({ state: 'changed' } & NewVersion)
  | { state: 'absent'; reason: ReceivedMessage | null }
  | { state: 'failed'; code: FailureCode; failure: ReceivedFailure | null }
)

/** A version to write. */
export interface NewVersion {
  versionId: string
  kind: 'text' | 'blob'
  /** The latest version of the lineage, with which the change was measured. */
  previousId: string | null
  content: VersionContent
  snapshot: NewSnapshot | null
  fingerprint: string
  normalisedFingerprint: string
  normaliserRevision: number
  sizeBytes: number
  lines: number | null
  added: number | null
  removed: number | null
  /** What changed; absent for a tree or an archive, and if the texts were not compared. */
  summary?: SummarisedChange | null
  suspicious: Suspicion[] | null
  /** The device returned it in another form than before, so that differences may be formal only. */
  isReform?: boolean
  /** Facts of the device that it contains. */
  facts?: ArtifactFacts | null
  capturedAt: Date
  metadata: Record<string, unknown>
  /** Raw ids of all chunks that it refers to. */
  chunks: Buffer
}

/** The tree of a new version, or the members of its archive. Unreadable members have a reason instead of a root. */
export interface NewSnapshot {
  snapshotId: string
  root: ChunkId | null
  notBrowsable: NotBrowsable | null
  counts: TreeCounts
}

/** Dependencies for reading stored content back. */
export interface ExaminationContext extends ComparisonContext {
  tenantId: string
  repository: Repository
  /** Memory for the results of tree walks until the commit. */
  walkMemory: Pick<TreeWalkBudget, 'grow'>
  lineages: Lineages
  report: ReadReport
  /** Returns those of these concatenated raw ids that are not stored, at most 10,000. */
  findMissing: (chunks: Buffer) => Promise<ChunkId[]>
  /** Marks a stored chunk that cannot be read: it then counts as missing. */
  distrust: (chunk: ChunkId) => Promise<void>
  /** The period in which a text can have been captured. */
  captured: { from: Date; until: Date }
}

/** 412: the agent sends the chunks again. */
export function chunksMissing(ids: readonly string[]): DomainError {
  return new DomainError('chunks_missing', { chunks: ids.length }, { missing_ids: [...ids] })
}

/** A content that equals the lineage's latest version. */
export function unchanged(lineage: Lineage, latest: Version, renormalised?: Renormalised) {
  return { state: 'unchanged', latest, renormalised, problems: lineage.snapshot?.problems ?? 0 } as const
}

/**
 * Returns the fields of every new version. Its date is later than that of the version it replaces, even if a clock went
 * backwards: dates are the order of a lineage for lists, comparisons, retention and a rebuilt index.
 */
export function commonPart(
  { report, captured }: ExaminationContext,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
): Pick<NewVersion, 'versionId' | 'previousId' | 'capturedAt' | 'metadata'> {
  const reportedMs = artifact.captured_at ? new Date(artifact.captured_at).getTime() : captured.until.getTime()
  const possible = Math.min(Math.max(reportedMs, captured.from.getTime()), captured.until.getTime())
  const latest = lineage?.latest ?? null
  return {
    versionId: randomUUIDv7(),
    previousId: latest?.id ?? null,
    capturedAt: new Date(latest ? Math.max(possible, latest.capturedAt.getTime() + 1) : possible),
    metadata: report.artifacts.get(lineageName(artifact))?.metadata ?? {},
  }
}

/**
 * Converts damage of stored content into a request for it: the loss is the service's, not the agent's.
 * @param findAll returns all missing chunks, so that the agent sends them together
 */
export async function reportMissingChunks<T>(
  { distrust }: ExaminationContext,
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
    if (isDamage(error)) throw invalidField('artifacts', 'content_unreadable', { detail: damageDetail(error) })
    throw error
  }
}
