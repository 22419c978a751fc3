/**
 * Which way a list goes along the instants of its rows. An index of the instant and the id is walked from either end, so
 * that the oldest are found as cheaply as the latest.
 */
export type TimeOrder = 'latest first' | 'oldest first'

/** The order in SQL, and what a row compares as with the one that the page before it ended with. */
export function sqlOf(order: TimeOrder = 'latest first'): { direction: 'asc' | 'desc'; behind: '<' | '>' } {
  return order === 'latest first' ? { direction: 'desc', behind: '<' } : { direction: 'asc', behind: '>' }
}
