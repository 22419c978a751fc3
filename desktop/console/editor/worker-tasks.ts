import { diffLines, type Hunk } from '../../../shared/diff/line-diff.ts'
import { diffUnified } from '../../../shared/diff/unified.ts'
import type { Comparison } from './comparison.ts'
import { compareTexts } from './compare-texts.ts'

/** What takes long with long texts, each with what it is given and what it gives. */
export const workerTasks = {
  /** How two texts differ. */
  compare: ({ a, b, ignoreBlanks }: { a: Uint8Array; b: Uint8Array; ignoreBlanks: boolean }): Comparison =>
    compareTexts(a, b, { ignoreBlanks }),
  /** Which lines of one text are which of the other. */
  align: ({ a, b }: { a: Uint8Array; b: Uint8Array }): Hunk[] => diffLines(a, b),
  /** All of the difference as a patch, under two labels. */
  patch: ({ a, b, labels }: { a: Uint8Array; b: Uint8Array; labels: [string, string] }): string =>
    diffUnified(a, b, {
      context: 3,
      maxLines: Number.MAX_SAFE_INTEGER,
      headers: [`--- ${labels[0]}`, `+++ ${labels[1]}`],
    }).text,
}

export type WorkerTasks = typeof workerTasks
