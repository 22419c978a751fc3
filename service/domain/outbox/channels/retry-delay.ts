/** Milliseconds after its due time for which a delivery is retried. */
export const abandonAfterMs = 24 * 3_600_000

const hourMs = 3_600_000

/**
 * Returns the wait after `failed` attempts, in milliseconds: ten seconds, tripled each time up to an hour, with a
 * quarter of jitter, so that deliveries that failed together are not retried together.
 * @param random from 0 to 1
 */
export function retryDelayMs(failed: number, random: number): number {
  return Math.round(Math.min(hourMs, 10_000 * 3 ** (failed - 1)) * (0.75 + random / 2))
}
