import type { components } from '../../../../shared/contract/api-types.ts'
import type { ReviewWords } from '../../ui/lineage/send-reviews.ts'

export type Change = components['schemas']['Change']

/** A change with the id of its version. */
export type ChangeRow = Change & { id: string }

export function rowOf(change: Change): ChangeRow {
  return { ...change, id: change.version.id }
}

/** Returns the changes of `found` that are newer than the latest shown one, in any order. */
export function newerThan(found: readonly Change[], shown: readonly ChangeRow[]): Change[] {
  const known = new Set(shown.map(({ id }) => id))
  const top = shown.reduce((latest, { version }) => (version.captured_at > latest ? version.captured_at : latest), '')
  return found.filter(({ version }) => !known.has(version.id) && version.captured_at >= top)
}

/** Returns the row after a review. Without a note the earlier review remains. */
export function reviewedRow(row: ChangeRow, words: ReviewWords, who: string, at: Date): ChangeRow {
  const hasWords = words.note !== undefined || words.ticket !== undefined
  if (row.version.reviewed_at !== null && !hasWords) return row
  const review = {
    reviewed_at: at.toISOString(),
    reviewed_by: who,
    review_note: words.note ?? null,
    review_ticket: words.ticket ?? null,
  }
  return { ...row, version: { ...row.version, ...review } }
}

export function unreviewedRow(row: ChangeRow): ChangeRow {
  const nothing = { reviewed_at: null, reviewed_by: null, review_note: null, review_ticket: null }
  return { ...row, version: { ...row.version, ...nothing } }
}

/**
 * Returns a change with the others of its run: one edit of a device changes several of its configurations. Those that are
 * reviewed, or suspicious, are omitted: each suspicion needs its own decision.
 */
export function changesOfRun(rows: readonly ChangeRow[], row: ChangeRow): ChangeRow[] {
  const others = rows.filter(({ id, version }) => id !== row.id && version.job_id === row.version.job_id)
  const isOpen = ({ version }: ChangeRow) => version.reviewed_at === null && version.suspicious.length === 0
  return row.version.job_id && isOpen(row) ? [row, ...others.filter(isOpen)] : [row]
}

/** Returns the row at this distance from another; the first without a current row, and limited to the list. */
export function stepFrom<Row extends { id: string }>(
  rows: readonly Row[],
  id: string | undefined,
  by: 1 | -1,
): Row | undefined {
  const place = rows.findIndex((row) => row.id === id)
  if (place < 0) return rows[0]
  return rows[Math.min(rows.length - 1, Math.max(0, place + by))]
}
