import { IntlMessageFormat } from 'intl-messageformat'
import { codes } from './codes.ts'
import type { MessageCode, ReceivedMessage } from './message.ts'
import type { ParameterKind } from './parameters.ts'

export type Locale = 'en' | 'fr'

/** One sentence for each code, in ICU MessageFormat. */
export type Catalogue = Readonly<Record<MessageCode, string>>

/** Renders a message as a sentence of one locale. */
export type Renderer = (message: ReceivedMessage) => string

/**
 * Returns a renderer for one locale. A code that the catalogue lacks comes from another version: it is rendered as the
 * code with its parameters.
 */
export function createRenderer(locale: Locale, catalogue: Catalogue): Renderer {
  const formats = new Map<string, IntlMessageFormat>()

  function render({ code, params }: ReceivedMessage): string {
    if (!isKnownCode(code)) return `${code} ${JSON.stringify(params)}`
    let format = formats.get(code)
    if (!format) {
      format = new IntlMessageFormat(catalogue[code], locale, undefined, { ignoreTag: true })
      formats.set(code, format)
    }
    const kinds: Readonly<Record<string, ParameterKind>> = codes[code]
    const values = Object.entries(kinds).map(([name, kind]) => [name, valueOf(kind, params[name])])
    return String(format.format(Object.fromEntries(values)))
  }

  function valueOf(kind: ParameterKind, value: unknown): string | number {
    if (value === undefined || value === null) return ''
    switch (kind) {
      case 'count':
        return numberIn(value)
      case 'bytes':
        return formatBytes(numberIn(value), locale)
      case 'seconds':
        return formatSeconds(numberIn(value), locale)
      case 'texts':
        return listIn(value).map(textIn).join(', ')
      case 'message':
        return isMessage(value) ? render(value) : textIn(value)
      case 'messages':
        return sentencesIn(value).join(locale === 'fr' ? '\u00a0; ' : '; ')
      case 'sentences':
        return sentencesIn(value).join(' ')
      default:
        return textIn(value)
    }
  }

  function sentencesIn(value: unknown): string[] {
    return listIn(value).filter(isMessage).map(render)
  }

  return render
}

/** Messages of other programs may have parameters of other kinds. */
export function isMessage(value: unknown): value is ReceivedMessage {
  if (typeof value !== 'object' || value === null) return false
  const { code, params } = value as Partial<ReceivedMessage>
  return typeof code === 'string' && typeof params === 'object' && params !== null
}

/** An object of another program may have no conversion to a text. */
function textIn(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function numberIn(value: unknown): number {
  return typeof value === 'object' ? NaN : Number(value)
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns whether this version has a sentence for a code. */
export function isKnownCode(code: string): code is MessageCode {
  return Object.hasOwn(codes, code)
}

/** Space between a number and its unit. */
const spaces = { en: ' ', fr: '\u00a0' }

const byteUnits = { en: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'], fr: ['octets', 'Kio', 'Mio', 'Gio', 'Tio'] }

/**
 * Returns a size such as `2 MiB`, `5.3 KiB` or `17 bytes`, rounded up to a tenth. A size above a limit of whole units
 * so never reads as the limit.
 */
export function formatBytes(bytes: number, locale: Locale): string {
  const units = byteUnits[locale]
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, roundingMode: 'ceil' })
  return `${number.format(bytes / 1024 ** power)}${spaces[locale]}${units[power]}`
}

/** Returns a duration such as `90 s`, `15 min` or `36 h`, in the largest unit that divides it. */
function formatSeconds(seconds: number, locale: Locale): string {
  const [length, unit] = durations.find(([length]) => seconds !== 0 && seconds % length === 0) ?? [1, 's']
  return `${seconds / length}${spaces[locale]}${unit}`
}

const durations: [number, string][] = [
  [3600, 'h'],
  [60, 'min'],
]
