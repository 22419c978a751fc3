import { compareLines, type Comparison } from './compare-lines.ts'
import { decodeText } from './decode-text.ts'
import { hunksOf, type Hunk } from './line-diff.ts'
import { magnitudeOf, type Magnitude } from './magnitude.ts'
import type { Lines } from './split-lines.ts'

export interface UnifiedSettings {
  /** Equal lines around each difference, 0 to 20. */
  context: number
  /** The text has at most so many lines, headers counted. */
  maxLines: number
  /** Lines for the top, such as `--- before` and `+++ after`, without '\n'; they appear only above a difference. */
  headers: string[]
}

/** The counters cover the whole difference, however much of it the text shows. */
export interface Unified extends Magnitude {
  /**
   * As `diff -U` of GNU diffutils prints it; '' when the texts are equal. A truncated text ends after a whole hunk or
   * inside one, whose line counts then are those of its part: it stays a valid patch of what it shows.
   */
  text: string
  truncated: boolean
}

/** The unified difference from `a` to `b`. Bytes that are no UTF-8 make all of its text Latin-1, so none is lost. */
export function diffUnified(a: Uint8Array | string, b: Uint8Array | string, settings: UnifiedSettings): Unified {
  const comparison = compareLines(a, b)
  const magnitude = magnitudeOf(comparison)
  if (magnitude.added + magnitude.removed === 0) return { text: '', truncated: false, ...magnitude }
  const { headers, context, maxLines } = settings
  const shownHeaders = headers.slice(0, maxLines)
  const top = new TextEncoder().encode(shownHeaders.map((header) => `${header}\n`).join(''))
  const { pieces, truncated } = writeHunks(comparison, context, maxLines - shownHeaders.length)
  return { text: decodeText(concatenate([top, ...pieces])), truncated, ...magnitude }
}

/** One printed line, and on which sides it counts. */
interface Row {
  sign: ' ' | '-' | '+'
  text: Lines
  line: number
}

function writeHunks(comparison: Comparison, context: number, maxLines: number) {
  const pieces: Uint8Array[] = []
  let linesLeft = maxLines
  for (const group of groupHunks(hunksOf(comparison), context)) {
    const lead = Math.min(context, group[0]!.aStart)
    const rows = rowsOf(comparison, group, lead, context)
    const shown: Row[] = []
    let height = 1 // the line with the @@
    let truncated = false
    for (const row of rows) {
      height += isUnterminated(row) ? 2 : 1
      if (height > linesLeft) {
        truncated = true
        break
      }
      shown.push(row)
    }
    if (truncated && !shown.some(({ sign }) => sign !== ' ')) return { pieces, truncated }
    pieces.push(...writeHunk(group[0]!, lead, shown))
    if (truncated) return { pieces, truncated }
    linesLeft -= height
  }
  return { pieces, truncated: false }
}

/** Differences whose context would touch or overlap are printed together. */
function* groupHunks(hunks: Iterable<Hunk>, context: number): Generator<Hunk[]> {
  let group: Hunk[] = []
  let end = 0
  for (const hunk of hunks) {
    if (group.length > 0 && hunk.aStart - end > 2 * context) {
      yield group
      group = []
    }
    group.push(hunk)
    end = hunk.aStart + hunk.aLength
  }
  if (group.length > 0) yield group
}

function* rowsOf({ a, b }: Comparison, group: Hunk[], lead: number, context: number): Generator<Row> {
  let line = group[0]!.aStart - lead
  for (const { aStart, aLength, bStart, bLength } of group) {
    for (; line < aStart; line++) yield { sign: ' ', text: a, line }
    for (; line < aStart + aLength; line++) yield { sign: '-', text: a, line }
    for (let added = bStart; added < bStart + bLength; added++) yield { sign: '+', text: b, line: added }
  }
  const last = Math.min(line + context, a.count)
  for (; line < last; line++) yield { sign: ' ', text: a, line }
}

function writeHunk(first: Hunk, lead: number, rows: Row[]): Uint8Array[] {
  const aLength = rows.filter(({ sign }) => sign !== '+').length
  const bLength = rows.filter(({ sign }) => sign !== '-').length
  const aRange = writeRange(first.aStart - lead, aLength)
  const bRange = writeRange(first.bStart - lead, bLength)
  const pieces = [encode(`@@ -${aRange} +${bRange} @@\n`)]
  for (const row of rows) {
    pieces.push(signs[row.sign], row.text.bytes.subarray(row.text.starts[row.line]!, row.text.starts[row.line + 1]!))
    if (isUnterminated(row)) pieces.push(noNewline)
  }
  return pieces
}

/** Lines count from 1; an empty range names the line before it, and a length of 1 is left out. */
function writeRange(start: number, length: number): string {
  if (length === 0) return `${start},0`
  return length === 1 ? `${start + 1}` : `${start + 1},${length}`
}

function isUnterminated({ text, line }: Row): boolean {
  return line === text.count - 1 && text.bytes.at(-1) !== 10
}

function concatenate(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const signs = { ' ': encode(' '), '-': encode('-'), '+': encode('+') }
const noNewline = encode('\n\\ No newline at end of file\n')
