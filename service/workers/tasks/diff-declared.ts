import { type DeclaredDiff, diffDeclared as diffTexts } from '../../../shared/diff/diff-declared.ts'
import { type DeclaredDifference, DeclaredTooSlow } from '../../../shared/diff/declared-differences.ts'
import type { UnifiedSettings } from '../../../shared/diff/unified.ts'
import { type Task, serviceHeapMb } from '../task.ts'

interface DeclaredTexts extends UnifiedSettings {
  before: Uint8Array
  after: Uint8Array
  declared: readonly DeclaredDifference[]
}

/** Returns the unified diff of two texts without their declared differences; null if these cost too much to match. */
export const diffDeclared: Task<DeclaredTexts, DeclaredDiff | null> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run({ before, after, declared, ...settings }) {
    try {
      return diffTexts(before, after, declared, settings)
    } catch (error) {
      if (error instanceof DeclaredTooSlow) return null
      throw error
    }
  },
}
