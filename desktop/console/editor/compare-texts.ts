import { compareLines } from '../../../shared/diff/compare-lines.ts'
import { decodeText } from '../../../shared/diff/decode-text.ts'
import { hunksOf } from '../../../shared/diff/line-diff.ts'
import { magnitudeOf } from '../../../shared/diff/magnitude.ts'
import type { Comparison } from './comparison.ts'
import { markWords } from './mark-words.ts'
import { squeezeBlanks } from './squeeze-blanks.ts'

/**
 * Compares as the service does, with the same code. Texts that are no UTF-8 are read as Latin-1, each side for itself.
 * @param ignoreBlanks lines that differ in blanks only count as equal; the texts are shown as they are all the same
 */
export function compareTexts(a: Uint8Array, b: Uint8Array, { ignoreBlanks }: { ignoreBlanks: boolean }): Comparison {
  const compared = ignoreBlanks ? compareLines(squeezeBlanks(a), squeezeBlanks(b)) : compareLines(a, b)
  const hunks = [...hunksOf(compared)]
  const texts = { a: decodeText(a), b: decodeText(b) }
  const aLines = texts.a.split('\n')
  const bLines = texts.b.split('\n')
  const marks = hunks.map(({ aStart, aLength, bStart, bLength }) =>
    markWords(aLines.slice(aStart, aStart + aLength), bLines.slice(bStart, bStart + bLength)),
  )
  return { ...texts, hunks, marks, ...magnitudeOf(compared) }
}
