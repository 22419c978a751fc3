import { regions } from '../../language/i18n.ts'
import type { Language } from '../../language/define-messages.ts'
import { type FieldShape, type ScheduleShape, shapeOfSchedule, timesOf } from './schedule-shape.ts'

type Key =
  | 'everyMinute'
  | 'everyMinutes'
  | 'hourly'
  | 'everyHours'
  | 'at'
  | 'manyTimes'
  | 'everyDay'
  | 'onDays'
  | 'everyDays'
  | 'workdays'
  | 'onWeekdays'
  | 'either'
  | 'inMonths'

/** `t` of `useMessages` for schedules. */
export type ScheduleSay = (key: Key, values?: Record<string, string | number>) => string

/**
 * Describes a schedule, as "at 02:00 and 14:00, every day".
 * @param schedule a schedule without faults (`faultOfSchedule`)
 */
export function describeSchedule(schedule: string, language: Language, say: ScheduleSay): string {
  const shape = shapeOfSchedule(schedule)
  const list = new Intl.ListFormat(regions[language], { type: 'conjunction' })
  const parts = [describeTime(shape, list, say), describeDays(shape, language, list, say)]
  if (Array.isArray(shape.months)) {
    parts.push(say('inMonths', { months: list.format(shape.months.map((month) => monthName(month, language))) }))
  } else if (shape.months !== 'any') {
    const months = multiples(1, 12, shape.months.every)
    parts.push(say('inMonths', { months: list.format(months.map((month) => monthName(month, language))) }))
  }
  const text = parts.filter((part) => part !== '').join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function describeTime(shape: ScheduleShape, list: Intl.ListFormat, say: ScheduleSay): string {
  const { minutes, hours } = shape
  const times = timesOf(shape)
  if (times) return say('at', { times: list.format(times) })
  const past = Array.isArray(minutes) ? list.format(minutes.map((minute) => `:${String(minute).padStart(2, '0')}`)) : ''
  if (hours === 'any' && minutes === 'any') return say('everyMinute')
  if (hours === 'any' && !Array.isArray(minutes) && minutes !== 'any') return say('everyMinutes', { n: minutes.every })
  if (hours === 'any') return say('hourly', { past })
  if (!Array.isArray(hours) && past !== '') return say('everyHours', { n: hours.every, past })
  const count = countOf(minutes, 60) * countOf(hours, 24)
  return say('manyTimes', { n: count })
}

/** If both day and weekday are restricted, cron matches either. */
function describeDays(shape: ScheduleShape, language: Language, list: Intl.ListFormat, say: ScheduleSay): string {
  const { days, weekdays } = shape
  const hasDays = days !== 'any'
  const hasWeekdays = weekdays !== 'any'
  if (!hasDays && !hasWeekdays) return isOften(shape) ? '' : say('everyDay')
  const ofMonth = hasDays ? daysOfMonth(days, list, say) : ''
  const ofWeek = hasWeekdays ? daysOfWeek(weekdays, language, list, say) : ''
  return hasDays && hasWeekdays ? say('either', { one: ofMonth, other: ofWeek }) : ofMonth + ofWeek
}

function daysOfMonth(days: Exclude<FieldShape, 'any'>, list: Intl.ListFormat, say: ScheduleSay): string {
  return Array.isArray(days)
    ? say('onDays', { days: list.format(days.map(String)), n: days.length })
    : say('everyDays', { n: days.every })
}

function daysOfWeek(
  weekdays: Exclude<FieldShape, 'any'>,
  language: Language,
  list: Intl.ListFormat,
  say: ScheduleSay,
): string {
  const days = Array.isArray(weekdays) ? weekdays : multiples(0, 6, weekdays.every)
  if (days.join() === '1,2,3,4,5') return say('workdays')
  const monday = days.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7))
  return say('onWeekdays', { days: list.format(monday.map((day) => dayName(day, language))) })
}

/** At least hourly: "every day" would be redundant. */
function isOften({ hours }: ScheduleShape): boolean {
  return !Array.isArray(hours)
}

function countOf(shape: FieldShape, all: number): number {
  if (shape === 'any') return all
  return Array.isArray(shape) ? shape.length : Math.ceil(all / shape.every)
}

function multiples(from: number, to: number, every: number): number[] {
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, place) => from + place * every)
}

/** 4 January 1970 was a Sunday. */
function dayName(day: number, language: Language): string {
  return new Intl.DateTimeFormat(regions[language], { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + day)),
  )
}

function monthName(month: number, language: Language): string {
  return new Intl.DateTimeFormat(regions[language], { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, month - 1, 1)),
  )
}
