import os from 'node:os'

/**
 * Returns milliseconds of a clock that never goes back and that includes the time in which the computer slept. The
 * monotonic clock stops during sleep, but leases continue to expire. The system's uptime includes sleep on Linux
 * (CLOCK_BOOTTIME), macOS and Windows, and does not change when the clock is set.
 */
export function createSteadyClock(
  monotonic: () => number = () => performance.now(),
  sinceStart: () => number = () => os.uptime() * 1_000,
): () => number {
  let ahead = sinceStart() - monotonic()
  let slept = 0
  return () => {
    const now = monotonic()
    const nowAhead = sinceStart() - now
    if (nowAhead - ahead > noticedMs) slept += nowAhead - ahead
    ahead = nowAhead
    return now + slept
  }
}

/** More than the resolution of the uptime, which is one second on some systems. */
const noticedMs = 2_500
