/**
 * The times of a schedule's days, in milliseconds since midnight, in order: minute and hour of the five fields. They are
 * independent of each other, and of the day.
 */
export function timesOfDay(schedule: string): number[] {
  const [minutes = '*', hours = '*'] = schedule.trim().split(/\s+/)
  const ofHour = valuesOf(minutes, 59)
  return valuesOf(hours, 23).flatMap((hour) => ofHour.map((minute) => (hour * 60 + minute) * minuteMs))
}

const minuteMs = 60_000

/** What a field of numbers names, from 0 to `most`, in order. */
function valuesOf(field: string, most: number): number[] {
  const parts = field.split(',').map((part) => partOf(part, most))
  const all = Array.from({ length: most + 1 }, (_, value) => value)
  return all.filter((value) =>
    parts.some(({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0),
  )
}

/** `*`, `7` or `7-19`, each perhaps with a step. */
function partOf(part: string, most: number): { from: number; to: number; step: number } {
  const [range = '*', step = '1'] = part.split('/')
  if (range === '*') return { from: 0, to: most, step: Number(step) }
  const [from = 0, to = from] = range.split('-').map(Number)
  return { from, to, step: Number(step) }
}
