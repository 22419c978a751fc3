import { setTimeout as sleep } from 'node:timers/promises'
import { mayRepeat } from './transport-error.ts'

/** How long to wait between attempts: a random time up to a limit that doubles with each, so that a thousand agents do not come back at once. */
export interface Backoff {
  floorMs: number
  ceilingMs: number
}

/** While a result is on its way, and for all other requests of a job. */
export const patient: Backoff = { floorMs: 1_000, ceilingMs: 60_000 }

/**
 * Full jitter: between the floor and what the limit is at this attempt.
 * @param attempt from 1
 * @param random 0 to 1
 */
export function waitMs({ floorMs, ceilingMs }: Backoff, attempt: number, random: () => number): number {
  const limit = Math.min(ceilingMs, floorMs * 2 ** Math.min(attempt, 30))
  return floorMs + Math.round(random() * (limit - floorMs))
}

/**
 * Repeats `action` until it succeeds or is refused for good.
 * @param onFailure told of each failure that is repeated, with the wait before the next attempt
 * @throws what `action` threw last; the signal's reason when it is aborted
 */
export async function repeat<T>(
  action: () => Promise<T>,
  backoff: Backoff,
  signal: AbortSignal,
  onFailure: (error: Error, nextMs: number) => void = () => undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await action()
    } catch (error) {
      signal.throwIfAborted()
      if (!mayRepeat(error)) throw error
      const nextMs = waitMs(backoff, attempt, Math.random)
      onFailure(error as Error, nextMs)
      await sleep(nextMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}
