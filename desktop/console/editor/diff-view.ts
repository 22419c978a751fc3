import type { Extension } from '@codemirror/state'
import type { Match } from './find-in-rows.ts'
import type { Comparison } from './comparison.ts'
import type { Rows } from './rows.ts'
import type { ViewSettings } from './view-settings.ts'

/** The input of a diff view. */
export interface DiffInput {
  comparison: Comparison
  rows: Rows
  language: Extension
  settings: ViewSettings
  folds: boolean
  labels: DiffLabels
}

/** Texts inside an editor; CodeMirror reads them once. */
export interface DiffLabels {
  older: string
  newer: string
  both: string
  /** `$` is replaced by the number. */
  unchangedLines: string
}

/** A comparison shown side by side or unified, through the same interface. Rows are those of `DiffInput.rows`. */
export interface DiffView {
  /** Scrolls a row to the middle and sets the cursor there; opens a fold that hides it. */
  showRow(row: number, how?: { focuses: boolean }): void
  /** Returns the row of the cursor. */
  rowNow(): number
  /** Opens the fold nearest to the cursor. */
  openNearFold(): void
  setSettings(settings: ViewSettings): void
  setFolds(folds: boolean): void
  setFound(matches: Match[], now: Match | undefined): void
  focus(): void
  destroy(): void
}
