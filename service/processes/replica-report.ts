import type { Metric } from '../http/metrics/exposition.ts'

/** The other processes of this replica, as an HTTP process sees them through the supervisor. */
export interface Siblings {
  /** Says what this process reports of itself when another one asks. */
  provideMetrics(read: () => Metric[]): void
  /** The supervisor's answer for all processes but this one. @param withMetrics reading them resets the lag of their loops */
  readReport(withMetrics: boolean): Promise<ReplicaReport>
}

/** What the supervisor collected from all processes but the one that asked. */
export interface ReplicaReport {
  processes: ProcessCounts
  /** One list for the supervisor and one for each process that answered; none unless metrics were asked for. */
  metrics: Metric[][]
}

/** HTTP processes of a replica. */
export interface ProcessCounts {
  /** As set by BKP_PROCESSES. */
  configured: number
  /** Those that accept connections. */
  running: number
  /** Of the running ones, those that did not answer the supervisor in time. */
  unresponsive: number
}
