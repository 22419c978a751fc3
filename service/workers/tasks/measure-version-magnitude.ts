import { measureMagnitude, type Magnitude } from '../../../shared/diff/magnitude.ts'
import type { Task } from '../task.ts'

/** How many lines a version added to the one before it, and how many it removed. */
export const measureVersionMagnitude: Task<{ before: Uint8Array; after: Uint8Array }, Magnitude> = {
  limits: { timeMs: 30_000, heapMb: 256 },
  run: ({ before, after }) => measureMagnitude(before, after),
}
