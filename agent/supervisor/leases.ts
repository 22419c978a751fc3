import { type Intervals, commitMs } from '../../shared/agent-protocol/intervals.ts'
import type { StopReason } from '../job-aborted.ts'
import type { StartedJob } from './worker-messages.ts'

/**
 * A lease of this agent. `offered`: the device is untouched until a heartbeat is accepted. `running`: the job is
 * executed. `result`: the device is left and the result is being sent. Times are of the monotonic clock.
 */
export interface Lease extends StartedJob {
  phase: 'offered' | 'running' | 'result'
  deadlineMs: number
  offeredAt: number
  startedAt: number
  /** When the last accepted heartbeat for it was sent. */
  heldAt: number
  stopped?: { reason: StopReason; at: number }
  reportKey?: Uint8Array
  /** Its job has done something irreversible: it must be completed despite stop requests and missing heartbeats. */
  mustFinish?: boolean
  /** Whether its worker was killed because of it. */
  isKilled?: boolean
}

export type Decision = 'leave' | 'hand-back' | 'fence' | 'overdue' | 'kill' | 'give-up'

/**
 * Returns the action that a lease requires. `hand-back`: the offer has expired. `fence`: the service has not replied
 * for so long that it may assign the device to another agent. `kill`: the job did not end after a stop request, or what
 * it must finish takes longer than on any device.
 */
export function leaseAction(lease: Lease, now: number, intervals: Intervals): Decision {
  if (lease.phase === 'offered') return now - lease.offeredAt >= intervals.offer_ms ? 'hand-back' : 'leave'
  if (lease.phase === 'result') {
    const overMs = now - lease.startedAt - lease.deadlineMs
    const graceMs = lease.mustFinish ? Math.max(dayMs, intervals.result_grace_ms) : intervals.result_grace_ms
    return overMs >= graceMs ? 'give-up' : 'leave'
  }
  if (lease.mustFinish) return now - lease.startedAt >= lease.deadlineMs + commitMs ? 'kill' : 'leave'
  if (lease.stopped) return now - lease.stopped.at >= stopMs(intervals) ? 'kill' : 'leave'
  if (now - lease.heldAt >= intervals.fence_ms) return 'fence'
  return now - lease.startedAt >= lease.deadlineMs ? 'overdue' : 'leave'
}

/** A restore is executed only once, so its late result is the only one. */
const dayMs = 24 * 3_600_000

/** Returns the interval of checks: if fencing is late, another agent may already hold the lease. */
export function lookMs(intervals: Intervals): number {
  return Math.max(5, Math.min(1_000, (intervals.lease_ms - intervals.fence_ms) / 15))
}

/**
 * Returns how long a stopped job may take to end. Together with the detection time, it ends before the lease expires.
 */
function stopMs(intervals: Intervals): number {
  return Math.min(5_000, (intervals.lease_ms - intervals.fence_ms) / 3)
}
