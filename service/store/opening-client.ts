import type { Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'
import { BoundaryStatement, type StatementConfig } from './boundary-statement.ts'

/** `opening`: a single statement without parameters that is sent together with BEGIN and the first statement. */
export interface OpeningConfig extends Knex.TransactionConfig {
  opening?: string
}

/**
 * knex's PostgreSQL client, whose transactions send BEGIN and an opening statement together with their first statement,
 * and COMMIT together with one that `endWith` marked as the last. Every request runs several transactions, and a round
 * trip costs more than most statements. A transaction that runs no statement sends nothing.
 */
export class OpeningClient extends PostgresClient {
  override _query(connection: object, query: SentQuery): Promise<unknown> {
    const opening = openings.get(connection)
    openings.delete(connection)
    if (/^(COMMIT|ROLLBACK);?$/.test(query.sql) && (opening !== undefined || ended.delete(connection))) {
      return Promise.resolve(Object.assign(query, { response: { command: query.sql, rows: [] } }))
    }
    if (ended.has(connection))
      return Promise.reject(new Error(`after the last statement of a transaction: ${query.sql}`))
    const alone = query.options?.opening
    if (alone !== undefined) {
      const { prepares } = this.config as Knex.Config & { prepares?: boolean }
      const name = prepares ? nameOf(query) : undefined
      return sendBoundary(connection as PgClient, query, { opening: [alone], isLast: false, name })
    }
    const name = preparing.has(this) ? nameOf(query) : undefined
    const isLast = query.options?.isLastOfTransaction === true
    if (opening !== undefined || isLast) {
      const before = opening === undefined ? [] : ['BEGIN', opening]
      return sendBoundary(connection as PgClient, query, { opening: before, isLast, name })
    }
    if (name !== undefined) query.options = { ...query.options, name }
    return super._query(connection, query)
  }

  override transaction(container: unknown, config: OpeningConfig, outer: unknown): Knex.Transaction {
    const transaction = super.transaction(container, config, outer) as OpenedTransaction
    const { opening } = config
    if (opening === undefined) return transaction
    transaction.begin = (connection) => {
      ended.delete(connection)
      openings.set(connection, opening)
      transaction.trxClient.emit('query', { sql: `BEGIN; ${opening}`, bindings: [] })
      return Promise.resolve()
    }
    return transaction
  }
}

/** Statements that open the transaction of a connection and are not sent yet. */
const openings = new WeakMap<object, string>()

/** Connections whose transaction was committed with its last statement. */
const ended = new WeakSet<object>()

/**
 * Marks a statement with parameters as the last of its transaction: COMMIT is sent with it. A later statement of the
 * transaction fails.
 */
export function endWith<T>(statement: Knex.Raw<T>): Knex.Raw<T> {
  const options: StatementOptions = { isLastOfTransaction: true }
  return statement.options({ ...options })
}

/** Makes a statement with parameters a transaction of its own, which an opening statement begins. Not in a transaction. */
export function openWith<T>(statement: Knex.Raw<T>, opening: string): Knex.Raw<T> {
  const options: StatementOptions = { opening }
  return statement.options({ ...options })
}

/**
 * Sends a transaction's first or last statement with those that open or end it, and completes `query` as knex's client
 * does.
 */
function sendBoundary(client: PgClient, query: SentQuery, boundary: Boundary): Promise<unknown> {
  const { sql, bindings = [], options } = query
  const { opening, isLast, name } = boundary
  // without parameters, pg would send the statement without COMMIT
  if (isLast && bindings.length === 0) return Promise.reject(new Error(`a last statement without parameters: ${sql}`))
  return new Promise((resolve, reject) => {
    const end = (error: Error | null, response: unknown) => {
      if (error) return reject(error) // the transaction is still open, and knex rolls it back
      if (isLast) ended.add(client)
      resolve(Object.assign(query, { response }))
    }
    const types = options?.types ?? { getTypeParser: client.getTypeParser.bind(client) }
    if (bindings.length === 0 && !isLast) {
      // one message may contain several statements only if none has parameters
      const text = [...opening, sql].join('; ')
      client.query({ text, types }, (error: Error | null, results?: unknown[]) => {
        const own = results?.slice(opening.length) ?? []
        end(error, own.length === 1 ? own[0] : own)
      })
      return
    }
    const config = { types, text: sql, values: bindings, ...(name !== undefined && { name }) }
    const around = {
      opening,
      ...(isLast && { closing: 'COMMIT' }),
    }
    client.query(new BoundaryStatement(config, around), end)
  })
}

/** `opening`: the statements before the first one of a transaction. */
interface Boundary {
  opening: readonly string[]
  isLast: boolean
  name: string | undefined
}

/** A connection, as far as it is used here. */
interface PgClient {
  query(
    statement: BoundaryStatement | Pick<StatementConfig, 'text' | 'types'>,
    end: (error: Error | null, results?: unknown[]) => void,
  ): unknown
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
  options?: StatementOptions
}

/** Options of a statement: those of pg, and those of `endWith` and `openWith`. */
interface StatementOptions {
  name?: string
  types?: StatementConfig['types']
  isLastOfTransaction?: boolean
  opening?: string
}

/** Transactions whose statements are prepared; each has a client of its own. */
const preparing = new WeakSet<object>()

/**
 * Prepares every statement with values of this transaction, except long lists, so that PostgreSQL reuses its plan in
 * later ones on the connection: with row policies, planning costs more than most statements. Does nothing on a pool that
 * may not prepare.
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

/** Maximum number of prepared statements, and of values in one with a list, whose text differs by the list's length. */
const limits = { statements: 400, valuesOfLists: 16 }

/** `in ($1, $2`, `array[$1, $2`, or a second row of `values ($1, $2), ($3, $4)`. */
const list = /(?:\bin \(|\barray\[)\s*\$\d+[^,)\]]*,|\),\s*\(/i

function nameOf({ sql, bindings = [] }: SentQuery): string | undefined {
  if (bindings.length === 0 || (bindings.length > limits.valuesOfLists && list.test(sql))) return undefined
  if (!names.has(sql) && names.size < limits.statements) names.set(sql, names.size)
  const known = names.get(sql)
  return known === undefined ? undefined : `coffer_${generation}_${known}`
}
