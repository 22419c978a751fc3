import { measureMagnitude, type Magnitude } from '../../../shared/diff/magnitude.ts'
import { type Task, serviceHeapMb } from '../task.ts'

/** Returns the number of lines that a version added to the previous one, and the number it removed. */
export const measureVersionMagnitude: Task<{ before: Uint8Array; after: Uint8Array }, Magnitude> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run: ({ before, after }) => measureMagnitude(before, after),
}
