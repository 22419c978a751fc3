import { patternLike } from '../search/linear-pattern.ts'
import { anyOf } from './any-of.ts'
import { findCommunities } from './find-communities.ts'
import { generalSecrets } from './general-secrets.ts'
import { markKeyLines, maskedSecret } from './mask-secrets.ts'
import { findNamedValues } from './named-values.ts'
import { maxOpenLines, readOpenValue } from './open-values.ts'
import type { Platform } from './platform.ts'
import { findPseudonyms, pseudonymOf } from './pseudonym.ts'
import type { OpenValue, Span } from './quoted-values.ts'
import { saltedValues } from './salted-values.ts'
import { secretPart, skipped, skippedWithNext } from './secret-words.ts'
import { statementSecrets } from './statement-secrets.ts'

/** A key within one line, as in JSON. Without its end, the rest of the line is a secret. */
const keyWithin = /-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}(.+?)(?:-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY|$)/

/** Values that are not secrets: what a device shows instead of a secret, the start of a block, and the ends of a key. */
const noSecret =
  /^(?:\*+|<(?:removed|hidden|secret)>|\/\* SECRET-DATA \*\/|[{}[\]()]+|"?-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]+-{4,5}"?)$/

/** What Junos shows instead of a secret. Patterns that end at a blank find a part of it. */
const hiddenByJunos = /(\/\* SECRET-DATA \*\/)/

/** A part of a line that is a secret. */
interface Place {
  from: number
  to: number
  /** Whether a device may write it differently although the secret is the same. */
  isSalted: boolean
}

/** Replaces the secrets of the texts of a platform. */
export type TextMask = (text: Uint8Array) => Buffer<ArrayBuffer>

/** Returns what stands for a secret, in latin1. */
type Replace = (secret: string, isSalted: boolean) => string

/**
 * Creates a mask. It leaves the number of lines and everything outside of secrets unchanged, and pseudonyms too, so that
 * masking twice is the same as once. Equal secrets have equal pseudonyms, so masked texts compare as the texts do.
 * @param key of the tenant's pseudonyms
 */
export function createTextMask(platform: Pick<Platform, 'secrets'>, key: Uint8Array): TextMask {
  return createMask(platform, (secret, isSalted) => pseudonymOf(key, secret, isSalted), maxRounds)
}

/** Creates a mask that replaces all secrets by the same text. */
export function createPlainMask(platform: Pick<Platform, 'secrets'>): TextMask {
  return createMask(platform, () => maskedSecret, 1)
}

/** What is masked may change where the values after other words begin: a line is masked until nothing changes. */
const maxRounds = 5

function createMask({ secrets = [] }: Pick<Platform, 'secrets'>, replaceBy: Replace, rounds: number): TextMask {
  const named = [...secrets, ...generalSecrets, ...statementSecrets].map(withAnyBlanks)
  const all = [...named, keyWithin, hiddenByJunos]
  const mayContain = anyOf([...all, ...saltedValues, new RegExp(secretPart.source, 'i')])
  const grouped = all.map((pattern) => patternLike(pattern, pattern.source, `${pattern.flags.replace(/[dg]/g, '')}dg`))
  const maskOnce = (whole: string, known: readonly Span[], open: OpenValue | null): MaskedLine => {
    const line = readable(whole)
    const found = findSecrets(line, grouped, open)
    const places = [...placesOf(line, known), ...found.places].sort(byPosition)
    return { text: replacePlaces({ line, whole }, join(places), replaceBy), open: found.open }
  }
  const maskLine = (whole: string, known: readonly Span[], open: OpenValue | null): MaskedLine => {
    if (!open && known.length === 0 && !mayContain(readable(whole))) return { text: whole, open }
    let before = whole
    let masked = maskOnce(whole, known, open)
    for (let round = 1; round < rounds && masked.text !== before; round++) {
      before = masked.text
      masked = maskOnce(before, [], open)
    }
    return masked
  }
  return (bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const lines = text.split('\n')
    const isInKey = text.includes('PRIVATE KEY') ? markKeyLines(lines) : null
    const communities = findCommunities(text, lines)
    let open: OpenValue | null = null
    let openLines = 0
    const masked = lines.map((line, at) => {
      if (isInKey?.[at]) return maskKeyLine(line, replaceBy)
      const result = maskLine(line, communities.get(at) ?? [], open)
      openLines = open === null || result.open === null ? 0 : openLines + 1
      open = openLines >= maxOpenLines ? null : mayGoOn(result.open, lines, at)
      return result.text
    })
    return Buffer.from(masked.join('\n'), 'latin1')
  }
}

interface MaskedLine {
  text: string
  /** A value that goes on in the next line. */
  open: OpenValue | null
}

/** Returns the secrets of a line, of which the first may be the rest of a value from a line before. */
function findSecrets(
  line: string,
  patterns: readonly RegExp[],
  open: OpenValue | null,
): { places: Place[]; open: OpenValue | null } {
  const rest = open && readOpenValue(line, open)
  if (rest?.open) return { places: placesOf(line, rest.spans), open: rest.open }
  const from = rest?.end ?? 0
  const named = findNamedValues(line, from)
  const spans = [...(rest?.spans ?? []), ...named.spans]
  return { places: [...placesOf(line, spans), ...findPlaces(line, patterns, from)], open: named.open }
}

function placesOf(line: string, spans: readonly Span[]): Place[] {
  return spans.map(({ from, to }) => ({ ...trim(line, from, to), isSalted: false }))
}

/** Writes bytes of UTF-8 that are blanks in latin1 as letters, and leaves the end of a line in CRLF. */
function readable(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  return line.slice(0, end).replaceAll('\u00a0', '\u00e0')
}

/** Lets a pattern match any number of blanks and tabs where it has a blank. */
function withAnyBlanks(pattern: RegExp): RegExp {
  const source = pattern.source.replace(/\[(?:[^\]\\]|\\.)*\]|\\.| (?![*+?{])/g, (part) =>
    part === ' ' ? '[ \\t]+' : part,
  )
  return patternLike(pattern, source, pattern.flags)
}

/** Whether a quoted value has an end: a quote may also be a part of a value. */
function mayGoOn(open: OpenValue | null, lines: readonly string[], at: number): OpenValue | null {
  if (open?.kind !== 'quote') return open
  const { quote } = open
  for (let next = at + 1; next < lines.length && next <= at + maxOpenLines; next++) {
    const quotes = lines[next]!.split(quote).length - 1
    if (quotes % 2 === 1) return open
  }
  return null
}

/** A line of a key is a secret as a whole, except its indentation. */
function maskKeyLine(line: string, replaceBy: Replace): string {
  const from = line.length - line.trimStart().length
  const to = line.trimEnd().length
  return to <= from ? line : replacePlaces({ line, whole: line }, [{ from, to, isSalted: false }], replaceBy)
}

/** Returns the values that patterns find from a position on. */
function findPlaces(line: string, patterns: readonly RegExp[], start: number): Place[] {
  const places: Place[] = []
  for (const pattern of patterns) {
    for (const { indices } of line.matchAll(pattern)) {
      for (const place of indices?.slice(1) ?? []) {
        if (place && place[0] >= start && !isKeyword(line, place))
          places.push({ ...trim(line, ...place), isSalted: false })
      }
    }
  }
  for (const pattern of saltedValues) {
    for (const { index, 0: value } of line.matchAll(pattern)) {
      places.push({ ...trim(line, index, index + value.length), isSalted: true })
    }
  }
  return places
}

/** Whether a pattern took the way in which a value is written for the value, which then follows. */
function isKeyword(line: string, [from, to]: [number, number]): boolean {
  const text = line.slice(from, to)
  if (/^(?:strength-check|m(?:in|ax)-length)$/i.test(text)) return true
  if (!/^[ \t]+[^\s;]/.test(line.slice(to))) return false
  return (
    /^(?:secret|password|key|authentication|version|lifetime|mode)$/i.test(text) ||
    skipped.test(text) ||
    skippedWithNext.test(text) ||
    /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text)
  )
}

/** Leaves blanks and quotes around a value, and what ends its statement. */
function trim(line: string, start: number, end: number): { from: number; to: number } {
  let [from, to] = [start, end]
  while (to > from && /[ \t;,\r]/.test(line[to - 1]!)) to--
  while (from < to && /[ \t]/.test(line[from]!)) from++
  const quote = line[from]
  if (to - from > 1 && (quote === '"' || quote === "'")) {
    from++
    if (line[to - 1] === quote && line[to - 2] !== '\\') to--
  }
  return { from, to }
}

function byPosition(one: Place, other: Place): number {
  return one.from - other.from || one.to - other.to
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

/** @param line as it was read; of the same length as `whole`, apart from its end */
function replacePlaces(
  { line, whole }: { line: string; whole: string },
  places: readonly Place[],
  replaceBy: Replace,
): string {
  const masked = findPseudonyms(line)
  let text = ''
  let at = 0
  let next = 0
  for (const { from, to, isSalted } of places) {
    while (next < masked.length && masked[next]![1] <= from) next++
    const other = masked[next]
    const secret = whole.slice(from, to)
    const start = /^ENC ./.test(secret) ? from + 'ENC '.length : from
    if (noSecret.test(secret) || (other && other[0] <= start && to <= other[1])) continue
    text += whole.slice(at, start) + replaceBy(whole.slice(start, to), isSalted)
    at = to
  }
  return text + whole.slice(at)
}
