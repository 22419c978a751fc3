import { Cron } from 'croner'

/**
 * Five fields of numbers, names, lists, ranges and steps: what every cron reads alike. Nicknames (`@daily`), seconds,
 * `L`, `W`, `#` and `?` are refused.
 */
const field = /^(\*|[0-9a-z]+(-[0-9a-z]+)?)(\/[0-9]+)?(,(\*|[0-9a-z]+(-[0-9a-z]+)?)(\/[0-9]+)?)*$/i
const names = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)$/i

/** @returns what is wrong with a schedule, in words, or null when it can be used. It must come round at least once. */
export function faultOfSchedule(schedule: string): string | null {
  const fields = schedule.trim().split(/\s+/)
  if (fields.length !== 5) return `expected five fields (minute hour day month weekday), got ${fields.length}`
  for (const text of fields) {
    if (!field.test(text)) return `'${text}' is no cron field`
    if ((text.match(/[a-z]+/gi) ?? []).some((word) => !names.test(word))) return `'${text}' has an unknown name`
  }
  try {
    const next = new Cron(schedule.trim(), { mode: '5-part', timezone: 'UTC', paused: true }).nextRun(new Date(0))
    return next === null ? 'this day never comes' : null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
  }
}

/**
 * The first occurrence strictly after `after`, read on the clock of `timeZone` (IANA). Where that clock is changed:
 * wildcard hours (`*`, `*` with a step) follow elapsed time; fixed hours run once on the day the clock goes back, and a
 * time that the clock skips runs at the gap's end.
 * @param schedule one that `faultOfSchedule` finds no fault with
 * @returns null when it never comes again
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
 * The longest time between two successive occurrences from `from` on, in milliseconds; 0 when it does not come twice.
 * Read on the clock alone, so that a change of it makes no day longer.
 */
export function longestGapMs(schedule: string, from: Date, timeZone: string): number {
  const [minutes = '*', hours = '*', ...days] = schedule.trim().split(/\s+/)
  const times = timesOfDay(minutes, hours)
  const [earliest = 0, latest = 0] = [times[0], times.at(-1)]
  let longest = Math.max(0, ...times.slice(1).map((time, before) => time - (times[before] ?? time)))
  const midnights = cronIn(['0', '0', ...days].join(' '), 'UTC')
  let day = midnights.nextRun(new Date(wallClock(from, timeZone) - dayMs))
  for (let seen = 0; day && seen < daysSeen; seen += 1) {
    const following = midnights.nextRun(day)
    if (following) longest = Math.max(longest, following.getTime() + earliest - day.getTime() - latest)
    day = following
  }
  return longest
}

/** Three weeks of working days. */
const daysSeen = 15

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Milliseconds since midnight, in order. The two fields are independent of each other, and of the day's. */
function timesOfDay(minutes: string, hours: string): number[] {
  const ofHour = timesWithin(`${minutes} 0 1 1 *`, hourMs)
  return timesWithin(`0 ${hours} 1 1 *`, dayMs).flatMap((hour) => ofHour.map((minute) => hour + minute))
}

/** Since the beginning of the year. */
function timesWithin(schedule: string, lengthMs: number): number[] {
  const cron = cronIn(schedule, 'UTC')
  const found: number[] = []
  let at = cron.nextRun(yearBegins)
  while (at && at.getTime() - yearBegins.getTime() <= lengthMs) {
    found.push(at.getTime() - yearBegins.getTime() - 1)
    at = cron.nextRun(at)
  }
  return found
}

/** Just before any year begins: a first of January holds every time of day. */
const yearBegins = new Date(Date.UTC(2024, 0, 1) - 1)

function cronIn(schedule: string, timezone: string): Cron {
  return new Cron(schedule.trim(), { mode: '5-part', timezone, paused: true })
}

/**
 * The instant at which a zone's clock shows `wall` (written as if it were UTC). Of two instants the first; where the
 * clock skips it, the moment of the change.
 */
function instantOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - dayMs, timeZone)
  const behind = offsetAt(wall + dayMs, timeZone)
  if (before === behind) return wall - before
  const fits = [wall - before, wall - behind].filter((instant) => instant + offsetAt(instant, timeZone) === wall)
  return fits.length > 0 ? Math.min(...fits) : changeBetween(wall - dayMs - before, wall + dayMs - behind, timeZone)
}

/** The first instant of the new offset, to the millisecond. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const old = offsetAt(from, timeZone)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, timeZone) === old) low = middle
    else high = middle
  }
  return high
}

function wallClock(instant: Date, timeZone: string): number {
  return instant.getTime() + offsetAt(instant.getTime(), timeZone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const numeric = 'numeric' as const
    const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
    formats.set(timeZone, format)
  }
  return format
}
