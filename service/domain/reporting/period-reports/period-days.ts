import { dayOf, daysBefore, endOf, isDay } from '../daily-report/report-day.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import type { ReportPeriod } from './period-report.ts'

/** First and last day of a period, YYYY-MM-DD; both included. */
export interface PeriodDays {
  from: string
  to: string
}

/** Returns the period that contains a day: the day, the week from Monday to Sunday, or the calendar month. */
export function periodOf(period: ReportPeriod, day: string): PeriodDays {
  if (period === 'daily') return { from: day, to: day }
  const date = new Date(`${day}T00:00:00Z`)
  if (period === 'weekly') {
    const from = daysBefore(day, (date.getUTCDay() + 6) % 7)
    return { from, to: daysBefore(from, -6) }
  }
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
  return { from: `${day.slice(0, 7)}-01`, to: last.toISOString().slice(0, 10) }
}

/** Returns the latest period whose last day ended before `now` in `timeZone`. */
export function lastEndedPeriod(period: ReportPeriod, now: Date, timeZone: string): PeriodDays {
  const yesterday = daysBefore(dayOf(now, timeZone), 1)
  const current = periodOf(period, yesterday)
  return current.to === yesterday ? current : periodOf(period, daysBefore(current.from, 1))
}

/** How old a period may be: samples and records of maintenance tasks are deleted after this time. */
const maxAgeDays = 400

/**
 * Returns the period that a request names by any of its days; by default the latest ended one.
 * @throws DomainError validation_failed
 */
export function askedPeriod(
  period: ReportPeriod,
  day: string | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
): PeriodDays {
  if (day === undefined) return lastEndedPeriod(period, now, timeZone)
  const today = dayOf(now, timeZone)
  const earliest = daysBefore(today, maxAgeDays)
  if (!isDay(day)) throw invalidField('to', 'not_a_calendar_day')
  if (day > today) throw invalidField('to', 'day_in_future', { today })
  if (day < earliest) throw invalidField('to', 'day_too_early', { earliest })
  return periodOf(period, day)
}

/** How long after the end of a day its report may still be frozen, in milliseconds, with a margin. */
const freezingMs = 65 * 60_000

/** Whether the report of a day that was not frozen may still be frozen. */
export function mayBeFrozen(day: string, now: Date, timeZone: string): boolean {
  return now.getTime() < endOf(day, timeZone).getTime() + freezingMs
}

/** Returns the days of a period in order, up to the day before today. */
export function endedDays({ from, to }: PeriodDays, now: Date, timeZone: string): string[] {
  const today = dayOf(now, timeZone)
  const days: string[] = []
  for (let day = from; day <= to && day < today; day = daysBefore(day, -1)) days.push(day)
  return days
}
