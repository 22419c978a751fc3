import { diffLines, type Hunk } from '../../../shared/diff/line-diff.ts'

/** Expensive computations on long texts, by name. */
export const workerTasks = {
  /** Aligns the lines of two texts: finds the same position in both texts of a version. */
  align: ({ a, b }: { a: Uint8Array; b: Uint8Array }): Hunk[] => diffLines(a, b),
}

export type WorkerTasks = typeof workerTasks
