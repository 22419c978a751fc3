import type { Place } from './find-marks.ts'

export interface LinePiece {
  text: string
  isMark: boolean
}

/** Characters before the first mark of a long line. */
const lead = 60

/**
 * Splits a line into marked and unmarked parts. Text far before the first mark is omitted, so that the mark is visible.
 */
export function piecesOf(line: string, marks: readonly Place[]): LinePiece[] {
  const first = marks[0]?.[0] ?? 0
  const start = first > 2 * lead ? first - lead : 0
  const pieces: LinePiece[] = start > 0 ? [{ text: '…', isMark: false }] : []
  let at = start
  for (const [from, to] of marks) {
    if (from > at) pieces.push({ text: line.slice(at, from), isMark: false })
    pieces.push({ text: line.slice(from, to), isMark: true })
    at = to
  }
  if (at < line.length) pieces.push({ text: line.slice(at), isMark: false })
  return pieces
}
