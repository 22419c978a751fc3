import type { RouteLocationRaw } from 'vue-router'

/** A column of a `ListTable`. Its cells are the slot `cell-<key>`, or the row's `key` as text. */
export interface ListColumn<Row> {
  key: string
  title: string
  /** A CSS grid track, such as `120px` or `minmax(160px, 2fr)`. */
  width?: string
  /** Name in the API's `sort`; `down` sorts descending first. */
  sort?: { by: string; down?: boolean }
  align?: 'right'
  /** Whether it cannot be hidden. */
  always?: boolean
  /** Whether a list that is too narrow omits it, the last such column first. */
  secondary?: boolean
  /** Returns the text, instead of a slot. */
  text?: (row: Row) => string
}

export const defaultWidth = 'minmax(120px, 1fr)'

/** Returns the columns that fit a list of `available` pixels: the secondary ones are omitted, the last first. */
export function fittingColumns<Column extends Pick<ListColumn<never>, 'width' | 'secondary'>>(
  columns: Column[],
  available: number,
): Column[] {
  const needed = columns.reduce((sum, { width = defaultWidth }) => sum + Number(/\d+/.exec(width)?.[0] ?? 0), 0)
  const last = needed > available ? columns.findLastIndex(({ secondary }) => secondary) : -1
  return last < 0 ? columns : fittingColumns(columns.toSpliced(last, 1), available)
}

/**
 * Returns the columns with the widths that the user set, at most as wide as a list of `available` pixels. Stored values
 * that are no width do not count.
 */
export function sizedColumns<Column extends Pick<ListColumn<never>, 'key' | 'width'>>(
  columns: readonly Column[],
  widths: Readonly<Record<string, unknown>>,
  available: number,
): Column[] {
  const widest = Math.max(widthLimits.least, Math.min(widthLimits.most, available))
  return columns.map((column) => {
    const px = widths[column.key]
    const isWidth = typeof px === 'number' && px >= widthLimits.least
    return isWidth ? { ...column, width: `${Math.min(px, widest)}px` } : column
  })
}

export interface ListRow {
  id: string
}

/** Returns the visible rows of `height` each, and a few on both sides, so that scrolling shows no gaps. */
export function windowOf(how: { top: number; height: number; rowHeight: number; count: number }): {
  first: number
  last: number
} {
  const around = 12
  const first = Math.max(0, Math.floor(how.top / how.rowHeight) - around)
  const last = Math.min(how.count, Math.ceil((how.top + how.height) / how.rowHeight) + around)
  return { first: Math.min(first, last), last }
}

/** Returns the `sort` after a click on a column: its preferred direction, then the other. */
export function nextSort(now: string, { by, down = false }: { by: string; down?: boolean }): string {
  const [first, second] = down ? [`-${by}`, by] : [by, `-${by}`]
  return now === first ? second : first
}

/** Value of `aria-sort`. */
export function sortOf(now: string, by: string): 'ascending' | 'descending' | 'none' {
  if (now === by) return 'ascending'
  return now === `-${by}` ? 'descending' : 'none'
}

export type RowLink<Row> = (row: Row) => RouteLocationRaw

/** Limits of the widths that users set, in pixels. */
export const widthLimits = { least: 48, most: 1_200 }
