import type { AbsenceReason } from '../../shared/platforms/requests.ts'
import type { FailureCode } from '../../shared/contract/failures.ts'
import type { Failure } from '../../shared/messages/failure.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import type { Content } from '../../shared/repository/content.ts'

/** One text as the device said it: echo, pager and prompt removed, line ends `\n`, otherwise byte for byte. */
export interface CapturedText {
  kind: 'text'
  key: string
  transport: Transport
  raw: Buffer
  metadata: Record<string, unknown>
  /** In words: what of it could not be read. With one the run is partial. */
  problems?: readonly string[]
  capturedAt: Date
}

/** A text too long to be held: its chunks are on their way to the store already. */
export interface CapturedLongText extends StoredText {
  kind: 'long-text'
  key: string
  transport: Transport
  metadata: Record<string, unknown>
  problems?: readonly string[]
  capturedAt: Date
}

/** A text by its chunks and its names, which are what a short one gets after it was captured. */
export interface StoredText {
  content: Content
  fingerprint: string
  normalisedFingerprint: string
}

/** Legitimately absent: not a failure. */
export interface AbsentArtifact {
  key: string
  transport: Transport
  reason: AbsenceReason
}

/** The rest is kept: the run is partial. */
export interface FailedArtifact {
  key: string
  transport: Transport
  code: FailureCode
  /** The English text of `failure`, for logs. */
  message: string
  failure: Failure
}

export interface TreeCounts {
  files: number
  directories: number
  symlinks: number
  /** fifos, sockets and devices */
  others: number
  /** of all regular files */
  bytes: number
  /** files whose content was taken from the baseline, not sent again */
  unchanged: number
}

/** One entry that is missing or doubtful, or one remark about the whole tree (then without a path). */
export interface TreeWarning {
  /** As the API writes paths: UTF-8, other bytes as %XX. */
  path?: string
  problem: 'unreadable' | 'vanished' | 'changed' | 'note'
  message: string
}

export interface CapturedTree {
  kind: 'tree'
  key: 'filetree'
  transport: 'ssh'
  root: ChunkId
  /** Hex: equal identities are equal trees, times apart. */
  identity: string
  counts: TreeCounts
  warnings: TreeWarning[]
  capturedAt: Date
}

/** How an archive is compared. */
export interface ArchiveNames {
  /** Of its bytes. */
  fingerprint: string
  /** Of what its members say, or of the text that stands for them. */
  normalisedFingerprint: string
  normaliserRevision: number
}

/** One file that holds others. */
export interface CapturedArchive extends ArchiveNames {
  kind: 'archive'
  key: string
  transport: Transport
  /** Its exact bytes and, where they can be read, its members. Undefined when the service has it already. */
  stored: { content: Content; root?: ChunkId } | undefined
  metadata: Record<string, unknown>
  problems?: readonly string[]
  capturedAt: Date
}

/** What one run brought back over the one path that worked. */
export interface Captured {
  transport: Transport
  texts: CapturedText[]
  longTexts: CapturedLongText[]
  trees: CapturedTree[]
  archives: CapturedArchive[]
  absent: AbsentArtifact[]
  failed: FailedArtifact[]
}

/** A line of the run log. What it quotes from a device has its secrets blanked by whoever makes the function. */
export type RunLog = (level: 'info' | 'warn' | 'error', line: string) => void
