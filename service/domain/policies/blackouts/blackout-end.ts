import type { Calendar } from '../../../../shared/cron/calendar.ts'
import type { Blackout } from '../../../store/models/blackout.ts'

/** The fields of a blackout that determine its times. */
export type BlackoutTimes = Pick<Blackout, 'days' | 'fromTime' | 'toTime' | 'startsAt' | 'endsAt'>

/** A delayed start, its end, and the blackout that ends last. */
export interface BlackoutDelay<B extends BlackoutTimes> {
  until: Date
  by: B
}

const hourMs = 3_600_000

/** Maximum delay before a start is evaluated again: consecutive blackouts may leave no time between them. */
const maxMs = 31 * 24 * hourMs

/**
 * Returns whether a start at `at` is delayed, and until when: the first later instant outside all blackouts. Adjacent
 * and overlapping blackouts count as one. The end of a blackout is exclusive.
 */
export function findBlackoutEnd<B extends BlackoutTimes>(
  blackouts: readonly B[],
  at: Date,
  calendar: Calendar,
): BlackoutDelay<B> | null {
  const begin = at.getTime()
  let delay: { until: number; by: B } | null = null
  for (let free = false; !free && (delay?.until ?? begin) < begin + maxMs;) {
    free = true
    for (const by of blackouts) {
      const until = endOf(by, delay?.until ?? begin, calendar)
      if (until === null) continue
      delay = { until, by }
      free = false
    }
  }
  return delay && { until: new Date(Math.min(delay.until, begin + maxMs)), by: delay.by }
}

/** Returns the end of a blackout that is active at `at`; null if it is not active. */
function endOf({ days, fromTime, toTime, startsAt, endsAt }: BlackoutTimes, at: number, calendar: Calendar) {
  if (startsAt && endsAt) return startsAt.getTime() <= at && at < endsAt.getTime() ? endsAt.getTime() : null
  if (!days || !fromTime || !toTime) return null
  const begins = cronAt(fromTime, days.join(','))
  const ends = cronAt(toTime, '*')
  // A day, plus the hours that a clock change may add: a blackout that began earlier has ended.
  let begun = calendar.next(begins, at - 27 * hourMs)
  for (; begun !== null && begun <= at; begun = calendar.next(begins, begun)) {
    const end = calendar.next(ends, begun)
    if (end !== null && end > at) return end
  }
  return null
}

/** Returns `22:00` as a cron expression, so that clock changes have the same effect as for schedules. */
export function cronAt(time: string, days: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${days}`
}
