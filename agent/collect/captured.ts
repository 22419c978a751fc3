import type { AbsenceReason, CaptureWarning } from '../../shared/platforms/requests.ts'
import type { FailureCode } from '../../shared/contract/failures.ts'
import type { CaptureWarningCode, RunLogCode } from '../../shared/messages/codes.ts'
import type { Failure } from '../../shared/messages/failure.ts'
import type { MessageOf } from '../../shared/messages/message.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import type { Content } from '../../shared/repository/content.ts'

/** One text as the device sent it: echo, pager and prompt removed, line ends `\n`, otherwise byte for byte. */
export interface CapturedText {
  kind: 'text'
  key: string
  transport: Transport
  raw: Buffer
  metadata: Record<string, unknown>
  /** What could not be read. If there is anything, the run is partial. */
  problems?: readonly CaptureWarning[]
  capturedAt: Date
}

/** A text too long to hold in memory. Its chunks are already being stored. */
export interface CapturedLongText extends StoredText {
  kind: 'long-text'
  key: string
  transport: Transport
  metadata: Record<string, unknown>
  problems?: readonly CaptureWarning[]
  capturedAt: Date
}

/** A stored text by its chunks and fingerprints. A short text gets them after it was captured. */
export interface StoredText {
  content: Content
  fingerprint: string
  normalisedFingerprint: string
}

/** Legitimately absent, which is not a failure. */
export interface AbsentArtifact {
  key: string
  transport: Transport
  reason: AbsenceReason
}

/** Failed; the other artifacts are stored and the run is partial. */
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
  /** FIFOs, sockets and devices */
  others: number
  /** sum of all regular files */
  bytes: number
  /** files whose content was taken from the baseline without transfer */
  unchanged: number
}

/** A missing or doubtful entry, or a warning about the whole tree (without a path). */
export interface TreeWarning {
  /** Encoded as in the API: UTF-8, other bytes as %XX. */
  path?: string
  problem: 'unreadable' | 'vanished' | 'changed' | 'note'
  message: CaptureWarning
}

export interface CapturedTree {
  kind: 'tree'
  key: 'filetree'
  transport: 'ssh'
  root: ChunkId
  /** Hex. Trees with equal identities are equal except for times. */
  identity: string
  counts: TreeCounts
  warnings: TreeWarning[]
  capturedAt: Date
}

/** The fingerprints by which an archive is compared. */
export interface ArchiveNames {
  /** Of its bytes. */
  fingerprint: string
  /** Of its members' content, or of the text that represents them. */
  normalisedFingerprint: string
  normaliserRevision: number
}

/** An archive that was collected. */
export interface CapturedArchive extends ArchiveNames {
  kind: 'archive'
  key: string
  transport: Transport
  /** Its exact bytes and, if readable, its members. Undefined if the service already has it. */
  stored: { content: Content; root?: ChunkId } | undefined
  metadata: Record<string, unknown>
  problems?: readonly CaptureWarning[]
  capturedAt: Date
}

/** The result of one run over the transport that succeeded. */
export interface Captured {
  transport: Transport
  texts: CapturedText[]
  longTexts: CapturedLongText[]
  trees: CapturedTree[]
  archives: CapturedArchive[]
  absent: AbsentArtifact[]
  failed: FailedArtifact[]
}

/** A line of a run's log. */
export type RunLogMessage = MessageOf<RunLogCode | CaptureWarningCode>

/** Writes a line to the run log. The function's creator masks secrets in what the message quotes from a device. */
export type RunLog = (level: 'info' | 'warn' | 'error', message: RunLogMessage) => void
