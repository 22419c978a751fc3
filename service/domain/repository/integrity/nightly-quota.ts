/** The total amount, in bytes or objects, and how much of it is overdue. */
export interface Backlog {
  total: number
  overdue: number
}

/**
 * Returns how much to read tonight so that everything is read within the period, least recently checked first. Overdue
 * amounts after missed nights are spread: at most double the regular amount is read in a night.
 */
export function quotaOfTonight({ total, overdue }: Backlog, periodDays: number): number {
  const even = Math.ceil(total / Math.max(1, periodDays - 1)) // allows for one missed night
  return even + Math.min(overdue, even)
}

/** Target duration of a night's reads, in milliseconds. */
const nightMs = 5 * 60 * 60 * 1000

/** Maximum read rate in bytes per second, unless a night needs more. */
const gentleBytesPerSecond = 32 * 1024 * 1024

/**
 * Limits the read rate: after each number of bytes, it waits until the time has passed that they should take.
 * @param pause waits for milliseconds; ends early if the check is stopped
 */
export function createReadingPace(
  bytesOfTonight: number,
  pause: (ms: number) => Promise<void>,
  clockMs: () => number = () => performance.now(),
): (bytes: number) => Promise<void> {
  const bytesPerMs = Math.max(gentleBytesPerSecond / 1000, bytesOfTonight / nightMs)
  const startedMs = clockMs()
  let read = 0
  return async (bytes) => {
    read += bytes
    const aheadMs = read / bytesPerMs - (clockMs() - startedMs)
    if (aheadMs > leastPauseMs) await pause(aheadMs)
  }
}

/** Shorter pauses are skipped: they cost more than they save. */
const leastPauseMs = 20
