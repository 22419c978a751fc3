/** A waiting period in days, as the settings store it. */
export interface StoredDelay {
  days: number
  /** A shorter period that applies from `at`, RFC 3339; null if no change is pending. */
  next: { days: number; at: string } | null
}

/** The waiting period at one instant. */
export interface Delay {
  days: number
  next: { days: number; at: Date } | null
}

const dayMs = 24 * 3_600_000

/** Default of both waiting periods. */
export const usualDelayDays = 7

/** Returns the waiting period at `now`; undefined `stored` is the default. */
export function delayAt(stored: StoredDelay | undefined, now: Date): Delay {
  if (!stored) return { days: usualDelayDays, next: null }
  if (!stored.next) return { days: stored.days, next: null }
  const at = new Date(stored.next.at)
  return at <= now
    ? { days: stored.next.days, next: null }
    : { days: stored.days, next: { days: stored.next.days, at } }
}

/**
 * Returns a delay after a change. A longer delay applies at once, a shorter one only after the delay in force has
 * passed: otherwise an attacker could shorten it first and act without a delay.
 */
export function changedDelay(delay: Delay, days: number, now: Date): StoredDelay {
  if (days >= delay.days) return { days, next: null }
  return { days: delay.days, next: { days, at: daysAfter(now, delay.days).toISOString() } }
}

/** Returns the instant `days` times 24 hours later. */
export function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * dayMs)
}
