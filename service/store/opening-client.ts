import type { Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'
import { FirstStatement } from './first-statement.ts'

/** `opening`: a single statement without parameters that is sent together with BEGIN and the first statement. */
export interface OpeningConfig extends Knex.TransactionConfig {
  opening?: string
}

/**
 * knex's PostgreSQL client, whose transactions send BEGIN and an opening statement together with their first statement.
 * Every request runs several transactions, and a round trip costs more than most statements. A transaction that runs no
 * statement sends nothing.
 */
export class OpeningClient extends PostgresClient {
  override _query(connection: object, query: SentQuery): Promise<unknown> {
    const opening = openings.get(connection)
    openings.delete(connection)
    if (opening !== undefined && /^(COMMIT|ROLLBACK);?$/.test(query.sql)) {
      return Promise.resolve(Object.assign(query, { response: { command: query.sql, rows: [] } }))
    }
    const name = preparing.has(this) ? nameOf(query) : undefined
    if (opening !== undefined) return sendFirst(connection as PgClient, query, opening, name)
    if (name !== undefined) query.options = { ...query.options, name }
    return super._query(connection, query)
  }

  override transaction(container: unknown, config: OpeningConfig, outer: unknown): Knex.Transaction {
    const transaction = super.transaction(container, config, outer) as OpenedTransaction
    const { opening } = config
    if (opening === undefined) return transaction
    transaction.begin = (connection) => {
      openings.set(connection, opening)
      transaction.trxClient.emit('query', { sql: `BEGIN; ${opening}`, bindings: [] })
      return Promise.resolve()
    }
    return transaction
  }
}

/** Statements that open the transaction of a connection and are not sent yet. */
const openings = new WeakMap<object, string>()

/** Sends a transaction's first statement with those that open it, and completes `query` as knex's client does. */
function sendFirst(client: PgClient, query: SentQuery, opening: string, name: string | undefined): Promise<unknown> {
  const { sql, bindings = [] } = query
  return new Promise((resolve, reject) => {
    const end = (error: Error | null, response: unknown) => {
      if (error) reject(error)
      else resolve(Object.assign(query, { response }))
    }
    if (bindings.length === 0) {
      // one message may contain several statements only if none has parameters
      client.query(`BEGIN; ${opening}; ${sql}`, (error: Error | null, results?: unknown[]) => {
        const own = results?.slice(2) ?? []
        end(error, own.length === 1 ? own[0] : own)
      })
      return
    }
    const types = { getTypeParser: client.getTypeParser.bind(client) }
    const config = { text: sql, values: bindings, types, ...(name !== undefined && { name }) }
    client.query(new FirstStatement(config, ['BEGIN', opening]), end)
  })
}

/** A connection, as far as it is used here. */
interface PgClient {
  query(statement: string | FirstStatement, end: (error: Error | null, results?: unknown[]) => void): unknown
  getTypeParser(oid: number, format?: string): unknown
}

interface OpenedTransaction extends Knex.Transaction {
  begin(connection: object): Promise<void>
  trxClient: { emit(event: 'query', query: SentQuery): void }
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
