export type Tone = 'good' | 'warning' | 'bad' | 'neutral'

/** The content of a report, in one language: what its HTML, text and PDF show. All texts are plain text in one line. */
export interface ReportDocument {
  title: string
  /** The customer, or all customers. */
  customer: string
  period: string
  /** The coverage on the last day with a daily report. */
  headline: { label: string; figure: string | null; tone: Tone; sentence: string; trend: string | null } | null
  /** What needs attention, as sentences; empty: nothing; null: not known, or of no section. */
  attention: string[] | null
  sections: ReportSection[]
  footer: string
}

export interface ReportSection {
  name: string
  title: string
  /** What the figures mean. */
  sentences: string[]
  chart: DayChart | null
  tables: ReportTable[]
}

/** Values by day, in chronological order. */
export interface DayChart {
  shape: 'line' | 'area'
  /** Describes the values to readers who do not see the chart. */
  alt: string
  /** `value`: null if it was not recorded; `text`: day and value. */
  days: { value: number | null; text: string; tone: Tone }[]
  bottom: { value: number; text: string }
  top: { value: number; text: string }
}

export interface ReportTable {
  title: string | null
  sentence: string | null
  columns: ReportColumn[]
  /** Cells in the order of the columns. */
  rows: ReportCell[][]
  /** States how many rows are left out, if any are. */
  rest: string | null
}

export interface ReportColumn {
  title: string
  /**
   * `main` identifies the row; a `figure` has a column of its own also in a mail; a `detail` is then below the main cell,
   * and a `labelled` detail is preceded by the title.
   */
  role: 'main' | 'figure' | 'detail' | 'labelled'
  /** Share of the width of a page, relative to the other columns. */
  width: number
  align: 'start' | 'end'
}

export interface ReportCell {
  text: string
  /** With the title of the column. */
  labelled: string
  tone?: Tone
  /** Length of a bar below the text, from 0 to 1. */
  share?: number
}
