/** How much there is, in bytes or in things, and how much of it should have been looked at before now. */
export interface Backlog {
  total: number
  overdue: number
}

/**
 * How much one night reads back so that everything is read within the period, the least recently checked first. What is
 * overdue, because nights were missed, is caught up at no more than double the pace: never all of it at once.
 */
export function quotaOfTonight({ total, overdue }: Backlog, periodDays: number): number {
  const even = Math.ceil(total / Math.max(1, periodDays - 1)) // one night may be missed
  return even + Math.min(overdue, even)
}

/** Longest a night's reading should take. */
const nightMs = 5 * 60 * 60 * 1000

/** Bytes a second that a check takes from the store at most, unless a night needs more. */
const gentleBytesPerSecond = 32 * 1024 * 1024

/**
 * Waits after so many bytes until as much time has passed as they should take.
 * @param pause waits for milliseconds; ends early when the check is stopped
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

/** A shorter pause costs more than it spares. */
const leastPauseMs = 20
