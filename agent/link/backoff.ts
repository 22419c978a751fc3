import { setTimeout as sleep } from 'node:timers/promises'
import { mayRepeat } from './transport-error.ts'

/**
 * Limits of the wait between attempts: a random time up to a limit that doubles with each attempt, so that a thousand
 * agents do not reconnect at the same time.
 */
export interface Backoff {
  floorMs: number
  ceilingMs: number
}

/** For results and all other requests of a job. */
export const patient: Backoff = { floorMs: 1_000, ceilingMs: 60_000 }

/**
 * Returns the wait in milliseconds, with full jitter between the floor and the limit of this attempt.
 * @param attempt from 1
 * @param random 0 to 1
 */
export function waitMs({ floorMs, ceilingMs }: Backoff, attempt: number, random: () => number): number {
  const limit = Math.min(ceilingMs, floorMs * 2 ** Math.min(attempt, 30))
  return floorMs + Math.round(random() * (limit - floorMs))
}

/**
 * Repeats `action` until it succeeds or fails permanently.
 * @param onFailure called for each failure that is repeated, with the wait before the next attempt, in milliseconds
 * @throws the last error of `action`; the signal's reason when it is aborted
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
