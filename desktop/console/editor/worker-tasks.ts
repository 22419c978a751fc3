import { diffLines, type Hunk } from '../../../shared/diff/line-diff.ts'

/** What takes long with long texts, each with its input and its result. */
export const workerTasks = {
  /** Which lines of one text are which of the other: finds the same place in both texts of one version. */
  align: ({ a, b }: { a: Uint8Array; b: Uint8Array }): Hunk[] => diffLines(a, b),
}

export type WorkerTasks = typeof workerTasks
