import { countOccurrences, nextOccurrence } from './schedule.ts'

/** Occurrences of many schedules in one zone; instants are milliseconds since 1970. */
export interface Calendar {
  /** The first occurrence strictly after; null when it never comes again. */
  next(schedule: string, after: number): number | null
  /** The latest occurrence that is not after `upTo`; `first`, which is one of them or none, when no later one is. */
  latest(schedule: string, first: number, upTo: number): number
  /** How many there are from `from` on and before `until`. */
  count(schedule: string, from: number, until: number): number
}

/**
 * Remembers what it computed: devices share their schedules, and one step of a schedule costs tens of microseconds. For one
 * piece of work, as it forgets nothing.
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

  /** The latest behind `from`, step by step; null when none is. */
  function latestBehind(schedule: string, from: number, upTo: number): number | null {
    let found: number | null = null
    for (let at = next(schedule, from); at !== null && at <= upTo; at = next(schedule, at)) found = at
    return found
  }

  return {
    next,
    latest(schedule, first, upTo) {
      const wholeHour = Math.floor(upTo / hourMs) * hourMs // devices that start a little apart share the steps
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
