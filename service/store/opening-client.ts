import type { Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'

/** `opening`: SQL without parameters that is sent together with BEGIN. */
export interface OpeningConfig extends Knex.TransactionConfig {
  opening?: string
}

/**
 * knex's client for PostgreSQL, whose transactions may say what they are opened for in the same round trip as BEGIN: each
 * request of an agent is two transactions, and every round trip of theirs is paid by each device.
 */
export class OpeningClient extends PostgresClient {
  override _query(connection: unknown, query: SentQuery): Promise<unknown> {
    const name = preparing.has(this) ? nameOf(query) : undefined
    if (name !== undefined) query.options = { ...query.options, name }
    return super._query(connection, query)
  }

  override transaction(container: unknown, config: OpeningConfig, outer: unknown): Knex.Transaction {
    const transaction = super.transaction(container, config, outer) as Knex.Transaction & { begin: Begin }
    const { opening } = config
    if (opening !== undefined) transaction.begin = (connection) => this.#begin(connection, opening) // called later
    return transaction
  }

  async #begin(connection: unknown, opening: string) {
    try {
      await this.query(connection, `BEGIN; ${opening}`)
    } catch (error) {
      await this.query(connection, 'ROLLBACK').catch(() => undefined) // else it goes back to the pool in mid-transaction
      throw error
    }
  }
}

/** What knex sends. */
interface SentQuery {
  sql: string
  bindings?: readonly unknown[]
  options?: object
}

/** Of transactions, each with a client of its own. */
const preparing = new WeakSet<object>()

/**
 * From now on PostgreSQL keeps the plan of every short statement of this transaction for the next one on its connection:
 * with row policies, planning costs more than most statements themselves. Does nothing on a pool that may not prepare.
 */
export function prepareIn({ client }: Pick<Knex.Transaction, 'client'>): void {
  if (client.config.prepares) preparing.add(client)
}

/** A prepared statement answers with other columns than it did when it was prepared: a newer version migrated. */
export function forgetPrepared(): void {
  generation += 1
}

const names = new Map<string, number>()
let generation = 0

/** Statements that are kept at most, and the values of one: longer ones are lists, each length another statement. */
const limits = { statements: 400, values: 16 }

function nameOf({ sql, bindings = [] }: SentQuery): string | undefined {
  if (bindings.length === 0 || bindings.length > limits.values) return undefined
  if (!names.has(sql) && names.size < limits.statements) names.set(sql, names.size)
  const known = names.get(sql)
  return known === undefined ? undefined : `coffer_${generation}_${known}`
}

type Begin = (connection: unknown) => Promise<void>
