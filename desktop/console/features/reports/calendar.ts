import type { components } from '../../../../shared/contract/api-types.ts'
import type { Language } from '../../language/define-messages.ts'
import { regions } from '../../language/i18n.ts'

export type ReportDay = components['schemas']['ReportDay']

/** A day with its frozen report, if there is one. */
export interface StripDay {
  day: string
  frozen?: ReportDay
}

const dayMs = 86_400_000

/** Returns the day in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(at)
    .map(({ type, value }) => [type, value] as const)
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>
  return `${year}-${month}-${day}`
}

/** Returns this many calendar days up to one, the earliest first, including those without a frozen report. */
export function stripOf(until: string, count: number, frozen: readonly ReportDay[]): StripDay[] {
  const byDay = new Map(frozen.map((one) => [one.day, one]))
  return Array.from({ length: count }, (_, at) => {
    const day = plusDays(until, at - count + 1)
    const known = byDay.get(day)
    return { day, ...(known && { frozen: known }) }
  })
}

/** Returns the adjacent days with a report: frozen ones, and today. */
export function neighbours(
  day: string,
  today: string,
  frozen: readonly ReportDay[],
): { before: string | undefined; after: string | undefined } {
  const days = [...new Set([...frozen.map((one) => one.day), today])].toSorted()
  return { before: days.findLast((one) => one < day), after: days.find((one) => one > day) }
}

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

const dayStyles = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  numbers: { day: 'numeric', month: 'numeric' },
} as const

/** `Wednesday 11 March 2026`; `short` is `Wed 11 Mar`, `numbers` is `11/03`. */
export function formatDay(day: string, language: Language, style: keyof typeof dayStyles = 'long'): string {
  return new Intl.DateTimeFormat(regions[language], { ...dayStyles[style], timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
