import type { components } from '../contract/api-types.ts'

/** In milliseconds, as in the response that opens a session. */
export type Intervals = components['schemas']['Intervals']

const minute = 60_000

/**
 * Longest time that a device takes for a commit, and for undoing one. A lost worker may leave a commit running on the
 * device for this time. A job that began a commit gets this time after its deadline.
 */
export const commitMs = 6 * minute

/**
 * Default intervals of agent and service. An agent without a response for `fence_ms` releases its devices, before
 * `lease_ms` passes and others can lease them. So `fence_ms` must be shorter.
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
