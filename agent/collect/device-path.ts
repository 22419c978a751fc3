import type { Platform, ShellLimits } from '../../shared/platforms/platform.ts'
import type { RequestLimits } from '../../shared/platforms/requests.ts'
import type { JobOrder } from '../job-order.ts'
import type { Observed, Session, TrustDecision } from '../sessions/session.ts'
import type { SshTarget, SshTimeouts } from '../sessions/ssh.ts'
import type { TlsTimeouts } from '../sessions/tls.ts'
import type {
  AbsentArtifact,
  CapturedLongText,
  CapturedText,
  CapturedTree,
  FailedArtifact,
  RunLog,
  StoredText,
} from './captured.ts'
import type { FileTreeDeps } from './file-tree.ts'

/** A device that one path leads to: logged in, at its prompt, ready to be read. */
export interface DevicePath {
  /** Reads these artifacts; those that this path does not lead to are left out without a word. */
  read(keys: readonly string[]): Promise<Harvest>
  /** Walks on as far as a backup would before it reads the first artifact. */
  prove(): Promise<void>
  /** Leaves the device politely. Never rejects. */
  close(): Promise<void>
}

/** What was read over one path. */
export interface Harvest {
  texts: CapturedText[]
  longTexts: CapturedLongText[]
  trees: CapturedTree[]
  absent: AbsentArtifact[]
  failed: FailedArtifact[]
}

/** A harvest to fill. */
export function emptyHarvest(): Harvest {
  return { texts: [], longTexts: [], trees: [], absent: [], failed: [] }
}

/**
 * Opens a path to the job's device.
 * @throws DeviceFailure when the device cannot be reached, is not trusted, refuses the login or never gets ready
 */
export type OpenPath = (job: JobOrder, platform: Platform, deps: CollectDeps) => Promise<DevicePath>

/** What a run is handed; everything that reaches out of it. */
export interface CollectDeps {
  openSsh: (target: SshTarget, signal: AbortSignal) => Promise<Session>
  /** Asks the service about a fingerprint that the job does not know as approved. Waits as long as the service does. */
  judge: (observed: Observed) => Promise<TrustDecision>
  log: RunLog
  now: () => Date
  /** Aborted when the lease is gone or the deadline over: the device is left at once. */
  signal: AbortSignal
  /** What only trees need; asked for when a tree is about to be read. */
  treeDeps: () => Promise<Omit<FileTreeDeps, 'log' | 'now' | 'signal'>>
  /** Takes a text of this key that is too long to be held. */
  storeText: (key: string) => TextStore
  timeouts?: SshTimeouts
  tlsTimeouts?: TlsTimeouts
  shellLimits?: Partial<ShellLimits>
  requestLimits?: Partial<RequestLimits>
  /** Told as each step on the way to the first artifact is done, by the name that a connection test shows. */
  onStep?: (step: string) => void
}

/** A long text on its way to the store. `push` waits for room. */
export interface TextStore {
  push(piece: Buffer): Promise<void>
  end(): Promise<StoredText>
}
