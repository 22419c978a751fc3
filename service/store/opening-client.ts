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

type Begin = (connection: unknown) => Promise<void>
