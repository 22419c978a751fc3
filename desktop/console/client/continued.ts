import type { Page } from './paging.ts'

/**
 * A first page that was read anew, and behind it what had been read on before: what somebody has loaded stays. Where the
 * page's last row was not known before, there is a gap, and the page is alone.
 */
export function continued<Row extends { id: string }>(page: Page<Row>, before: Page<Row> | undefined): Page<Row> {
  const last = page.rows.at(-1)?.id
  const place = before && page.next !== undefined ? before.rows.findIndex(({ id }) => id === last) : -1
  if (!before || place < 0) return page
  return { rows: page.rows.concat(before.rows.slice(place + 1)), next: before.next }
}
