import { instantOf } from '../../../../shared/cron/zone-clock.ts'

const dayMs = 86_400_000

/** Returns the calendar day of an instant in `timeZone`, as YYYY-MM-DD. */
export function dayOf(instant: Date, timeZone: string): string {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en', { timeZone, ...fields }).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Returns the calendar day this many days earlier, whatever their length in hours. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
}

/** Returns the midnight that ends a day in `timeZone`. */
export function endOf(day: string, timeZone: string): Date {
  return new Date(instantOf(Date.parse(`${day}T00:00:00Z`) + dayMs, timeZone))
}

/** Whether the text is a calendar day; `2026-02-29` is not. */
export function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text
}
