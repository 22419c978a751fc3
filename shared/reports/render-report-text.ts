import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from '../messages/create-renderer.ts'
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

export type ReportTextKey = keyof typeof en

/** The texts of reports in ICU MessageFormat. A missing one does not compile. */
const texts: Record<Locale, Record<ReportTextKey, string>> = { en, fr }

const formats = new Map<string, IntlMessageFormat>()

/** Returns a text of a report. `values` are names, formatted figures, or numbers that decide a plural. */
export function renderReportText(
  key: ReportTextKey,
  locale: Locale,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const name = `${locale} ${key}`
  let format = formats.get(name)
  if (!format) {
    format = new IntlMessageFormat(texts[locale][key], locale, undefined, { ignoreTag: true })
    formats.set(name, format)
  }
  return String(format.format(values))
}

/** Returns whether a text exists; a key made of a value of another version has none. */
export function isReportTextKey(key: string): key is ReportTextKey {
  return Object.hasOwn(en, key)
}
