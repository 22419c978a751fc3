import type { Comparison } from './comparison.ts'

/** Kind of a row: 0 on both sides, 1 only on the older side, 2 only on the newer side. */
export type RowKind = 0 | 1 | 2

/**
 * A comparison as a list of rows, removed lines before added ones. Search, navigation between changes and the unified
 * view use rows; the side-by-side view maps them to lines by `a` and `b`.
 */
export interface Rows {
  count: number
  kinds: Uint8Array
  /** Line of each row on either side, from 0; -1 if that side has none. */
  a: Int32Array
  b: Int32Array
  texts: string[]
  /** First row of each hunk, and the row after its last. */
  changes: { from: number; to: number }[]
}

/** Lays out a comparison. The empty line after the last '\n' is not a row. */
export function rowsOf({ a, b, hunks }: Comparison): Rows {
  const aLines = linesOf(a)
  const bLines = linesOf(b)
  const added = hunks.reduce((sum, { bLength }) => sum + bLength, 0)
  const count = aLines.length + added
  const rows: Rows = {
    count,
    kinds: new Uint8Array(count),
    a: new Int32Array(count).fill(-1),
    b: new Int32Array(count).fill(-1),
    texts: new Array<string>(count),
    changes: [],
  }
  let [row, atA, atB] = [0, 0, 0]
  const put = (kind: RowKind, text: string) => {
    rows.kinds[row] = kind
    rows.texts[row] = text
    if (kind !== 2) rows.a[row] = atA++
    if (kind !== 1) rows.b[row] = atB++
    row++
  }
  for (const { aStart, aLength, bLength } of hunks) {
    while (atA < aStart) put(0, bLines[atB]!)
    const from = row
    for (let line = 0; line < aLength; line++) put(1, aLines[atA]!)
    for (let line = 0; line < bLength; line++) put(2, bLines[atB]!)
    rows.changes.push({ from, to: row })
  }
  while (atA < aLines.length) put(0, bLines[atB]!)
  return rows
}

/** Returns the lines of one change in patch format. A position before the first change means the first. */
export function patchOfChange({ changes, kinds, texts }: Rows, place: number): string | undefined {
  const change = changes[Math.max(0, place)]
  if (!change) return undefined
  const lines = texts.slice(change.from, change.to)
  return lines.map((text, at) => `${kinds[change.from + at] === 1 ? '-' : '+'}${text}\n`).join('')
}

/** Returns the change after or before a row, wrapping around; undefined without changes. */
export function stepToChange(changes: Rows['changes'], row: number, direction: 1 | -1): number | undefined {
  if (changes.length === 0) return undefined
  if (direction === 1) {
    const next = changes.findIndex(({ from }) => from > row)
    return next === -1 ? 0 : next
  }
  const previous = changes.findLastIndex(({ to }) => to <= row)
  return previous === -1 ? changes.length - 1 : previous
}

/** Returns the change that contains a row, otherwise the last one before it; -1 before the first. */
export function changeAt(changes: Rows['changes'], row: number): number {
  return changes.findLastIndex(({ from }) => from <= row)
}

/** Returns the ranges of equal rows to fold, which leave `margin` rows beside each change and have a minimum length. */
export function foldsOf(
  { changes, count }: Pick<Rows, 'changes' | 'count'>,
  margin = 3,
  least = 4,
): { from: number; to: number }[] {
  const folds: { from: number; to: number }[] = []
  for (let i = 0; i <= changes.length; i++) {
    const from = i === 0 ? 0 : changes[i - 1]!.to + margin
    const to = i === changes.length ? count : changes[i]!.from - margin
    if (to - from >= least) folds.push({ from, to })
  }
  return folds
}

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
