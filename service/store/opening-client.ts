import type { Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'

/** `opening`: SQL without parameters that is sent together with BEGIN. */
export interface OpeningConfig extends Knex.TransactionConfig {
  opening?: string
}

/**
 * knex's PostgreSQL client, whose transactions can send their first statements in the same round trip as BEGIN. Each
 * agent request runs two transactions, so each round trip saved counts for every device.
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
      await this.query(connection, 'ROLLBACK').catch(() => undefined) // never pool an open transaction
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

/** Transactions whose statements are prepared; each has a client of its own. */
const preparing = new WeakSet<object>()

/**
 * Prepares every short statement of this transaction, so that PostgreSQL reuses its plan in later ones on the
 * connection: with row policies, planning costs more than most statements. Does nothing on a pool that may not prepare.
 */
export function prepareIn({ client }: Pick<Knex.Transaction, 'client'>): void {
  if (client.config.prepares) preparing.add(client)
}

/**
 * Call it when a prepared statement returns other columns than when it was prepared: a newer version has migrated the
 * schema.
 */
export function forgetPrepared(): void {
  generation += 1
}

const names = new Map<string, number>()
let generation = 0

/** Maximum number of prepared statements, and of values in one: longer ones are lists, whose text differs by length. */
const limits = { statements: 400, values: 16 }

function nameOf({ sql, bindings = [] }: SentQuery): string | undefined {
  if (bindings.length === 0 || bindings.length > limits.values) return undefined
  if (!names.has(sql) && names.size < limits.statements) names.set(sql, names.size)
  const known = names.get(sql)
  return known === undefined ? undefined : `coffer_${generation}_${known}`
}

type Begin = (connection: unknown) => Promise<void>
