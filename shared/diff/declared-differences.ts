import { LinearPattern, anyLinear } from '../search/linear-pattern.ts'
import { UnsupportedPattern, type PatternErrorCode, parsePattern } from '../search/parse-pattern.ts'
import { type MessageOf, message } from '../messages/message.ts'
import { createLineDecoder } from './decode-text.ts'
import { splitLines } from './split-lines.ts'

/** A pattern for what may differ between two texts. */
export interface DeclaredDifference {
  /**
   * A `LinearPattern`, matched in each line of a normalised text. Without groups, a line that it matches is ignored. With
   * groups, only what the groups match is ignored, at each match in the line.
   */
  pattern: string
  /** Why it is declared. */
  note?: string | null
}

/** Maximum number of declared differences of a comparison, and of characters of a pattern. */
export const maxDeclared = 50
export const maxDeclaredPattern = 200

/** A text without what its declared differences match. */
export interface ComparableText {
  /** The lines that are compared. What groups matched is replaced by a placeholder. */
  text: Uint8Array
  /** For each line of `text`, the number of the line of the original text, from 0, ascending. */
  lines: Int32Array
}

/** The patterns match so often, in lines so long, that matching them would take too long. */
export class DeclaredTooSlow extends Error {
  override name = 'DeclaredTooSlow'
}

/** Returns why each pattern is not supported, by its place in the list; an empty list if all are. */
export function checkDeclared(
  declared: readonly DeclaredDifference[],
): { at: number; reason: MessageOf<PatternErrorCode> }[] {
  return declared.flatMap(({ pattern }, at) => {
    const reason = refusalOf(pattern)
    return reason ? [{ at, reason }] : []
  })
}

function refusalOf(pattern: string): MessageOf<PatternErrorCode> | null {
  if (pattern === '') return message('is_empty')
  if (/[\r\n]/.test(pattern)) return message('pattern_has_line_end')
  if (!pattern.isWellFormed()) return message('not_unicode')
  try {
    parsePattern(pattern)
    new LinearPattern(pattern).check()
    return null
  } catch (error) {
    if (error instanceof UnsupportedPattern) return error.reason
    throw error
  }
}

/**
 * Returns a function that removes from a text what the declared differences match, so that two texts can be compared. Its
 * time is bounded by the length of the text and of the patterns.
 * @throws UnsupportedPattern for a pattern that `checkDeclared` reports; the returned function throws DeclaredTooSlow
 */
export function createDeclaredFilter(declared: readonly DeclaredDifference[]): (text: Uint8Array) => ComparableText {
  const startText = createLineFilter(declared)
  return (text) => mapLines(text, startText())
}

/** Returns a line without what the declared differences match, or null to ignore it. Lines have no line ends. */
export type LineFilter = (line: string) => string | null

/**
 * Returns a function that starts a text: it returns the filter of its lines, whose time is bounded together.
 * @throws UnsupportedPattern for a pattern that `checkDeclared` reports; the filter throws DeclaredTooSlow
 */
export function createLineFilter(declared: readonly DeclaredDifference[]): () => LineFilter {
  const patterns = declared.map(({ pattern }) => new LinearPattern(pattern, 'dg'))
  const withGroups = patterns.filter((pattern) => pattern.check().groups > 0)
  const isIgnored = anyLinear(patterns.filter((pattern) => !withGroups.includes(pattern)))
  const hasIgnoredPart = anyLinear(withGroups)
  return () => {
    const effort: Effort = { characters: 0 }
    return (line) => {
      if (isIgnored(line)) return null
      if (!hasIgnoredPart(line)) return line
      return replaceRanges(
        line,
        withGroups.flatMap((pattern) => findGroupRanges(pattern, line, effort)),
      )
    }
  }
}

/** Characters that were searched for groups, which costs more than finding the lines that match. */
interface Effort {
  characters: number
}

/** About four seconds of work: each line of a text of 1 MB may match 10 patterns. */
const maxEffort = 15_000_000

/** A line of a configuration has few addresses; one that contains a whole document has thousands. */
const maxMatchesOfLine = 100

/** Returns the range of each group at each match. */
function findGroupRanges(pattern: LinearPattern, line: string, effort: Effort): Range[] {
  const ranges: Range[] = []
  pattern.lastIndex = 0
  for (let matches = 0; matches < maxMatchesOfLine; matches++) {
    const from = pattern.lastIndex
    const found = pattern.exec(line)
    if (!found) break
    effort.characters += line.length - from
    if (effort.characters > maxEffort) throw new DeclaredTooSlow()
    ranges.push(...found.indices!.slice(1).filter((range) => range !== undefined))
    if (pattern.lastIndex === from) pattern.lastIndex++
  }
  return ranges
}

/** Start and end in a line, in UTF-16 code units. */
type Range = [number, number]

/** Replaces what groups match. Not a character of a configuration, so that no other text is equal. */
export const placeholder = '\0'

/** Replaces ranges, which may overlap, by one placeholder for each part of the line that they cover. */
function replaceRanges(line: string, ranges: readonly Range[]): string {
  let replaced = ''
  let at = 0
  for (const [from, to] of joinRanges(ranges)) {
    replaced += line.slice(at, from) + placeholder
    at = to
  }
  return replaced + line.slice(at)
}

function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

function mapLines(text: Uint8Array, change: LineFilter): ComparableText {
  const lines = splitLines(text)
  const decode = createLineDecoder(lines)
  const pieces: Uint8Array[] = []
  const kept: number[] = []
  for (let line = 0; line < lines.count; line++) {
    const bytes = text.subarray(lines.starts[line], lines.starts[line + 1])
    const [, content = '', end = ''] = /^(.*?)(\r?\n?)$/s.exec(decode(line))!
    const changed = change(content)
    if (changed === null) continue
    kept.push(line)
    pieces.push(changed === content ? bytes : new TextEncoder().encode(changed + end))
  }
  return { text: concatenate(pieces), lines: Int32Array.from(kept) }
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
