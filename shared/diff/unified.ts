import { compareLines, type Comparison } from './compare-lines.ts'
import { createLineDecoder, decodeText } from './decode-text.ts'
import { hunksOf, type Hunk } from './line-diff.ts'
import { magnitudeOf, type Magnitude } from './magnitude.ts'
import { type Lines, splitLines } from './split-lines.ts'
import { squeezeWhitespace } from './squeeze-whitespace.ts'
import { type WordChange, findWordChangesOfHunks } from './word-changes.ts'

export interface UnifiedSettings {
  /** Equal lines around each difference, 0 to 20. */
  context: number
  /** Maximum number of lines of the text, with headers. */
  maxLines: number
  /**
   * Header lines, such as `--- before` and `+++ after`, without '\n'. They are printed only if there is a difference.
   */
  headers: string[]
  /** Whether lines that differ only in whitespace count as equal. They are printed as in the older text. */
  ignoresWhitespace?: boolean
}

/** The counters cover the whole difference, also the part that the text omits. */
export interface Unified extends Magnitude {
  /**
   * Format of `diff -U` of GNU diffutils; '' for equal texts. A truncated text may end inside a hunk, whose line counts
   * are adjusted: it remains a valid patch of what it shows.
   */
  text: string
  truncated: boolean
  /** The hunks in `text`, with the changes inside their lines. A truncated text may end inside the last one. */
  hunks: ShownHunk[]
}

export interface ShownHunk extends Hunk {
  /** Empty if the two sides have too little in common. */
  words: WordChange[]
}

/**
 * Returns the unified diff from `a` to `b`. If either is not valid UTF-8, the whole text is Latin-1, so that no byte is
 * lost.
 */
export function diffUnified(a: Uint8Array | string, b: Uint8Array | string, settings: UnifiedSettings): Unified {
  const comparison = settings.ignoresWhitespace ? compareWithoutWhitespace(a, b) : compareLines(a, b)
  return writeUnified(comparison, settings)
}

/** Returns the number that a line is shown with, from 0, on each side. Also called for the end of a text. */
export interface LineNumbers {
  a: (line: number) => number
  b: (line: number) => number
}

const unchangedNumbers: LineNumbers = { a: (line) => line, b: (line) => line }

/**
 * Writes a comparison as a unified diff.
 * @param numbers if lines were left out of the compared texts: the starts of ranges and hunks are those of the whole
 *   texts, their lengths count the compared lines
 */
export function writeUnified(
  comparison: Comparison,
  { headers, context, maxLines }: Omit<UnifiedSettings, 'ignoresWhitespace'>,
  numbers = unchangedNumbers,
): Unified {
  const magnitude = magnitudeOf(comparison)
  if (magnitude.added + magnitude.removed === 0) return { text: '', truncated: false, hunks: [], ...magnitude }
  const shownHeaders = headers.slice(0, maxLines)
  const top = new TextEncoder().encode(shownHeaders.map((header) => `${header}\n`).join(''))
  const { pieces, shown, truncated } = writeHunks(comparison, numbers, context, maxLines - shownHeaders.length)
  const words = findWordChangesOfHunks(shown, createLineDecoder(comparison.a), createLineDecoder(comparison.b))
  const hunks = shown.map((hunk, at) => ({
    ...hunk,
    aStart: numbers.a(hunk.aStart),
    bStart: numbers.b(hunk.bStart),
    words: words[at] ?? [],
  }))
  return { text: decodeText(concatenate([top, ...pieces])), truncated, hunks, ...magnitude }
}

function compareWithoutWhitespace(a: Uint8Array | string, b: Uint8Array | string): Comparison {
  const [aLines, bLines] = [splitLines(a), splitLines(b)]
  const compared = compareLines(squeezeWhitespace(aLines.bytes), squeezeWhitespace(bLines.bytes))
  return { ...compared, a: aLines, b: bLines }
}

/** One printed line and the sides on which it counts. */
interface Row {
  sign: ' ' | '-' | '+'
  text: Lines
  line: number
}

function writeHunks(comparison: Comparison, numbers: LineNumbers, context: number, maxLines: number) {
  const pieces: Uint8Array[] = []
  const hunks: Hunk[] = []
  let linesLeft = maxLines
  for (const group of groupHunks(hunksOf(comparison), context)) {
    const lead = Math.min(context, group[0]!.aStart)
    const rows = rowsOf(comparison, group, lead, context)
    const shown: Row[] = []
    let height = 1 // the line with @@
    let truncated = false
    for (const row of rows) {
      height += isUnterminated(row) ? 2 : 1
      if (height > linesLeft) {
        truncated = true
        break
      }
      shown.push(row)
    }
    if (truncated && !shown.some(({ sign }) => sign !== ' ')) return { pieces, shown: hunks, truncated }
    pieces.push(...writeHunk(group[0]!, lead, shown, numbers))
    hunks.push(...cutHunks(group, shown))
    if (truncated) return { pieces, shown: hunks, truncated }
    linesLeft -= height
  }
  return { pieces, shown: hunks, truncated: false }
}

/** Returns the hunks of a group that its rows show: all, or those before the cut. */
function cutHunks(group: Hunk[], rows: Row[]): Hunk[] {
  let removed = rows.filter(({ sign }) => sign === '-').length
  let added = rows.filter(({ sign }) => sign === '+').length
  const cut: Hunk[] = []
  for (const hunk of group) {
    const [aLength, bLength] = [Math.min(hunk.aLength, removed), Math.min(hunk.bLength, added)]
    if (aLength + bLength > 0) cut.push({ ...hunk, aLength, bLength })
    removed -= aLength
    added -= bLength
  }
  return cut
}

/** Groups differences whose context touches or overlaps. */
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

function writeHunk(first: Hunk, lead: number, rows: Row[], numbers: LineNumbers): Uint8Array[] {
  const aLength = rows.filter(({ sign }) => sign !== '+').length
  const bLength = rows.filter(({ sign }) => sign !== '-').length
  const aRange = writeRange(numbers.a(first.aStart - lead), aLength)
  const bRange = writeRange(numbers.b(first.bStart - lead), bLength)
  const pieces = [encode(`@@ -${aRange} +${bRange} @@\n`)]
  for (const row of rows) {
    pieces.push(signs[row.sign], row.text.bytes.subarray(row.text.starts[row.line]!, row.text.starts[row.line + 1]!))
    if (isUnterminated(row)) pieces.push(noNewline)
  }
  return pieces
}

/**
 * Writes a range. Lines count from 1; an empty range has the number of the line before it, and a length of 1 is
 * omitted.
 */
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
