import type { components } from '../../../shared/contract/api-types.ts'
import type { Hunk } from '../../../shared/diff/line-diff.ts'
import type { WordChange } from '../../../shared/diff/word-changes.ts'

/** Two texts with the differences computed by the service. */
export interface Comparison {
  /** The older text. Lines end at '\n' only; other characters are content. */
  a: string
  b: string
  /** In order, with equal lines between any two; lines count from 0. */
  hunks: Hunk[]
  /** For each hunk, the changes inside its lines; empty if the two sides have too little in common. */
  marks: WordChange[][]
  /** Of the whole difference, even if only its beginning is shown. */
  added: number
  removed: number
  /** Whether only the beginning of the difference is shown. */
  truncated: boolean
  /** Whether only lines around the changes are shown, so that there is nothing to fold. */
  isPatch: boolean
  /**
   * For a partial text: the number of each line in the whole text, from 1; 0 for a line that replaces omitted ones.
   * Absent for whole texts.
   */
  numbers?: { a: number[]; b: number[] }
}

/** A difference as the service returns it. */
export type Difference = Pick<components['schemas']['TextDiff'], 'added' | 'removed' | 'truncated' | 'hunks'>

/** Converts a hunk of the service, whose lines count from 1. */
export function readHunk({ from_line, from_lines, to_line, to_lines }: Difference['hunks'][number]): Hunk {
  return { aStart: from_line - 1, aLength: from_lines, bStart: to_line - 1, bLength: to_lines }
}

export function readWords({ words }: Difference['hunks'][number]): WordChange[] {
  return words.map(({ from_start: fromA, from_end: toA, to_start: fromB, to_end: toB }) => ({ fromA, toA, fromB, toB }))
}
