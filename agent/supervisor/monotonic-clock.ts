import os from 'node:os'

/**
 * Milliseconds that only go forward, and that also count the time in which the computer slept: the monotonic clock
 * stands still then, while leases elsewhere do not. The time since the computer was started counts it on Linux
 * (CLOCK_BOOTTIME), macOS and Windows, and does not change when somebody sets the clock.
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

/** More than the grain of the time since the start, which is whole seconds on some systems. */
const noticedMs = 2_500
