import type { Magnitude } from '../../../shared/diff/magnitude.ts'
import { type Task, serviceHeapMb } from '../task.ts'
import { type ComparedTexts, type SummarisedChange, measureAndSummarise } from './summarise-texts.ts'

/** Returns the number of lines that a version added to the previous one, the number it removed, and a summary. */
export const measureVersionMagnitude: Task<ComparedTexts, Magnitude & { summary: SummarisedChange | null }> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run: (texts) => measureAndSummarise(texts),
}
