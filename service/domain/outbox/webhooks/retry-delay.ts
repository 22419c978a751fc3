/** How long after its time a delivery is tried. */
export const abandonAfterMs = 24 * 3_600_000

const hourMs = 3_600_000

/**
 * How long to wait after `failed` attempts, in milliseconds: ten seconds, then three times as long each time up to an hour,
 * with up to a quarter more or less, so that those who failed together do not come together again.
 * @param random from 0 to 1
 */
export function retryDelayMs(failed: number, random: number): number {
  return Math.round(Math.min(hourMs, 10_000 * 3 ** (failed - 1)) * (0.75 + random / 2))
}
