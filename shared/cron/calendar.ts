import { countOccurrences, nextOccurrence } from './cron-schedule.ts'

/** Occurrences of many schedules in one time zone. Instants are in milliseconds since 1970. */
export interface Calendar {
  /** Returns the first occurrence strictly after an instant; null if the schedule has no further occurrence. */
  next(schedule: string, after: number): number | null
  /** Returns the latest occurrence that is not after `upTo`; `first` if no later one qualifies. */
  latest(schedule: string, first: number, upTo: number): number
  /** Returns the number of occurrences in [`from`, `until`). */
  count(schedule: string, from: number, until: number): number
}

/**
 * Caches what it computes: devices share schedules, and one step of a schedule costs tens of microseconds. Use it for
 * one piece of work, because the cache only grows.
 */
export function createCalendar(timeZone: string): Calendar {
  const steps = new Map<string, number | null>()
  const counts = new Map<string, number>()

  function next(schedule: string, after: number): number | null {
    return remembered(
      steps,
      `${schedule} ${after}`,
      () => nextOccurrence(schedule, new Date(after), timeZone)?.getTime() ?? null,
    )
  }

  /** Returns the latest occurrence after `from`, step by step; null without one. */
  function latestBehind(schedule: string, from: number, upTo: number): number | null {
    let found: number | null = null
    for (let at = next(schedule, from); at !== null && at <= upTo; at = next(schedule, at)) found = at
    return found
  }

  return {
    next,
    latest(schedule, first, upTo) {
      const wholeHour = Math.floor(upTo / hourMs) * hourMs // devices with slightly different starts share the steps
      for (let backMs = hourMs; wholeHour - backMs > first; backMs *= 2) {
        const found = latestBehind(schedule, wholeHour - backMs, upTo)
        if (found !== null) return found
      }
      return latestBehind(schedule, first, upTo) ?? first
    },
    count: (schedule, from, until) =>
      remembered(counts, `${schedule} ${from} ${until}`, () =>
        countOccurrences(schedule, new Date(from), new Date(until), timeZone),
      ),
  }
}

const hourMs = 3_600_000

function remembered<T>(known: Map<string, T>, key: string, compute: () => T): T {
  const seen = known.get(key)
  if (seen !== undefined) return seen
  const value = compute()
  known.set(key, value)
  return value
}
