import type { components } from '../../shared/contract/api-types.ts'
import type { StopReason } from '../job-aborted.ts'
import type { Backoff } from '../link/backoff.ts'
import type { SharedBudget } from '../repository/memory-budget.ts'
import type { ServerClock } from '../server-clock.ts'

/** The start parameters of a collector worker. They exist in memory only, for one session. */
export interface WorkerStart {
  baseUrl: string
  caCertificates?: string
  agentId: string
  tenantId: string
  keySeed: Uint8Array
  serviceKey: Uint8Array
  sessionId: string
  envelopePrivateKey: Uint8Array
  /** The session's counters, shared by all threads. */
  numbers: SharedArrayBuffer
  clock: ServerClock
  /** The largest number of requests in a batch; undefined if the service accepts no batches. */
  maxBatch?: number
  /** Whether announced packs need an MD5. */
  packMd5: boolean
  backoff: Backoff
  budget: SharedBudget
  slot: number
}

/** An offer that a heartbeat has turned into an attempt. Envelope and signature are base64. */
export interface StartedJob {
  jobId: string
  leaseId: string
  kind: components['schemas']['RunKind']
  envelope: string
  envelopeSignature: string
}

export type ToWorker =
  | { type: 'run'; job: StartedJob }
  | { type: 'stop'; leaseId: string; reason: StopReason }
  /** The result must no longer be sent. */
  | { type: 'give-up'; leaseId: string }
  | { type: 'ping' }

export type FromWorker =
  /** The job was opened. With this key the supervisor can report for a worker that it had to kill. */
  | { type: 'opened'; leaseId: string; reportKey: Uint8Array }
  /** The next step is irreversible: the job must not be stopped, and its result is sent for up to a day. */
  | { type: 'committing'; leaseId: string }
  /** The device is left; only the result remains to be delivered. */
  | { type: 'result'; leaseId: string }
  | { type: 'done'; leaseId: string }
  | { type: 'trouble'; line: string }
  | { type: 'pong' }
