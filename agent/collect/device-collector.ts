import type { Platform, Transport, DriverLimits } from '../../shared/platforms/platform.ts'
import type { NetconfLimits } from '../../shared/platforms/netconf.ts'
import type { RequestLimits, WhyNoText } from '../../shared/platforms/requests.ts'
import type { JobSpec } from '../job-spec.ts'
import type { CloudAccess } from '../procedures/cloud-access.ts'
import type { Observed, Session, TrustDecision } from '../sessions/session.ts'
import type { TlsTimeouts } from '../sessions/tls.ts'
import type {
  AbsentArtifact,
  CapturedArchive,
  CapturedLongText,
  CapturedText,
  CapturedTree,
  FailedArtifact,
  RunLog,
  StoredText,
} from './captured.ts'
import type { FileTreeDependencies } from './tree/file-tree.ts'
import type { SshStep, SshTarget, SshTimeouts } from '../sessions/ssh-target.ts'

/** A step before the first artifact, as a connection test names it. */
export type ConnectionStep = SshStep | 'prompt' | 'enable' | 'prepare' | 'rsync' | 'network'

/** A device reached over one transport: logged in and ready to be read. */
export interface DeviceCollector {
  /** Reads these artifacts. Silently omits those that this transport does not provide. */
  read(keys: readonly string[]): Promise<CollectedArtifacts>
  /** Executes the remaining steps of a backup before the first artifact. */
  probe(): Promise<void>
  /** Logs out of the device. Never rejects. */
  close(): Promise<void>
}

/** The artifacts read over one transport. */
export interface CollectedArtifacts {
  texts: CapturedText[]
  longTexts: CapturedLongText[]
  trees: CapturedTree[]
  archives: CapturedArchive[]
  absent: AbsentArtifact[]
  failed: FailedArtifact[]
}

/** Returns an empty result. */
export function noArtifacts(): CollectedArtifacts {
  return { texts: [], longTexts: [], trees: [], archives: [], absent: [], failed: [] }
}

/**
 * Opens a transport to the job's device.
 * @throws DeviceFailure if the device is unreachable, is not trusted, refuses the login or does not become ready
 */
export type OpenPath = (job: JobSpec, platform: Platform, dependencies: CollectDependencies) => Promise<DeviceCollector>

/** Dependencies of a run: everything with effects outside it. */
export interface CollectDependencies {
  openSsh: (target: SshTarget, signal: AbortSignal) => Promise<Session>
  /** Asks the service about a fingerprint that the job does not list as approved. Waits as long as the service does. */
  checkFingerprint: (observed: Observed) => Promise<TrustDecision>
  log: RunLog
  now: () => Date
  /** Aborted when the lease is lost or the deadline has passed. The run then leaves the device immediately. */
  signal: AbortSignal
  /** Dependencies only of trees; requested before a tree is read. */
  treeDependencies: () => Promise<Omit<FileTreeDependencies, 'log' | 'now' | 'signal'>>
  /** Returns a store for a text of this artifact that is too long to hold in memory. */
  storeText: (key: string) => TextStore
  /**
   * Reads an archive and stores it, unless the service has an equal one. Reads its members as the platform describes
   * them; if that fails, the metadata contains the reason.
   * @throws DeviceFailure archive_damaged if it is truncated or corrupt; errors of `open`
   */
  storeArchive: (found: FoundArchive) => Promise<CapturedArchive>
  /** Present if the service itself runs the job of a cloud platform, absent on agents. */
  cloud?: CloudAccess
  timeouts?: SshTimeouts
  tlsTimeouts?: TlsTimeouts
  shellLimits?: Partial<DriverLimits>
  requestLimits?: Partial<RequestLimits>
  netconfLimits?: Partial<NetconfLimits>
  /** Called after each step before the first artifact, with the step name that a connection test shows. */
  onStep?: (step: ConnectionStep) => void
  /** Present in a dry run. */
  observer?: ReadingObserver
}

/** Follows how artifacts are read. Texts are latin1. */
export interface ReadingObserver {
  /** A command is about to be sent, or a file or an API path requested. */
  requested(artifact: string, command: string, transport: Transport): void
  /** Output of the device as it arrives. For a command line, the creator of the session reports it. */
  received(text: string): void
  /** The answer is the artifact, or is not for this reason. */
  decided(outcome: ReadingOutcome): void
}

export type ReadingOutcome =
  { kind: 'text'; text: { kind: 'text'; raw: Buffer } | ({ kind: 'long-text' } & StoredText) } | WhyNoText

/** Stores a long text as it arrives. `push` waits while its buffer is full. */
export interface TextStore {
  push(piece: Buffer): Promise<void>
  end(): Promise<StoredText>
}

/** An archive that a device offers. */
export interface FoundArchive {
  key: string
  transport: Transport
  /** Yields all its bytes in order. Its errors end the reading. */
  open: () => AsyncIterable<Uint8Array>
  /** Whether it can be opened a second time. If so, an archive that the service already has is not sent. */
  isRepeatable: boolean
  /** A text collected at the same time that represents the members if they cannot be read. */
  companion?: CapturedText | CapturedLongText
  metadata?: Record<string, unknown>
}
