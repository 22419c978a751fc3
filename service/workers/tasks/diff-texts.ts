import { diffUnified, type Unified, type UnifiedSettings } from '../../../shared/diff/unified.ts'
import type { Task } from '../task.ts'

/** The unified difference of two texts, with its hunks. The counted effort of the search ends it in time; the limit is a backstop. */
export const diffTexts: Task<{ before: Uint8Array; after: Uint8Array } & UnifiedSettings, Unified> = {
  limits: { timeMs: 30_000, heapMb: 256 },
  run: ({ before, after, ...settings }) => diffUnified(before, after, settings),
}
