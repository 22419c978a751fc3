/**
 * Order of a list by time. An index on the instant and the id is scanned from either end, so both orders have the same
 * cost.
 */
export type TimeOrder = 'latest first' | 'oldest first'

/** Returns the order in SQL, and the comparison of a row with the last row of the previous page. */
export function sqlOf(order: TimeOrder = 'latest first'): { direction: 'asc' | 'desc'; behind: '<' | '>' } {
  return order === 'latest first' ? { direction: 'desc', behind: '<' } : { direction: 'asc', behind: '>' }
}
