import { compareLines, type Comparison } from './compare-lines.ts'

/**
 * One difference: `aLength` lines of `a` from `aStart` became `bLength` lines of `b` from `bStart`. Lines count from 0.
 * At least one length is not 0.
 */
export interface Hunk {
  aStart: number
  aLength: number
  bStart: number
  bLength: number
}

/** Returns the differences of two texts in order, with equal lines between any two; an empty list for equal texts. */
export function diffLines(a: Uint8Array | string, b: Uint8Array | string): Hunk[] {
  return [...hunksOf(compareLines(a, b))]
}

/** Yields the same differences one at a time, for texts with millions of them. */
export function* hunksOf({ start, removed, added }: Comparison): Generator<Hunk> {
  let a = 0
  let b = 0
  while (a < removed.length || b < added.length) {
    const aFrom = a
    const bFrom = b
    while (removed[a]) a++
    while (added[b]) b++
    if (a > aFrom || b > bFrom) {
      yield { aStart: start + aFrom, aLength: a - aFrom, bStart: start + bFrom, bLength: b - bFrom }
    } else {
      a++
      b++
    }
  }
}
