import { compareLines } from './compare-lines.ts'
import { type Magnitude, magnitudeOf } from './magnitude.ts'
import { type Lines, splitLines } from './split-lines.ts'

/** A text whose lines are traced back through older texts. */
export interface TracedText {
  text: Lines
  /** For each line of the text, the number of the traced line that it is; -1 for a line that is not traced. */
  traced: Int32Array
}

/** What the comparison with one older text shows. */
export interface TraceStep {
  older: TracedText
  /** Traced lines that the older text lacks, in order. */
  begun: Int32Array
  magnitude: Magnitude
}

/** Starts to trace the lines from `first` up to, not including, `end`. Lines count from 0. */
export function startTrace(text: Uint8Array, { first, end }: { first: number; end: number }): TracedText {
  const lines = splitLines(text)
  const traced = new Int32Array(lines.count).fill(-1)
  for (let line = first; line < Math.min(end, traced.length); line++) traced[line] = line
  return { text: lines, traced }
}

/**
 * Finds the traced lines in the text before this one. A line that moved is a removed and an added line of the
 * difference, so it counts as begun at its new place. Of equal lines, those that the difference keeps are the same.
 */
export function traceBack({ text, traced }: TracedText, older: Uint8Array): TraceStep {
  const comparison = compareLines(older, text)
  const { a, b, start, removed, added } = comparison
  const olderTraced = new Int32Array(a.count).fill(-1)
  const begun: number[] = []
  let at = 0
  for (let line = 0; line < b.count; line++) {
    const number = traced[line]!
    if (added[line - start]) {
      if (number >= 0) begun.push(number)
      continue
    }
    while (removed[at - start]) at++
    olderTraced[at++] = number
  }
  return {
    older: { text: a, traced: olderTraced },
    begun: Int32Array.from(begun),
    magnitude: magnitudeOf(comparison),
  }
}
