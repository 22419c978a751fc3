import type { Hunk } from '../../../shared/diff/line-diff.ts'
import { type Comparison, type Difference, readWords } from './comparison.ts'

/**
 * Returns the comparison in a unified diff: two texts of its lines, with a line of `leftOut` for omitted ones. Used if
 * the console does not have the whole texts.
 * @param leftOut returns the text for a number of omitted equal lines; null at the end, where the number is unknown
 */
export function readPatch(
  { unified, hunks: shown, added, removed, truncated }: Difference & { unified: string },
  leftOut: (lines: number | null) => string,
): Comparison {
  const a: string[] = []
  const b: string[] = []
  const numbers: { a: number[]; b: number[] } = { a: [], b: [] }
  const hunks: Hunk[] = []
  let open: Hunk | undefined
  let [nextA, nextB] = [1, 1]
  let isBody = false
  const leaveOut = (lines: number | null) => {
    for (const side of [a, b]) side.push(leftOut(lines))
    for (const side of [numbers.a, numbers.b]) side.push(0)
  }
  for (const line of unified.split('\n')) {
    const header = /^@@ -(\d+)(,0)?(?:,\d+)? \+(\d+)(,0)?(?:,\d+)? @@$/.exec(line)
    if (header) {
      isBody = true
      open = undefined
      const from = Number(header[1]) + (header[2] ? 1 : 0) // an empty range has the number of the line before it
      if (from > nextA) leaveOut(from - nextA)
      nextA = from
      nextB = Number(header[3]) + (header[4] ? 1 : 0)
    }
    const sign = line[0]
    if (!isBody || (sign !== ' ' && sign !== '-' && sign !== '+')) continue
    if (sign === ' ') open = undefined
    else if (!open) hunks.push((open = { aStart: a.length, aLength: 0, bStart: b.length, bLength: 0 }))
    if (sign !== '+') {
      a.push(line.slice(1))
      numbers.a.push(nextA++)
    }
    if (sign !== '-') {
      b.push(line.slice(1))
      numbers.b.push(nextB++)
    }
    if (sign === '-') open!.aLength++
    if (sign === '+') open!.bLength++
  }
  if (hunks.length > 0) leaveOut(null)
  return {
    a: textOf(a),
    b: textOf(b),
    hunks,
    marks: shown.map(readWords),
    added,
    removed,
    truncated,
    isPatch: true,
    numbers,
  }
}

function textOf(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
