import type { Language } from '../language/define-messages.ts'
import { regions } from '../language/i18n.ts'

const day = { year: 'numeric', month: 'short', day: '2-digit' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

/** Formats an instant in the user's time zone, with the zone's name unless `short`. */
export function localTime(at: Date, language: Language, style: 'full' | 'short' = 'full', timeZone?: string): string {
  const zone = style === 'full' ? ({ second: '2-digit', timeZoneName: 'short' } as const) : {}
  return new Intl.DateTimeFormat(regions[language], { ...day, ...time, ...zone, timeZone }).format(at)
}

/** Formats the hour and minute of an instant in the user's time zone. */
export function localHour(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(regions[language], time).format(at)
}

/** The user's time zone, such as `Europe/Brussels`. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns a zone's name at an instant, such as `CET` in winter. */
export function zoneName(at: Date, language: Language, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat(regions[language], { timeZoneName: 'short', timeZone }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** `2026-03-01 08:00:00` */
export function utcTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Returns `3 hours ago` or `in 2 days`; less than a minute is now. */
export function relativeTime(at: Date, now: Date, language: Language): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(regions[language], { numeric: 'auto', style: 'short' })
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', Infinity] as const)
  return format.format(Math.trunc(seconds / length) || 0, unit)
}

/** Returns a duration such as `1 min 20 sec`; under ten seconds with a decimal, under one in milliseconds. */
export function duration(ms: number, language: Language): string {
  const seconds = ms / 1000
  const write = (value: number, unit: string, digits = 0) =>
    new Intl.NumberFormat(regions[language], { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }).format(value) // prettier-ignore
  if (ms < 1_000) return write(Math.round(ms), 'millisecond')
  if (seconds < 60) return write(seconds, 'second', seconds < 10 ? 1 : 0)
  const whole = Math.round(seconds)
  if (whole < 3_600) return `${write(Math.floor(whole / 60), 'minute')} ${write(whole % 60, 'second')}`
  return `${write(Math.floor(whole / 3_600), 'hour')} ${write(Math.floor((whole % 3_600) / 60), 'minute')}`
}

/** Returns the duration of a run or similar; '' before its end, and if it never began. */
export function took(of: { started_at: string | null; finished_at: string | null }, language: Language): string {
  if (of.started_at === null || of.finished_at === null) return ''
  return duration(Math.max(0, Date.parse(of.finished_at) - Date.parse(of.started_at)), language)
}
