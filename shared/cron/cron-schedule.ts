import { Cron } from 'croner'
import { type MessageOf, message } from '../messages/message.ts'
import { instantOf, offsetAt, wallClock } from './zone-clock.ts'

const minuteMs = 60_000

/**
 * Five fields of numbers, names, lists, ranges and steps, which every cron supports. Nicknames (`@daily`), seconds,
 * `L`, `W`, `#` and `?` are rejected.
 */
const field = /^(\*|[0-9a-z]+(-[0-9a-z]+)?)(\/[0-9]+)?(,(\*|[0-9a-z]+(-[0-9a-z]+)?)(\/[0-9]+)?)*$/i
const names = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)$/i

export const cronFields = ['minute', 'hour', 'day', 'month', 'weekday'] as const

export type ScheduleError = MessageOf<'cron_field_count' | 'cron_field_invalid' | 'cron_name_unknown' | 'cron_never'>

/** Returns what is wrong with a schedule, or null if it can be used. It must occur at least once. */
export function faultOfSchedule(schedule: string): ScheduleError | null {
  const values = schedule.trim().split(/\s+/)
  if (values.length !== cronFields.length) return message('cron_field_count', { count: values.length })
  for (const [at, name] of cronFields.entries()) {
    const value = values[at] ?? ''
    if (!field.test(value)) return message('cron_field_invalid', { field: name, value })
    if ((value.match(/[a-z]+/gi) ?? []).some((word) => !names.test(word)))
      return message('cron_name_unknown', { value })
    const alone = cronFields.map((_name, other) => (other === at ? value : '*')).join(' ')
    if (!isReadable(alone)) return message('cron_field_invalid', { field: name, value })
  }
  return cronIn(schedule, 'UTC').nextRun(new Date(0)) === null ? message('cron_never') : null
}

/** Returns whether croner, which rejects numbers out of range, accepts a schedule. */
function isReadable(schedule: string): boolean {
  try {
    cronIn(schedule, 'UTC')
    return true
  } catch {
    return false
  }
}

/**
 * Returns the first occurrence strictly after `after`, on the clock of `timeZone` (IANA). At clock changes, wildcard
 * hours (`*`, `*` with a step) follow elapsed time. Fixed hours run once on the day the clock is set back; a time in
 * the gap runs at its end.
 * @param schedule a schedule without faults (`faultOfSchedule`)
 * @returns null if there is no further occurrence
 */
export function nextOccurrence(schedule: string, after: Date, timeZone: string): Date | null {
  const hours = schedule.trim().split(/\s+/)[1] ?? '*'
  if (hours.startsWith('*')) return cronIn(schedule, timeZone).nextRun(after)
  const cron = cronIn(schedule, 'UTC')
  let wall: Date | null = new Date(wallClock(after, timeZone))
  while ((wall = cron.nextRun(wall))) {
    const instant = instantOf(wall.getTime(), timeZone)
    if (instant > after.getTime()) return new Date(instant)
  }
  return null
}

/**
 * Returns the longest time between two successive occurrences from `from` on, in milliseconds; 0 if there are not two.
 * Clock changes are ignored.
 */
export function longestGapMs(schedule: string, from: Date, timeZone: string): number {
  const times = timesOfDay(schedule)
  const [earliest = 0, latest = 0] = [times[0], times.at(-1)]
  let longest = Math.max(0, ...times.slice(1).map((time, before) => time - (times[before] ?? time)))
  const midnights = cronIn(midnightsOf(schedule), 'UTC')
  let day = midnights.nextRun(new Date(wallClock(from, timeZone) - dayMs))
  for (let seen = 0; day && seen < daysSeen; seen += 1) {
    const following = midnights.nextRun(day)
    if (following) longest = Math.max(longest, following.getTime() + earliest - day.getTime() - latest)
    day = following
  }
  return longest
}

/**
 * Returns the shortest time between two successive occurrences, in milliseconds, as if any day could follow another:
 * for Mondays at 2:00 it is one day. Clock changes are ignored.
 */
export function shortestGapMs(schedule: string): number {
  const times = timesOfDay(schedule)
  const [earliest = 0, latest = 0] = [times[0], times.at(-1)]
  return Math.min(dayMs + earliest - latest, ...times.slice(1).map((time, before) => time - (times[before] ?? 0)))
}

/**
 * Returns the number of occurrences in [`from`, `until`). Days without a clock change are counted without computing
 * each occurrence: a year of minutes costs as much as a year of nights.
 */
export function countOccurrences(schedule: string, from: Date, until: Date, timeZone: string): number {
  const times = timesOfDay(schedule)
  const midnights = cronIn(midnightsOf(schedule), 'UTC')
  const firstDay = Math.floor(wallClock(from, timeZone) / dayMs) * dayMs
  let matching = midnights.nextRun(new Date(firstDay - 1))?.getTime()
  let count = 0
  for (let day = firstDay; instantOf(day, timeZone) < until.getTime(); day += dayMs) {
    const [begin, end] = [instantOf(day, timeZone), instantOf(day + dayMs, timeZone)]
    const [first, last] = [Math.max(begin, from.getTime()), Math.min(end, until.getTime())]
    if (offsetAt(begin - nearMs, timeZone) !== offsetAt(end + nearMs, timeZone)) {
      count += walk(schedule, first, last, timeZone)
    } else if (day === matching) {
      count += times.filter((time) => begin + time >= first && begin + time < last).length
    }
    if (day === matching) matching = midnights.nextRun(new Date(day))?.getTime()
  }
  return count
}

/** Distance from midnight within which a clock change may move occurrences to another day. */
const nearMs = 3 * 3_600_000

function walk(schedule: string, from: number, until: number, timeZone: string): number {
  let count = 0
  let at = nextOccurrence(schedule, new Date(from - 1), timeZone)
  for (; at && at.getTime() < until; at = nextOccurrence(schedule, at, timeZone)) count += 1
  return count
}

/** Three weeks of working days. */
const daysSeen = 15

const dayMs = 86_400_000

/** Returns the schedule with midnight as its time. */
function midnightsOf(schedule: string): string {
  return ['0', '0', ...schedule.trim().split(/\s+/).slice(2)].join(' ')
}

function cronIn(schedule: string, timezone: string): Cron {
  return new Cron(schedule.trim(), { mode: '5-part', timezone, paused: true })
}

/**
 * Returns the times of a schedule's days, in milliseconds since midnight, in order. Minutes and hours are independent
 * of each other and of the day.
 */
function timesOfDay(schedule: string): number[] {
  const [minutes = '*', hours = '*'] = schedule.trim().split(/\s+/)
  const ofHour = valuesOf(minutes, 59)
  return valuesOf(hours, 23).flatMap((hour) => ofHour.map((minute) => (hour * 60 + minute) * minuteMs))
}

/** Returns the values of a numeric field from 0 to `most`, in order. */
function valuesOf(field: string, most: number): number[] {
  const parts = field.split(',').map((part) => partOf(part, most))
  const all = Array.from({ length: most + 1 }, (_, value) => value)
  return all.filter((value) =>
    parts.some(({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0),
  )
}

/** Parses `*`, `7` or `7-19` with an optional step. */
function partOf(part: string, most: number): { from: number; to: number; step: number } {
  const [range = '*', step = '1'] = part.split('/')
  if (range === '*') return { from: 0, to: most, step: Number(step) }
  const [from = 0, to = from] = range.split('-').map(Number)
  return { from, to, step: Number(step) }
}
