import type { components } from '../../shared/contract/api-types.ts'
import type { StopReason } from '../job-aborted.ts'
import type { Backoff } from '../link/backoff.ts'
import type { SharedBudget } from '../repository/memory-budget.ts'
import type { ServerClock } from '../server-clock.ts'

/** What a collector worker is started with. It lives in memory only, and as long as one session. */
export interface WorkerStart {
  baseUrl: string
  caCertificates?: string
  agentId: string
  tenantId: string
  keySeed: Uint8Array
  serviceKey: Uint8Array
  sessionId: string
  envelopePrivateKey: Uint8Array
  /** The session's numbers, which all threads draw from. */
  numbers: SharedArrayBuffer
  clock: ServerClock
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
  /** The result is not to be offered any longer. */
  | { type: 'give-up'; leaseId: string }
  | { type: 'ping' }

export type FromWorker =
  /** The order is known; with this key the supervisor can report for a worker that it had to kill. */
  | { type: 'opened'; leaseId: string; reportKey: Uint8Array }
  /** What follows cannot be taken back: the job is not to be stopped, and its result is offered for a day. */
  | { type: 'committing'; leaseId: string }
  /** The device is left; only the result has to be delivered. */
  | { type: 'result'; leaseId: string }
  | { type: 'done'; leaseId: string }
  | { type: 'trouble'; line: string }
  | { type: 'pong' }
