import { findEdits } from './edit-script.ts'
import type { Hunk } from './line-diff.ts'

/**
 * Characters of a hunk's removed lines that became characters of its added lines. Offsets are UTF-16 code units from
 * the start of the hunk on each side, including line feeds.
 */
export interface WordChange {
  fromA: number
  toA: number
  fromB: number
  toB: number
}

/**
 * Returns the word changes of each hunk, in the order of `hunks`. Hunks after the effort is spent have none.
 * @param lineOfA returns a line by number, from 0, with or without its line feed
 */
export function findWordChangesOfHunks(
  hunks: Hunk[],
  lineOfA: (line: number) => string,
  lineOfB: (line: number) => string,
): WordChange[][] {
  let left = maxCharactersOfAll
  return hunks.map(({ aStart, aLength, bStart, bLength }) => {
    if (aLength > maxLines || bLength > maxLines || left < 0) return []
    const removed = Array.from({ length: aLength }, (_, line) => withoutLineFeed(lineOfA(aStart + line)))
    const added = Array.from({ length: bLength }, (_, line) => withoutLineFeed(lineOfB(bStart + line)))
    for (const line of removed.concat(added)) left -= line.length
    return findWordChanges(removed, added)
  })
}

function withoutLineFeed(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line
}

/**
 * Returns the changes inside lines that replaced others, as whole words and signs. Returns none if a side has no lines,
 * for more than 20 lines or 6,000 characters, or if less than a third is common.
 */
export function findWordChanges(removed: string[], added: string[]): WordChange[] {
  if (removed.length === 0 || added.length === 0 || removed.length > maxLines || added.length > maxLines) return []
  const a = removed.join('\n')
  const b = added.join('\n')
  if (a.length > maxCharacters || b.length > maxCharacters) return []
  const aWords = wordsOf(a)
  const bWords = wordsOf(b)
  const numbers = new Map<string, number>()
  const edits = findEdits(number(aWords, numbers), number(bWords, numbers), [{ cap: 512, untilSteps: 1_000_000 }])
  const marks = joinNear(rangesOf(aWords, bWords, edits), a, b)
  const common = a.length - marks.reduce((sum, { fromA, toA }) => sum + toA - fromA, 0)
  return common * 3 < Math.max(a.length, b.length) ? [] : marks
}

const maxLines = 20
const maxCharacters = 6_000

/** Limit for all hunks of a diff together: about a second of work. */
const maxCharactersOfAll = 2_000_000

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\S\n]+|[^]/gu) ?? []
}

function number(words: string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(words, (word) => {
    const known = numbers.get(word) ?? numbers.size
    numbers.set(word, known)
    return known
  })
}

function rangesOf(aWords: string[], bWords: string[], edits: { removed: Uint8Array; added: Uint8Array }): WordChange[] {
  const marks: WordChange[] = []
  let [a, b, atA, atB] = [0, 0, 0, 0]
  while (a < aWords.length || b < bWords.length) {
    const [fromA, fromB] = [atA, atB]
    while (a < aWords.length && edits.removed[a]) atA += aWords[a++]!.length
    while (b < bWords.length && edits.added[b]) atB += bWords[b++]!.length
    if (atA > fromA || atB > fromB) marks.push({ fromA, toA: atA, fromB, toB: atB })
    else {
      atA += aWords[a++]!.length
      atB += bWords[b++]!.length
    }
  }
  return marks
}

/** Joins two marks on one line with only a blank or one sign between them, for readability. */
function joinNear(marks: WordChange[], a: string, b: string): WordChange[] {
  const joined: WordChange[] = []
  for (const mark of marks) {
    const last = joined.at(-1)
    const between = last && a.slice(last.toA, mark.fromA)
    if (
      last &&
      between !== undefined &&
      between.length <= 1 &&
      between !== '\n' &&
      !b.slice(last.toB, mark.fromB).includes('\n')
    ) {
      last.toA = mark.toA
      last.toB = mark.toB
    } else joined.push({ ...mark })
  }
  return joined
}
