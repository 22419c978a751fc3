import { type Intervals, defaultIntervals } from '../../shared/agent-protocol/intervals.ts'

/**
 * The protocol's own intervals, except that claims hardly wait. Intervals that depend on the service's clock are
 * unchanged.
 */
export const shortIntervals: Intervals = { ...defaultIntervals, claim_wait_ms: 50, claim_give_up_ms: 1_000 }
