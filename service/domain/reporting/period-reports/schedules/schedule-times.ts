import { nextOccurrence } from '../../../../../shared/cron/cron-schedule.ts'
import type { ReportSchedule } from '../../../../store/models/report-schedule.ts'

/** The columns that decide when reports are sent. */
export type ScheduleTimes = Pick<ReportSchedule, 'period' | 'time' | 'weekday' | 'dayOfMonth' | 'timeZone'>

/** More than the zones of a schedule and of the service can differ in days. */
const maxDueTimes = 3

/** Returns the times from `first` to `now` at which reports are due, latest first; at most 3. */
export function listDueTimes(times: ScheduleTimes, first: Date, now: Date): Date[] {
  const due: Date[] = []
  for (let at = first; at <= now; at = nextReportAt(times, at)) due.unshift(at)
  return due.slice(0, maxDueTimes)
}

/** Returns when the next report after an instant is sent. A time that a clock change skips is the end of the gap. */
export function nextReportAt({ time, weekday, dayOfMonth, timeZone }: ScheduleTimes, after: Date): Date {
  const [hour, minute] = time.split(':').map(Number)
  const next = nextOccurrence(`${minute} ${hour} ${dayOfMonth ?? '*'} * ${weekday ?? '*'}`, after, timeZone)
  if (!next) throw new Error('a report schedule without a next occurrence')
  return next
}
