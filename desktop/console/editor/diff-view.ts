import type { Extension } from '@codemirror/state'
import type { Match } from './find-in-rows.ts'
import type { Comparison } from './comparison.ts'
import type { Rows } from './rows.ts'
import type { ViewSettings } from './view-settings.ts'

/** What a view of a comparison is made from. */
export interface DiffInput {
  comparison: Comparison
  rows: Rows
  language: Extension
  settings: ViewSettings
  folds: boolean
  words: DiffWords
}

/** What is said inside an editor; CodeMirror asks for them once. */
export interface DiffWords {
  older: string
  newer: string
  both: string
  /** With `$` for how many. */
  unchangedLines: string
}

/** A comparison on the screen: side by side or unified, used in one way. Rows are those of `DiffInput.rows`. */
export interface DiffView {
  /** Scrolls a row to the middle and puts the cursor there; a fold that hides it is opened. */
  showRow(row: number, how?: { focuses: boolean }): void
  /** The row of the cursor. */
  rowNow(): number
  /** Opens the fold nearest to the cursor. */
  openNearFold(): void
  setSettings(settings: ViewSettings): void
  setFolds(folds: boolean): void
  setFound(matches: Match[], now: Match | undefined): void
  focus(): void
  destroy(): void
}
