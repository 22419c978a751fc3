import { diffUnified, type Unified, type UnifiedSettings } from '../../../shared/diff/unified.ts'
import { type Task, serviceHeapMb } from '../task.ts'

/**
 * Returns the unified diff of two texts with its hunks. The diff bounds its own effort; the time limit is a last
 * resort.
 */
export const diffTexts: Task<{ before: Uint8Array; after: Uint8Array } & UnifiedSettings, Unified> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run: ({ before, after, ...settings }) => diffUnified(before, after, settings),
}
