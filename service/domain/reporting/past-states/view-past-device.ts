import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import { openField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { type FailingCriterion, failingCriteria } from '../../repository/versions/good-criteria.ts'

/**
 * State of a lineage at a moment: a version that is `good`, `suspicious` or `partial`, or `unsure` if it fails another
 * criterion of a good version; `none` if nothing was stored yet; `deleted` if what was stored was deleted since.
 */
export type LineageState = 'good' | 'suspicious' | 'partial' | 'unsure' | 'none' | 'deleted'

export interface PastLineage {
  artifactId: string
  key: string
  transport: 'ssh' | 'api'
  kind: 'text' | 'blob'
  state: LineageState
  /** Criteria of a good version that the version fails, as known now. */
  failing: FailingCriterion[]
  version: PastVersion | null
  /** The version before it. */
  previousId: string | null
  /** When the next version was stored. */
  nextAt: Date | null
  /** Whether the version was collected again at the moment or later. Otherwise it may have been replaced already. */
  isSeenLater: boolean
  /** Whether the version was stored in the window, and is not the first of its lineage. */
  isChanged: boolean
}

export interface PastVersion {
  id: string
  runId: string
  capturedAt: Date
  lastSeenAt: Date
  added: number | null
  removed: number | null
  reviewTicket: string | null
  snapshotId: string | null
  author: string | null
}

export interface PastDevice {
  id: string
  tenantId: string
  name: string
  platform: string
  site: string
  tags: string[]
  decommissionedAt: Date | null
  purgedAt: Date | null
  lineages: PastLineage[]
  runs: PastRun[]
  events: PastEvent[]
  /** Of the window, including those that are not listed. */
  eventCount: number
}

export interface PastRun {
  id: string
  kind: string
  status: string
  trigger: string
  requestedBy: string
  queuedAt: string
  finishedAt: string | null
}

export interface PastEvent {
  id: string
  type: string
  severity: string
  at: string
}

/** A row of the statement. Instants inside of JSON are texts. */
export interface PastRow extends Omit<PastDevice, 'lineages'> {
  lineages: PastLineageRow[]
}

interface PastLineageRow extends Pick<PastLineage, 'artifactId' | 'key' | 'transport' | 'kind' | 'previousId'> {
  createdAt: string
  current: PastVersionRow | null
  next: { capturedAt: string; isFirst: boolean } | null
}

interface PastVersionRow extends Omit<PastVersion, 'runId' | 'capturedAt' | 'lastSeenAt' | 'author'> {
  jobId: string
  capturedAt: string
  lastSeenAt: string
  isFirst: boolean
  suspicious: ReceivedMessage[] | null
  reviewedAt: string | null
  labMode: boolean
  hostNotCompared: boolean
  /** Sealed, in Base64. */
  metadata: string | null
  isDamaged: boolean
  isIncomplete: boolean
  problems: number
}

type Window = Record<'at' | 'since', Date>

/** Returns what a device held at the end of the window. @param keys null if they are destroyed */
export function viewDevice({ lineages, ...device }: PastRow, window: Window, keys: TenantKeys | null): PastDevice {
  return { ...device, lineages: lineages.map((lineage) => viewLineage(lineage, window, keys)) }
}

function viewLineage(
  { createdAt, current, next, ...lineage }: PastLineageRow,
  { at, since }: Window,
  keys: TenantKeys | null,
): PastLineage {
  const nextAt = next && new Date(next.capturedAt)
  if (!current) {
    const isDeleted = next ? !next.isFirst : new Date(createdAt) <= at
    const state = isDeleted ? 'deleted' : 'none'
    return { ...lineage, state, failing: [], version: null, nextAt, isSeenLater: false, isChanged: false }
  }
  const metadata = keys ? openVersionMetadata(keys, current) : {}
  const [capturedAt, lastSeenAt] = [new Date(current.capturedAt), new Date(current.lastSeenAt)]
  const reviewedAt = current.reviewedAt === null ? null : new Date(current.reviewedAt)
  const version = { ...current, capturedAt, lastSeenAt, reviewedAt }
  const isDamaged = current.isDamaged || !keys
  const failing = failingCriteria({ ...current, version, metadata, isDamaged })
  const { id, jobId: runId, added, removed, reviewTicket, snapshotId, isFirst } = current
  const author = typeof metadata['author'] === 'string' ? metadata['author'] : null
  return {
    ...lineage,
    state: stateOf(failing),
    failing,
    version: { id, runId, capturedAt, lastSeenAt, added, removed, reviewTicket, snapshotId, author },
    nextAt,
    isSeenLater: lastSeenAt >= at,
    isChanged: capturedAt > since && !isFirst,
  }
}

function stateOf(failing: readonly FailingCriterion[]): LineageState {
  if (failing.length === 0) return 'good'
  const codes = failing.map(({ code }) => code)
  if (codes.includes('not_good_suspicious')) return 'suspicious'
  return codes.includes('not_good_partial') ? 'partial' : 'unsure'
}

function openVersionMetadata(keys: TenantKeys, { id, metadata }: PastVersionRow): Record<string, unknown> {
  if (metadata === null) return {}
  const json = openField(keys, { row: id, field: 'metadata' }, Buffer.from(metadata, 'base64')).toString()
  return JSON.parse(json) as Record<string, unknown>
}
