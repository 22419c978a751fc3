import { patternLike } from '../search/linear-pattern.ts'
import { anyOf } from './any-of.ts'
import { generalSecrets } from './general-secrets.ts'
import { markKeyLines } from './mask-secrets.ts'
import type { Platform } from './platform.ts'
import { findPseudonyms, pseudonymOf } from './pseudonym.ts'
import { saltedValues } from './salted-values.ts'

/** A key within one line, as in JSON. Without its end, the rest of the line is a secret. */
const keyWithin = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(.+?)(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/

/** Values that are not secrets: what a device shows instead of a secret, or the start of a block. */
const noSecret = /^(?:\*+|<(?:removed|hidden|secret)>|\/\* SECRET-DATA \*\/|[{}[\]()]+)$/

/** What Junos shows instead of a secret. Patterns that end at a blank find a part of it. */
const hiddenByJunos = /(\/\* SECRET-DATA \*\/)/

/** A part of a line that is a secret. */
interface Place {
  from: number
  to: number
  /** Whether a device may write it differently although the secret is the same. */
  isSalted: boolean
}

/** Replaces the secrets of the texts of a platform by pseudonyms. */
export type TextMask = (text: Uint8Array) => Buffer<ArrayBuffer>

/**
 * Creates a mask. It leaves the number of lines and everything outside of secrets unchanged, and pseudonyms too, so that
 * masking twice is the same as once. Equal secrets have equal pseudonyms, so masked texts compare as the texts do.
 * @param key of the tenant's pseudonyms
 */
export function createTextMask({ secrets = [] }: Pick<Platform, 'secrets'>, key: Uint8Array): TextMask {
  const named = [...secrets, ...generalSecrets, keyWithin, hiddenByJunos]
  const mayContain = anyOf([...named, ...saltedValues])
  const grouped = named.map((pattern) =>
    patternLike(pattern, pattern.source, `${pattern.flags.replace(/[dg]/g, '')}dg`),
  )
  const maskLine = (line: string) => {
    const end = line.endsWith('\r') ? line.length - 1 : line.length
    const text = line.slice(0, end)
    if (!mayContain(text)) return line
    return replace(text, findPlaces(text, grouped), key) + line.slice(end)
  }
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const lines = text.split('\n')
    const isInKey = text.includes('PRIVATE KEY-----') ? markKeyLines(lines) : null
    const masked = lines.map((line, at) => (isInKey?.[at] ? maskKeyLine(line, key) : maskLine(line)))
    return Buffer.from(masked.join('\n'), 'latin1')
  }
}

/** A line of a key is a secret as a whole, except its indentation. */
function maskKeyLine(line: string, key: Uint8Array): string {
  const from = line.length - line.trimStart().length
  const to = line.trimEnd().length
  return to <= from ? line : replace(line, [{ from, to, isSalted: false }], key)
}

/** Returns the secrets of a line in order. Those that overlap are joined. */
function findPlaces(line: string, patterns: readonly RegExp[]): Place[] {
  const places: Place[] = []
  for (const pattern of patterns) {
    for (const { indices } of line.matchAll(pattern)) {
      for (const place of indices?.slice(1) ?? []) {
        if (place) places.push({ ...trim(line, place[0], place[1]), isSalted: false })
      }
    }
  }
  for (const pattern of saltedValues) {
    for (const { index, 0: value } of line.matchAll(pattern)) {
      places.push({ ...trim(line, index, index + value.length), isSalted: true })
    }
  }
  return join(places.sort((one, other) => one.from - other.from || one.to - other.to))
}

/** Leaves the quotes around a value, and what ends its statement. */
function trim(line: string, start: number, end: number): { from: number; to: number } {
  let [from, to] = [start, end]
  while (to > from && /[\s;,]/.test(line[to - 1]!)) to--
  const quote = line[from]
  if (to - from > 1 && (quote === '"' || quote === "'") && line[to - 1] === quote) [from, to] = [from + 1, to - 1]
  return { from, to }
}

function join(sorted: readonly Place[]): Place[] {
  const joined: Place[] = []
  for (const place of sorted) {
    const last = joined.at(-1)
    if (last && place.from < last.to) {
      last.to = Math.max(last.to, place.to)
      last.isSalted ||= place.isSalted
    } else if (place.to > place.from) joined.push({ ...place })
  }
  return joined
}

function replace(line: string, places: readonly Place[], key: Uint8Array): string {
  const masked = findPseudonyms(line)
  let text = ''
  let at = 0
  for (const { from, to, isSalted } of places) {
    const secret = line.slice(from, to)
    const start = /^ENC ./.test(secret) ? from + 'ENC '.length : from
    if (noSecret.test(secret) || masked.some((one) => one[0] <= start && to <= one[1])) continue
    text += line.slice(at, start) + pseudonymOf(key, line.slice(start, to), isSalted)
    at = to
  }
  return text + line.slice(at)
}
