import type { Platform, Transport, DriverLimits } from '../../shared/platforms/platform.ts'
import type { NetconfLimits } from '../../shared/platforms/netconf.ts'
import type { RequestLimits } from '../../shared/platforms/requests.ts'
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
import type { FileTreeDependencies } from './file-tree.ts'
import type { SshTarget, SshTimeouts } from '../sessions/ssh-target.ts'

/** A device that one path leads to: logged in, at its prompt, ready to be read. */
export interface DeviceCollector {
  /** Reads these artifacts; those that this path does not lead to are left out without a word. */
  read(keys: readonly string[]): Promise<CollectedArtifacts>
  /** Walks on as far as a backup would before it reads the first artifact. */
  prove(): Promise<void>
  /** Leaves the device politely. Never rejects. */
  close(): Promise<void>
}

/** What was read over one path. */
export interface CollectedArtifacts {
  texts: CapturedText[]
  longTexts: CapturedLongText[]
  trees: CapturedTree[]
  archives: CapturedArchive[]
  absent: AbsentArtifact[]
  failed: FailedArtifact[]
}

/** A harvest to fill. */
export function noArtifacts(): CollectedArtifacts {
  return { texts: [], longTexts: [], trees: [], archives: [], absent: [], failed: [] }
}

/**
 * Opens a path to the job's device.
 * @throws DeviceFailure when the device cannot be reached, is not trusted, refuses the login or never gets ready
 */
export type OpenPath = (job: JobSpec, platform: Platform, dependencies: CollectDependencies) => Promise<DeviceCollector>

/** What a run is handed; everything that reaches out of it. */
export interface CollectDependencies {
  openSsh: (target: SshTarget, signal: AbortSignal) => Promise<Session>
  /** Asks the service about a fingerprint that the job does not know as approved. Waits as long as the service does. */
  judge: (observed: Observed) => Promise<TrustDecision>
  log: RunLog
  now: () => Date
  /** Aborted when the lease is gone or the deadline over: the device is left at once. */
  signal: AbortSignal
  /** What only trees need; asked for when a tree is about to be read. */
  treeDependencies: () => Promise<Omit<FileTreeDependencies, 'log' | 'now' | 'signal'>>
  /** Takes a text of this key that is too long to be held. */
  storeText: (key: string) => TextStore
  /**
   * Reads an archive and keeps it, unless the service has an equal one. Its members are read as the platform describes
   * them; where they cannot be, the metadata says why.
   * @throws DeviceFailure archive_damaged when it is broken off or not whole; whatever `open` throws
   */
  storeArchive: (found: FoundArchive) => Promise<CapturedArchive>
  /** Where the service itself runs the job of a cloud; agents have none. */
  cloud?: CloudAccess
  timeouts?: SshTimeouts
  tlsTimeouts?: TlsTimeouts
  shellLimits?: Partial<DriverLimits>
  requestLimits?: Partial<RequestLimits>
  netconfLimits?: Partial<NetconfLimits>
  /** Told as each step on the way to the first artifact is done, by the name that a connection test shows. */
  onStep?: (step: string) => void
}

/** A long text on its way to the store. `push` waits for room. */
export interface TextStore {
  push(piece: Buffer): Promise<void>
  end(): Promise<StoredText>
}

/** An archive that a device holds out. */
export interface FoundArchive {
  key: string
  transport: Transport
  /** Its bytes from the first to the last. What it throws ends the reading. */
  open: () => AsyncIterable<Uint8Array>
  /** It can be opened a second time: then nothing of an archive that the service has already is sent. */
  isRepeatable: boolean
  /** The text of the same moment that stands for the members where they cannot be read. */
  companion?: CapturedText | CapturedLongText
  metadata?: Record<string, unknown>
}
