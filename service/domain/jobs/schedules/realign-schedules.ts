/** In milliseconds. */
export interface Clocks {
  /** People set it, and it may be wrong. */
  wallMs(): number
  /** Only ever goes on, but may stand still while the machine sleeps. */
  steadyMs(): number
}

/** However it came about, no device waits for a wrong time longer than this. */
const everyMs = 3_600_000

/** So far apart two clocks go only when one was set, or the machine slept. */
const apartMs = 60_000

/**
 * Runs `align` the first time it is called, then every hour, and as soon as the wall clock has been set.
 * @returns what `align` answers; 0 where it did not run
 */
export function realignSchedules({ wallMs, steadyMs }: Clocks, align: () => Promise<number>): () => Promise<number> {
  let last: { wall: number; steady: number } | null = null
  return async () => {
    const at = { wall: wallMs(), steady: steadyMs() }
    if (last) {
      const [wall, steady] = [at.wall - last.wall, at.steady - last.steady]
      if (steady < everyMs && Math.abs(wall - steady) < apartMs) return 0
    }
    const changed = await align()
    last = at
    return changed
  }
}
