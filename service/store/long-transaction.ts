import type { Knex } from 'knex'
import { asDatabaseUnavailable } from './database-unavailable.ts'
import type { ScopedTransaction } from './scope.ts'

/**
 * One transaction over the rows of all customers that may take hours and wait for a file in between, as a dump and its
 * restore do; unlike inScope's it is never run again. In a `snapshot` nothing can be written, and all statements see the
 * same moment.
 * @throws DatabaseUnavailable
 */
export async function inLongTransaction<T>(
  knex: Knex,
  kind: 'snapshot' | 'writing',
  work: (trx: ScopedTransaction) => Promise<T>,
): Promise<T> {
  const config = kind === 'snapshot' ? ({ isolationLevel: 'repeatable read', readOnly: true } as const) : {}
  try {
    return await knex.transaction(async (trx) => {
      await trx.raw(
        `select set_config('role', 'coffer_platform', true), set_config('statement_timeout', ?, true),
                set_config('idle_in_transaction_session_timeout', ?, true)`,
        [String(statementMs), String(idleMs)],
      )
      return work(trx as ScopedTransaction)
    }, config)
  } catch (error) {
    throw asDatabaseUnavailable(error)
  }
}

const statementMs = 15 * 60_000

/** Between two statements: for as long as a file or another transaction may keep it waiting. */
const idleMs = 6 * 3_600_000
