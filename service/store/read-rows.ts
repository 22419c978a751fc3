import type { Knex } from 'knex'
import type { Row } from './models/row.ts'
import type { ScopedTransaction } from './scope.ts'

/**
 * Runs one statement and returns its rows as those of a model. Where the same statement runs for every job of an agent,
 * building it anew costs more than PostgreSQL takes to run it.
 */
export async function readRows<T extends Row>(
  trx: ScopedTransaction,
  model: new () => T,
  sql: string,
  bindings: readonly Knex.RawBinding[] | Knex.ValueDict,
): Promise<T[]> {
  const { rows } = await trx.raw<{ rows: object[] }>(sql, bindings)
  const { fromDatabaseJson } = model as unknown as { fromDatabaseJson(row: object): T }
  return rows.map((row) => fromDatabaseJson.call(model, row))
}
