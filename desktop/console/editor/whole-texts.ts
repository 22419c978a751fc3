import { decodeText } from '../../../shared/diff/decode-text.ts'
import { type Comparison, type Difference, readHunk, readWords } from './comparison.ts'

/**
 * Returns the comparison of two whole texts from the difference that the service computed. If the difference is
 * truncated, the texts end after its last hunk. Texts that are not valid UTF-8 are decoded as Latin-1, each side
 * separately.
 * @param leftOutEnd the line that replaces omitted lines at the end
 */
export function compareWholeTexts(
  a: Uint8Array,
  b: Uint8Array,
  difference: Difference,
  leftOutEnd: string,
): Comparison {
  const { added, removed, truncated } = difference
  const hunks = difference.hunks.map(readHunk)
  const common = { hunks, marks: difference.hunks.map(readWords), added, removed, truncated, isPatch: false }
  if (!truncated) return { a: decodeText(a), b: decodeText(b), ...common }
  const last = hunks.at(-1) ?? { aStart: 0, aLength: 0, bStart: 0, bLength: 0 }
  const [aCount, bCount] = [last.aStart + last.aLength, last.bStart + last.bLength]
  return {
    a: `${beginningOf(a, aCount)}${leftOutEnd}\n`,
    b: `${beginningOf(b, bCount)}${leftOutEnd}\n`,
    ...common,
    numbers: { a: numbersUpTo(aCount), b: numbersUpTo(bCount) },
  }
}

function beginningOf(text: Uint8Array, lines: number): string {
  return decodeText(text)
    .split('\n', lines)
    .map((line) => `${line}\n`)
    .join('')
}

/** The last 0 belongs to the line that replaces the rest. */
function numbersUpTo(count: number): number[] {
  return [...Array.from({ length: count }, (_, line) => line + 1), 0]
}
