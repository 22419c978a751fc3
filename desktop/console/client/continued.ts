import type { Page } from './paging.ts'

/**
 * Joins a new first page with the further pages loaded before. If the page's last row was unknown, there is a gap, and
 * only the new page is returned.
 */
export function continued<Row extends { id: string }>(page: Page<Row>, before: Page<Row> | undefined): Page<Row> {
  const last = page.rows.at(-1)?.id
  const place = before && page.next !== undefined ? before.rows.findIndex(({ id }) => id === last) : -1
  if (!before || place < 0) return page
  return { rows: page.rows.concat(before.rows.slice(place + 1)), next: before.next }
}
