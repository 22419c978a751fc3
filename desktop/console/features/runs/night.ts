import { midnightOf } from '../../ui/list-periods.ts'

/** A night by its first day, such as `2026-03-01`, and local times such as `20:00`. */
export interface Night {
  day: string
  from: string
  to: string
}

/** The instants between which a night's runs are shown. */
export interface Period {
  since: Date
  until: Date
}

export const defaultTimes = { from: '20:00', to: '08:00' }

/** Returns the local day of an instant, or of one that many days later. */
export function localDay(at: Date, later = 0): string {
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() + later)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Returns the day that many days later. An invalid day is returned as it is. */
export function dayAfter(day: string, later: number): string {
  const midnight = midnightOf(day, later)
  return midnight === undefined ? day : localDay(new Date(midnight))
}

/** Returns the instants of a night; `to` is on the next day unless it is later than `from`. Undefined for invalid values. */
export function periodOf({ day, from, to }: Night): Period | undefined {
  const since = instantOf(day, from)
  const until = instantOf(day, to)
  const next = instantOf(dayAfter(day, 1), to)
  if (!since || !until || !next) return undefined
  const end = until > since ? until : next
  // a night in which the clocks go back has an hour more than the service returns
  return { since, until: new Date(Math.min(end.getTime(), since.getTime() + dayMs)) }
}

/** Returns whether an instant is in a period. */
export function isWithin(period: Period | undefined, at: Date): boolean {
  return period !== undefined && period.since <= at && at <= period.until
}

const dayMs = 24 * 3_600_000

function instantOf(day: string, time: string): Date | undefined {
  const midnight = midnightOf(day)
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  if (midnight === undefined || hour === undefined) return undefined
  const at = new Date(midnight)
  at.setHours(Number(hour), Number(minute))
  return at
}
