import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/**
 * Parses a time as users type it: a date (the end of that day), a date with a time, or a time ago (`30m`, `24h`, `7d`,
 * `2w`). The default time zone is UTC.
 * @throws CommandError
 */
export function instantOf(given: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(given) ?? []
  if (count && unit) return new Date(now.getTime() - Number(count) * unitMs[unit]!)
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return checked(new Date(`${given}T23:59:59.999Z`), given)
  const [, date, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?$/i.exec(given) ?? []
  return checked(new Date(`${date}T${time}${zone ?? 'Z'}`), given)
}

/**
 * Returns the start of a list's range; a date means its beginning.
 * @throws CommandError
 */
export function sinceOf(given: string | undefined, now: Date): string | undefined {
  if (given === undefined) return undefined
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given)
  return instantOf(isDay ? `${given}T00:00` : given, now).toISOString()
}

/** Formats to the second, in UTC: `2026-11-21 02:00:11Z`. */
export function shortInstant(at: string | null | undefined): string | null {
  return at ? `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}Z` : null
}

function checked(instant: Date, given: string): Date {
  if (!Number.isNaN(instant.getTime())) return instant
  const words = message('option_value_invalid', { option: 'TIME', given, expected: 'instant' })
  throw new CommandError(exitCodes.unusable, words)
}
