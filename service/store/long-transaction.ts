import type { Knex } from 'knex'
import { asDatabaseUnavailable } from './database-unavailable.ts'
import type { ScopedTransaction } from './scope.ts'

/**
 * Runs one transaction over the rows of all tenants that may take hours and wait for a file, such as a dump or restore.
 * Unlike inScope, it is never retried. A `snapshot` is read-only, and all its statements see the same instant.
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

/** Maximum time between two statements, in milliseconds: a file or another transaction may block meanwhile. */
const idleMs = 6 * 3_600_000
