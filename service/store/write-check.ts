import type { Knex } from 'knex'
import { asDatabaseUnavailable } from './database-unavailable.ts'

/** Many may ask: an answer is good for so long. */
const goodMs = 1_000

/**
 * Creates the check whether the database takes writes. Callers at the same moment share one answer.
 * @param now milliseconds of any clock that only goes forward
 * @returns a function that resolves to false for a standby and for a server whose transactions are read-only by default;
 *   it throws DatabaseUnavailable when the database does not answer
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
