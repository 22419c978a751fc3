import { type Locale, formatBytes } from '../../../../../shared/messages/create-renderer.ts'
import type { MessageCode } from '../../../../../shared/messages/message.ts'
import { plainText } from '../../../../../shared/messages/plain-text.ts'
import { render } from '../../../../../shared/messages/render.ts'
import { type ReportTextKey, renderReportText } from '../../../../../shared/reports/render-report-text.ts'
import { shortenText } from '../../../../../shared/messages/shorten-text.ts'

/** Writes the texts, figures and times of a report in one language. */
export interface ReportFormats {
  text: (key: ReportTextKey, values?: Readonly<Record<string, string | number>>) => string
  /** The sentence of a message without parameters. */
  message: (code: MessageCode) => string
  /** A figure with its label: `Devices: 12`. */
  labelled: (label: string, value: string) => string
  number: (value: number) => string
  bytes: (value: number) => string
  /** `97.5 %` of 97.5. */
  percent: (value: number) => string
  /** A day YYYY-MM-DD: `29 Nov 2026`. */
  day: (day: string) => string
  /** Days in chronological order, each sequence as a range: `16–18 Nov 2026 and 21 Nov 2026`. */
  days: (days: readonly string[]) => string
  /** `29 November 2026`. */
  longDay: (day: string) => string
  /** The days from `from` to `to`: `23–29 November 2026`, or `November 2026` if they are this whole month. */
  period: (from: string, to: string) => string
  /** An instant in the time zone of the report: `29 Nov 2026, 14:05`. */
  time: (at: string) => string
  list: (texts: string[]) => string
  /** A name in one line, shortened to `max` characters. */
  name: (name: string, max?: number) => string
}

const regions: Record<Locale, string> = { en: 'en-GB', fr: 'fr-FR' }
const colons: Record<Locale, string> = { en: ':', fr: '\u00a0:' }
const maxName = 120

/** Returns the formats of a language. `timeZone` applies to instants; days have none. */
export function createReportFormats(locale: Locale, timeZone: string): ReportFormats {
  const region = regions[locale]
  const dayFormat = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeZone: 'UTC' })
  const longFormat = new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' })
  const monthFormat = new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const timeFormat = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const numberFormat = new Intl.NumberFormat(region)
  const percentFormat = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 })
  const listFormat = new Intl.ListFormat(region, { type: 'conjunction' })

  return {
    text: (key, values) => renderReportText(key, locale, values),
    message: (code) => render({ code, params: {} }, locale),
    labelled: (label, value) => `${label}${colons[locale]} ${value}`,
    number: (value) => numberFormat.format(value),
    bytes: (value) => formatBytes(value, locale),
    percent: (value) => percentFormat.format(value / 100),
    day: (day) => dayFormat.format(new Date(day)),
    days: (days) =>
      listFormat.format(
        findRanges(days).map(([from, to]) => dayFormat.formatRange(new Date(from), new Date(to)).replaceAll(thin, '')),
      ),
    longDay: (day) => longFormat.format(new Date(day)),
    period: (from, to) =>
      isWholeMonth(from, to)
        ? monthFormat.format(new Date(from))
        : longFormat.formatRange(new Date(from), new Date(to)).replaceAll(thin, ''),
    time: (at) => timeFormat.format(new Date(at)),
    list: (texts) => listFormat.format(texts),
    name: (name, max = maxName) => shortenText(plainText(name), max),
  }
}

/** Around the dash of a range, which many fonts lack. */
const thin = '\u2009'

const dayMs = 86_400_000

function findRanges(days: readonly string[]): [from: string, to: string][] {
  const ranges: [string, string][] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last && Date.parse(day) - Date.parse(last[1]) === dayMs) last[1] = day
    else ranges.push([day, day])
  }
  return ranges
}

function isWholeMonth(from: string, to: string): boolean {
  const next = new Date(to)
  next.setUTCDate(next.getUTCDate() + 1)
  return from.endsWith('-01') && next.getUTCDate() === 1 && from.slice(0, 7) === to.slice(0, 7)
}
