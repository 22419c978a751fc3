import type { components } from '../contract/api-types.ts'

/** Milliseconds, as the session's answer tells them. */
export type Intervals = components['schemas']['Intervals']

const minute = 60_000

/**
 * How long a device takes for a commit at most, and as long for undoing it: whoever is lost while it commits leaves one that
 * may still be under way for so long, and a job that has begun one is left so long behind its deadline.
 */
export const commitMs = 6 * minute

/**
 * What agent and service keep to. An agent that hears nothing for `fence_ms` lets go of its devices by itself, before
 * another can be given them after `lease_ms`: hence the one is shorter than the other.
 */
export const defaultIntervals: Intervals = {
  claim_wait_ms: 25_000,
  claim_give_up_ms: 35_000,
  heartbeat_ms: 15_000,
  offer_ms: 30_000,
  lease_ms: 90_000,
  fence_ms: 75_000,
  result_grace_ms: 10 * minute,
  deadlines_ms: { text: 10 * minute, archive: 60 * minute, tree: 360 * minute, restore: 15 * minute },
}
