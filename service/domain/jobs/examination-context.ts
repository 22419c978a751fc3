import { randomUUIDv7 } from 'node:crypto'
import type { components } from '../../../shared/contract/api-types.ts'
import type { ReceivedFailure } from '../../../shared/messages/failure.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { Suspicion } from '../../../shared/platforms/suspicion-rules.ts'
import type { NotBrowsable } from '../../../shared/platforms/not-browsable.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { TreeCounts } from '../../../shared/repository/tree.ts'
import type { Version, VersionContent } from '../../store/models/version.ts'
import { DomainError, invalidField } from '../kernel/domain-error.ts'
import { ChunkDamaged, ChunkMissing, isDamage } from '../repository/chunks/backup-damaged.ts'
import type { Repository } from '../repository/chunks/repository.ts'
import type { TreeWalkBudget } from '../repository/chunks/tree-walk-budget.ts'
import { type Lineage, type Lineages, lineageName } from './latest-versions.ts'
import type { ReadReport } from './read-report.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import type { Renormalised } from '../repository/versions/renormalise.ts'

export type ResultArtifact = components['schemas']['ResultArtifact']

/** What became of one artifact of a run, decided before the commit's transaction. */
export type Examined = { key: string; transport: 'ssh' | 'api' } & (
  | { state: 'unchanged'; latest: Version; renormalised?: Renormalised; problems: number }
  | ({ state: 'changed' } & NewVersion)
  | { state: 'absent'; reason: ReceivedMessage | null }
  | { state: 'failed'; code: FailureCode; failure: ReceivedFailure | null }
)

/** A version that is to be written. */
export interface NewVersion {
  versionId: string
  kind: 'text' | 'blob'
  /** The lineage's latest, which the change was measured against. */
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
  suspicious: Suspicion[] | null
  /** The device told it in another form than before: what is different may be the words alone. */
  isReform?: boolean
  capturedAt: Date
  metadata: Record<string, unknown>
  /** Raw ids of everything it refers to. */
  chunks: Buffer
}

/** The tree of a new version, or the members of its archive; those that cannot be read have no root, and a reason. */
export interface NewSnapshot {
  snapshotId: string
  root: ChunkId | null
  notBrowsable: NotBrowsable | null
  counts: TreeCounts
}

/** What is needed to read stored content back. */
export interface ExaminationContext extends ComparisonContext {
  tenantId: string
  repository: Repository
  /** Holds what the walks of trees gave, until the commit. */
  walkMemory: Pick<TreeWalkBudget, 'grow'>
  lineages: Lineages
  report: ReadReport
  /** Which of these raw ids, side by side, are not stored: the first 10,000. */
  findMissing: (chunks: Buffer) => Promise<ChunkId[]>
  /** This chunk is stored and cannot be read: from now on it counts as missing. */
  distrust: (chunk: ChunkId) => Promise<void>
  /** Between these a text can have been captured. */
  captured: { from: Date; until: Date }
}

/** 412: the agent sends them again. */
export function chunksMissing(ids: readonly string[]): DomainError {
  return new DomainError('chunks_missing', { chunks: ids.length }, { missing_ids: [...ids] })
}

/** A content that says what the lineage's latest version says. */
export function unchanged(lineage: Lineage, latest: Version, renormalised?: Renormalised) {
  return { state: 'unchanged', latest, renormalised, problems: lineage.snapshot?.problems ?? 0 } as const
}

/**
 * What any new version has. Its date is behind that of the version it replaces, also where a clock went back meanwhile:
 * dates are the order of a lineage, for lists, comparisons, retention and a rebuilt index.
 */
export function commonPart(
  { report, captured }: ExaminationContext,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
): Pick<NewVersion, 'versionId' | 'previousId' | 'capturedAt' | 'metadata'> {
  const said = artifact.captured_at ? new Date(artifact.captured_at).getTime() : captured.until.getTime()
  const possible = Math.min(Math.max(said, captured.from.getTime()), captured.until.getTime())
  const latest = lineage?.latest ?? null
  return {
    versionId: randomUUIDv7(),
    previousId: latest?.id ?? null,
    capturedAt: new Date(latest ? Math.max(possible, latest.capturedAt.getTime() + 1) : possible),
    metadata: report.artifacts.get(lineageName(artifact))?.metadata ?? {},
  }
}

/**
 * What is stored and cannot be read is our loss, not the agent's mistake: it is asked for again.
 * @param findAll what is missing beside the first that was missed, so that all of it can be sent again at once
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
    if (isDamage(error)) throw invalidField('artifacts', 'content_unreadable', { detail: error.message })
    throw error
  }
}
