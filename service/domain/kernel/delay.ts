/** A waiting period in days, as the settings store it. */
export interface StoredDelay {
  days: number
  /** A shorter one that has been set and applies from `at`, RFC 3339. */
  next: { days: number; at: string } | null
}

/** What holds at one instant. */
export interface Delay {
  days: number
  next: { days: number; at: Date } | null
}

const dayMs = 24 * 3_600_000

/** Both waiting periods, unless something else was set. */
export const usualDelayDays = 7

/** What holds at `now` of a stored delay, or of none. */
export function delayAt(stored: StoredDelay | undefined, now: Date): Delay {
  if (!stored) return { days: usualDelayDays, next: null }
  if (!stored.next) return { days: stored.days, next: null }
  const at = new Date(stored.next.at)
  return at <= now
    ? { days: stored.next.days, next: null }
    : { days: stored.days, next: { days: stored.next.days, at } }
}

/**
 * Returns a delay after a change. A longer delay applies at once, a shorter one only after the delay in force has passed:
 * otherwise an attacker could shorten it first and act without a delay.
 */
export function changedDelay(delay: Delay, days: number, now: Date): StoredDelay {
  if (days >= delay.days) return { days, next: null }
  return { days: delay.days, next: { days, at: daysAfter(now, delay.days).toISOString() } }
}

/** `days` times 24 hours after an instant. */
export function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * dayMs)
}
