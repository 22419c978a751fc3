/**
 * Milliseconds that only go forward, and that also count the time in which the computer slept: the monotonic clock
 * stands still then, while leases elsewhere do not. Of the wall clock only its jumps ahead are used; one that was merely
 * set forward costs the leases of the moment, which is the safe side.
 */
export function createSteadyClock(
  monotonic: () => number = () => performance.now(),
  wall: () => number = () => Date.now(),
): () => number {
  let ahead = wall() - monotonic()
  let slept = 0
  return () => {
    const now = monotonic()
    const nowAhead = wall() - now
    if (nowAhead - ahead > noticedMs) slept += nowAhead - ahead
    ahead = nowAhead
    return now + slept
  }
}

/** Less is how clocks are slewed. */
const noticedMs = 1_000
