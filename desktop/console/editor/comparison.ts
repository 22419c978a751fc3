import type { Hunk } from '../../../shared/diff/line-diff.ts'

/** Two texts and how they differ, ready to be drawn. */
export interface Comparison {
  /** The older side, lines ended by '\n' alone; every other character is content. */
  a: string
  b: string
  /** In order, equal lines between any two; lines count from 0. */
  hunks: Hunk[]
  /** For each hunk, what differs inside its lines; none where the two have too little in common to say. */
  marks: Mark[][]
  added: number
  removed: number
  /**
   * Where a text is only what a patch shows of it: the number of each of its lines in the whole text, from 1; 0 for a line
   * that stands for what is left out. Absent for whole texts.
   */
  numbers?: { a: number[]; b: number[] }
}

/** A part of a hunk: characters of its removed lines that became characters of its added lines, counted from its start. */
export interface Mark {
  fromA: number
  toA: number
  fromB: number
  toB: number
}
