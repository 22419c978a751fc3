import { compareLines, type Comparison } from './compare-lines.ts'

/** Size of a change: added and removed lines. A changed line counts as both. */
export interface Magnitude {
  added: number
  removed: number
}

/** Returns the magnitude of the change from `a` to `b`. */
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
