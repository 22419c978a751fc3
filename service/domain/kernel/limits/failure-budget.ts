const minuteMs = 60_000

/** Tolerated failures per owner; successes cost nothing. In memory, for one process. */
export interface FailureBudget {
  count(owner: string): void
  /** Returns the milliseconds until the owner may fail again; 0 if it may now. */
  waitMs(owner: string): number
}

/**
 * Tolerates `perMinute` failures a minute, at once or evenly spread (the generic cell rate algorithm, ITU-T I.371).
 * Beyond `remembered` owners, the least recently failed one is dropped.
 * @param clock monotonic milliseconds
 */
export function createFailureBudget(
  { perMinute, remembered }: { perMinute: number; remembered: number },
  clock: () => number = () => performance.now(),
): FailureBudget {
  const fullAt = new Map<string, number>()
  const worthMs = minuteMs / perMinute
  return {
    count(owner) {
      const next = Math.max(fullAt.get(owner) ?? 0, clock()) + worthMs
      fullAt.delete(owner)
      fullAt.set(owner, Math.min(next, clock() + minuteMs + worthMs))
      if (fullAt.size <= remembered) return
      const [oldest] = fullAt.keys()
      if (oldest !== undefined) fullAt.delete(oldest)
    },
    waitMs(owner) {
      const full = fullAt.get(owner)
      return full === undefined ? 0 : Math.max(0, Math.ceil(full + worthMs - minuteMs - clock()))
    },
  }
}
