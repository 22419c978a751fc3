import type { Handover } from '../installation.ts'
import type { HttpAddresses } from '../serve-http.ts'
import type { Metric } from '../http/metrics/exposition.ts'
import type { StartupMessage } from '../store/startup-error.ts'
import type { ReplicaReport } from './replica-report.ts'

/** What the supervisor sends to an HTTP process. */
export type ToHttpProcess =
  | { kind: 'start'; handover: Handover }
  | { kind: 'reload' }
  | { kind: 'stop' }
  /** Asks for this process's own report, for the sibling that wants to answer for the replica. */
  | { kind: 'report-wanted'; id: number; withMetrics: boolean }
  | { kind: 'replica-report'; id: number; report: ReplicaReport }

/** What an HTTP process sends to the supervisor. */
export type ToSupervisor =
  | { kind: 'listening'; addresses: HttpAddresses }
  | { kind: 'failed'; startup: StartupMessage }
  | { kind: 'replica-report-wanted'; id: number; withMetrics: boolean }
  | { kind: 'report'; id: number; metrics: Metric[] }
