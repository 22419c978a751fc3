/** `any`: all values; `every`: each n-th from the lowest; a list of numbers in order. */
export type FieldShape = 'any' | { every: number } | number[]

export interface ScheduleShape {
  minutes: FieldShape
  hours: FieldShape
  days: FieldShape
  months: FieldShape
  /** Sunday is 0. */
  weekdays: FieldShape
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Parses a schedule's five fields for a description.
 * @param schedule a schedule without faults (`faultOfSchedule`)
 */
export function shapeOfSchedule(schedule: string): ScheduleShape {
  const [minutes = '*', hours = '*', days = '*', months = '*', weekdays = '*'] = schedule.trim().split(/\s+/)
  return {
    minutes: shapeOf(minutes, 0, 59),
    hours: shapeOf(hours, 0, 23),
    days: shapeOf(days, 1, 31),
    months: shapeOf(months, 1, 12, monthNames),
    weekdays: weekdayShape(shapeOf(weekdays, 0, 7, dayNames)),
  }
}

/**
 * Returns the times of a day with fixed hours and minutes, as `02:00`, in order; null if they are not fixed or more
 * than `most`.
 */
export function timesOf({ minutes, hours }: ScheduleShape, most = 6): string[] | null {
  if (!Array.isArray(minutes) || !Array.isArray(hours) || minutes.length * hours.length > most) return null
  return hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`))
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function shapeOf(text: string, least: number, most: number, names: readonly string[] = []): FieldShape {
  if (text === '*' || text === '*/1') return 'any'
  const every = /^\*\/(\d+)$/.exec(text)?.[1]
  if (every) return { every: Number(every) }
  const numberOf = (word: string) => {
    const place = names.indexOf(word.toLowerCase())
    return place < 0 ? Number(word) : place + least
  }
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [range = '', step = '1'] = part.split('/')
    const [from = '', to] = range === '*' ? [String(least), String(most)] : range.split('-')
    const last = to === undefined ? (part.includes('/') ? most : numberOf(from)) : numberOf(to)
    for (let value = numberOf(from); value <= last; value += Number(step)) values.add(value)
  }
  return [...values].sort((one, other) => one - other)
}

/** Maps Sunday, which is 0 and 7. */
function weekdayShape(shape: FieldShape): FieldShape {
  if (!Array.isArray(shape)) return shape
  const days = [...new Set(shape.map((day) => day % 7))].sort((one, other) => one - other)
  return days.length === 7 ? 'any' : days
}
