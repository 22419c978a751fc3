import type { components } from '../../../shared/contract/api-types.ts'
import type { Comparison, Difference } from './comparison.ts'
import { compareWholeTexts } from './whole-texts.ts'

type DeclaredDiff = Difference & Pick<components['schemas']['DeclaredDiff'], 'ignored_from' | 'ignored_to'>
type LineRuns = DeclaredDiff['ignored_from']

/**
 * Returns the comparison of two whole texts without the lines that declared differences ignore. The other lines keep
 * their numbers.
 * @param leftOutEnd the line that replaces omitted lines at the end
 */
export function compareDeclared(
  a: Uint8Array,
  b: Uint8Array,
  difference: DeclaredDiff,
  leftOutEnd: string,
): Comparison {
  const [older, newer] = [leaveOut(a, difference.ignored_from), leaveOut(b, difference.ignored_to)]
  const hunks = difference.hunks.map((hunk) => ({
    ...hunk,
    from_line: hunk.from_line - countBefore(difference.ignored_from, hunk.from_line),
    to_line: hunk.to_line - countBefore(difference.ignored_to, hunk.to_line),
  }))
  const compared = compareWholeTexts(older.text, newer.text, { ...difference, hunks }, leftOutEnd)
  const numbers = (side: 'a' | 'b', all: number[]) =>
    compared.numbers ? compared.numbers[side].map((line) => (line === 0 ? 0 : all[line - 1]!)) : all
  return { ...compared, numbers: { a: numbers('a', older.numbers), b: numbers('b', newer.numbers) } }
}

/** Returns the number of ignored lines before a line. */
function countBefore(runs: LineRuns, end: number): number {
  return runs.reduce((sum, { line, lines }) => (line < end ? sum + lines : sum), 0)
}

function leaveOut(text: Uint8Array, runs: LineRuns): { text: Uint8Array; numbers: number[] } {
  const kept = new Uint8Array(text.length)
  const numbers: number[] = []
  let [length, line, at, run] = [0, 1, 0, 0]
  while (at < text.length) {
    const newline = text.indexOf(10, at)
    const end = newline < 0 ? text.length : newline + 1
    while (runs[run] && line >= runs[run]!.line + runs[run]!.lines) run++
    const isIgnored = runs[run] !== undefined && line >= runs[run]!.line
    if (!isIgnored) {
      kept.set(text.subarray(at, end), length)
      length += end - at
      numbers.push(line)
    }
    at = end
    line++
  }
  return { text: kept.subarray(0, length), numbers }
}
