import type { RouteLocationRaw } from 'vue-router'

/** A column of a `ListTable`. Its cells are the slot `cell-<key>`, or the row's own `key` as text. */
export interface ListColumn<Row> {
  key: string
  title: string
  /** A track of CSS grid, as `120px` or `minmax(160px, 2fr)`. */
  width?: string
  /** What the API's `sort` calls it; `down` begins with the greatest. */
  sort?: { by: string; down?: boolean }
  align?: 'right'
  /** Cannot be left out by the person. */
  always?: boolean
  /** A text to show instead of a slot. */
  text?: (row: Row) => string
}

export interface ListRow {
  id: string
}

/** The rows of `height` each that are in sight, and a few on both sides, so that scrolling meets no gap. */
export function windowOf(how: { top: number; height: number; rowHeight: number; count: number }): {
  first: number
  last: number
} {
  const around = 12
  const first = Math.max(0, Math.floor(how.top / how.rowHeight) - around)
  const last = Math.min(how.count, Math.ceil((how.top + how.height) / how.rowHeight) + around)
  return { first: Math.min(first, last), last }
}

/** The `sort` after a click on a column: first as the column likes, then the other way round. */
export function nextSort(now: string, { by, down = false }: { by: string; down?: boolean }): string {
  const [first, second] = down ? [`-${by}`, by] : [by, `-${by}`]
  return now === first ? second : first
}

/** For `aria-sort`. */
export function sortOf(now: string, by: string): 'ascending' | 'descending' | 'none' {
  if (now === by) return 'ascending'
  return now === `-${by}` ? 'descending' : 'none'
}

export type RowLink<Row> = (row: Row) => RouteLocationRaw
