/** In milliseconds. */
export interface Clocks {
  /** The wall clock: users set it, and it may be wrong. */
  wallMs(): number
  /** The monotonic clock: never goes backwards, but may pause while the machine sleeps. */
  steadyMs(): number
}

/** No device waits longer than this for a wrong time. */
const everyMs = 3_600_000

/** The clocks differ by this much only if one was set or the machine slept. */
const apartMs = 60_000

/**
 * Runs `align` on the first call, then every hour, and as soon as the wall clock was set.
 * @returns the result of `align`; 0 if it did not run
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
