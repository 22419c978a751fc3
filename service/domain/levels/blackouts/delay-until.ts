import type { Calendar } from '../../../../shared/cron/calendar.ts'
import type { Blackout } from '../../../store/models/blackout.ts'

/** What a blackout holds, as far as it says when. */
export type BlackoutTimes = Pick<Blackout, 'days' | 'fromTime' | 'toTime' | 'startsAt' | 'endsAt'>

/** A start that is held, until when, and by which blackout: the one that ends last. */
export interface Hold<B extends BlackoutTimes> {
  until: Date
  by: B
}

const hourMs = 3_600_000

/** So long a start is held at most before it is looked at anew: blackouts may leave no time between them. */
const maxMs = 31 * 24 * hourMs

/**
 * Says whether a start at `at` is held, and until when: the first instant behind it that no blackout holds. Those that
 * meet or overlap are one. The end of a blackout does not belong to it.
 */
export function delayUntil<B extends BlackoutTimes>(
  blackouts: readonly B[],
  at: Date,
  calendar: Calendar,
): Hold<B> | null {
  const begin = at.getTime()
  let hold: { until: number; by: B } | null = null
  for (let free = false; !free && (hold?.until ?? begin) < begin + maxMs;) {
    free = true
    for (const by of blackouts) {
      const until = endOf(by, hold?.until ?? begin, calendar)
      if (until === null) continue
      hold = { until, by }
      free = false
    }
  }
  return hold && { until: new Date(Math.min(hold.until, begin + maxMs)), by: hold.by }
}

/** When a blackout that holds at `at` ends; null for one that does not. */
function endOf({ days, fromTime, toTime, startsAt, endsAt }: BlackoutTimes, at: number, calendar: Calendar) {
  if (startsAt && endsAt) return startsAt.getTime() <= at && at < endsAt.getTime() ? endsAt.getTime() : null
  if (!days || !fromTime || !toTime) return null
  const begins = cronAt(fromTime, days.join(','))
  const ends = cronAt(toTime, '*')
  // a day and the hours that a change of clocks may add: no later one can have begun
  let begun = calendar.next(begins, at - 27 * hourMs)
  for (; begun !== null && begun <= at; begun = calendar.next(begins, begun)) {
    const end = calendar.next(ends, begun)
    if (end !== null && end > at) return end
  }
  return null
}

/** `22:00` as a schedule, so that a change of clocks is read as schedules read it. */
function cronAt(time: string, days: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${days}`
}
