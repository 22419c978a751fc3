import type { PlatformDocument } from '../../../shared/platforms/documents/document.ts'
import type { DocumentTest, TestedAnswer } from '../../../shared/platforms/documents/replay-test.ts'
import { maskedSecret, maskSecrets } from '../../../shared/platforms/mask-secrets.ts'
import { compileStored } from '../../../shared/platforms/stored-platform.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface TranscriptToMask {
  document: PlatformDocument
  test: DocumentTest
}

/** Masks what the patterns of a document find in a transcript from elsewhere: it may not have been masked. */
export const maskTranscript: Task<TranscriptToMask, DocumentTest> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run({ document, test: { prompt, answers } }) {
    const platform = compileStored(document)
    const mask = (answer: TestedAnswer): TestedAnswer => {
      const lines = maskSecrets(platform, answer.lines.join('\n')).split('\n')
      const masked = answer.masked.filter((at) => lines[at]?.includes(maskedSecret))
      return { ...answer, lines: answer.lines.length === 0 ? [] : lines, masked }
    }
    return { prompt, answers: answers.map(mask) }
  },
}
