import type { components } from '../../../../shared/contract/api-types.ts'

export type PlannedHour = components['schemas']['ScheduledWeek']['hours'][number]

/** A day of the grid, with what is planned in each of its hours of local time. */
export interface WeekDay {
  day: Date
  /** 24; undefined before the first hour and after the last. */
  hours: (PlannedHour | undefined)[]
}

/** Returns the days of the hours in local time. When clocks go back, the two hours of one name are added up. */
export function weekDays(hours: readonly PlannedHour[]): WeekDay[] {
  const days = new Map<string, WeekDay>()
  for (const hour of hours) {
    const at = new Date(hour.at)
    const day = days.get(at.toDateString()) ?? { day: at, hours: Array.from({ length: 24 }, () => undefined) }
    const before = day.hours[at.getHours()]
    day.hours[at.getHours()] = before
      ? { at: before.at, starts: before.starts + hour.starts, delayed: before.delayed + hour.delayed }
      : hour
    days.set(at.toDateString(), day)
  }
  return [...days.values()]
}
