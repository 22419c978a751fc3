import { type Intervals, commitMs } from '../../shared/agent-protocol/intervals.ts'
import type { StopReason } from '../job-aborted.ts'
import type { StartedJob } from './worker-messages.ts'

/**
 * A lease of this agent. `offered`: the device is untouched until a heartbeat is accepted; `running`; `result`: the
 * device is left, the result is on its way. Instants are of the steady clock.
 */
export interface Lease extends StartedJob {
  phase: 'offered' | 'running' | 'result'
  deadlineMs: number
  offeredAt: number
  startedAt: number
  /** When the last heartbeat that the service accepted for it was sent. */
  heldAt: number
  stopped?: { reason: StopReason; at: number }
  reportKey?: Uint8Array
  /** It has done what cannot be taken back: it is finished, whoever was not heard or wants it stopped. */
  mustFinish?: boolean
  /** Its worker was killed because of it. */
  isKilled?: boolean
}

export type Decision = 'leave' | 'hand-back' | 'fence' | 'overdue' | 'kill' | 'give-up'

/**
 * What has to be done about a lease now. `hand-back`: an offer that has fallen back to the queue. `fence`: the service
 * has not been heard for so long that it may give the device to another. `kill`: it was told to stop and did not, or has
 * been at what it must finish for longer than any device takes.
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

/** A restore is done once, so its late result is the only one there is. */
const dayMs = 24 * 3_600_000

/** How often to look: a fence that falls late is one that another agent may have passed. */
export function lookMs(intervals: Intervals): number {
  return Math.max(5, Math.min(1_000, (intervals.lease_ms - intervals.fence_ms) / 15))
}

/** How long a stopped job may take to let go. With the time to notice, it is over before the lease is. */
function stopMs(intervals: Intervals): number {
  return Math.min(5_000, (intervals.lease_ms - intervals.fence_ms) / 3)
}
