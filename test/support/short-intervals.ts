import { type Intervals, defaultIntervals } from '../../shared/agent-protocol/intervals.ts'

/** The protocol's own intervals, but that nobody waits for work. What the service's clock decides stays as it is. */
export const shortIntervals: Intervals = { ...defaultIntervals, claim_wait_ms: 50, claim_give_up_ms: 1_000 }
