import { compareLines } from './compare-lines.ts'
import { type DeclaredDifference, createDeclaredFilter } from './declared-differences.ts'
import { type Lines, splitLines } from './split-lines.ts'
import { squeezeWhitespace } from './squeeze-whitespace.ts'
import { type Unified, type UnifiedSettings, writeUnified } from './unified.ts'

/** A run of lines of a text, from 0. */
export interface LineRun {
  line: number
  count: number
}

/**
 * A unified diff of two texts without their declared differences. It shows the original lines with their numbers in the
 * whole texts; ignored lines are not shown and not counted.
 */
export interface DeclaredDiff extends Unified {
  /** The lines that were ignored as a whole, in order. */
  ignored: { a: LineRun[]; b: LineRun[] }
}

/** @throws UnsupportedPattern for a pattern that is not supported, DeclaredTooSlow */
export function diffDeclared(
  a: Uint8Array,
  b: Uint8Array,
  declared: readonly DeclaredDifference[],
  settings: UnifiedSettings,
): DeclaredDiff {
  const filter = createDeclaredFilter(declared)
  const sides = [a, b].map((text) => {
    const { text: filtered, lines } = filter(text)
    const whole = splitLines(text)
    return {
      compared: settings.ignoresWhitespace ? squeezeWhitespace(filtered) : filtered,
      shown: keepLines(whole, lines),
      number: (line: number) => lines[line] ?? whole.count,
      ignored: findGaps(lines, whole.count),
    }
  })
  const [older, newer] = [sides[0]!, sides[1]!]
  const comparison = { ...compareLines(older.compared, newer.compared), a: older.shown, b: newer.shown }
  const unified = writeUnified(comparison, settings, { a: older.number, b: newer.number })
  return { ...unified, ignored: { a: older.ignored, b: newer.ignored } }
}

function keepLines({ bytes, starts, count }: Lines, kept: Int32Array): Lines {
  if (kept.length === count) return { bytes, starts, count }
  const length = kept.reduce((sum, line) => sum + starts[line + 1]! - starts[line]!, 0)
  const rest = new Uint8Array(length)
  let at = 0
  for (const line of kept) {
    rest.set(bytes.subarray(starts[line], starts[line + 1]), at)
    at += starts[line + 1]! - starts[line]!
  }
  return splitLines(rest)
}

/** Returns the lines up to `end` that a sorted list lacks. */
function findGaps(kept: Int32Array, end: number): LineRun[] {
  const gaps: LineRun[] = []
  let next = 0
  for (let at = 0; at <= kept.length; at++) {
    const line = kept[at] ?? end
    if (line > next) gaps.push({ line: next, count: line - next })
    next = line + 1
  }
  return gaps
}
