import type { components } from '../../../shared/contract/api-types.ts'
import type { Hunk } from '../../../shared/diff/line-diff.ts'
import type { WordChange } from '../../../shared/diff/word-changes.ts'

/** Two texts and how the service says they differ, ready to be drawn. */
export interface Comparison {
  /** The older side, lines ended by '\n' alone; every other character is content. */
  a: string
  b: string
  /** In order, equal lines between any two; lines count from 0. */
  hunks: Hunk[]
  /** For each hunk, what differs inside its lines; none where the two have too little in common. */
  marks: WordChange[][]
  /** Of the whole difference, also where only its beginning is shown. */
  added: number
  removed: number
  /** Only the beginning of the difference is shown. */
  truncated: boolean
  /** Only the lines around the changes are shown: nothing else can be folded. */
  isPatch: boolean
  /**
   * Where a text is only a part of the whole text: the number of each of its lines in the whole text, from 1; 0 for a line
   * that stands for what is left out. Absent for whole texts.
   */
  numbers?: { a: number[]; b: number[] }
}

/** A difference as the service returns it. */
export type Difference = Pick<components['schemas']['TextDiff'], 'added' | 'removed' | 'truncated' | 'hunks'>

/** Converts what the service returns for a hunk: its lines count from 1. */
export function readHunk({ from_line, from_lines, to_line, to_lines }: Difference['hunks'][number]): Hunk {
  return { aStart: from_line - 1, aLength: from_lines, bStart: to_line - 1, bLength: to_lines }
}

export function readWords({ words }: Difference['hunks'][number]): WordChange[] {
  return words.map(({ from_start: fromA, from_end: toA, to_start: fromB, to_end: toB }) => ({ fromA, toA, fromB, toB }))
}
