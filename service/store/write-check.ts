import type { Knex } from 'knex'
import { asDatabaseUnavailable } from './database-unavailable.ts'

/** Milliseconds for which a result is cached. */
const goodMs = 1_000

/**
 * Creates a check whether the database accepts writes. Concurrent callers share one result.
 * @param now monotonic milliseconds
 * @returns a function that resolves to false for a standby and for a server whose transactions are read-only by
 *   default; it throws DatabaseUnavailable if the database does not respond
 */
export function createWriteCheck(knex: Knex, now: () => number): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  let goodUntil = -Infinity
  return () => {
    if (answer && now() < goodUntil) return answer
    goodUntil = Infinity
    answer = takesWrites(knex).finally(() => (goodUntil = now() + goodMs))
    return answer
  }
}

async function takesWrites(knex: Knex): Promise<boolean> {
  try {
    const { rows } = await knex.raw(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writes`,
    )
    return rows[0].writes
  } catch (error) {
    throw asDatabaseUnavailable(error)
  }
}
