import type { Knex } from 'knex'
import type { Row } from './models/row.ts'
import type { ScopedTransaction } from './scope.ts'

/**
 * Runs one statement and returns its rows as instances of a model. For statements that run for every job of an agent,
 * building them with Objection costs more than PostgreSQL takes to run them.
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
