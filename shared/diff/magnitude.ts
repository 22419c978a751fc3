import { compareLines, type Comparison } from './compare-lines.ts'

/** How large a change is: lines added and lines removed; a changed line counts as one of each. */
export interface Magnitude {
  added: number
  removed: number
}

/** The magnitude of the change from `a` to `b`. */
export function measureMagnitude(a: Uint8Array | string, b: Uint8Array | string): Magnitude {
  return magnitudeOf(compareLines(a, b))
}

export function magnitudeOf({ added, removed }: Comparison): Magnitude {
  return { added: countMarks(added), removed: countMarks(removed) }
}

function countMarks(marks: Uint8Array): number {
  let count = 0
  for (const mark of marks) count += mark
  return count
}
