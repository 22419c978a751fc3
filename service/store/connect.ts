import knex, { type Knex } from 'knex'
import pg from 'pg'
import { isReadOnly } from './database-unavailable.ts'
import { OpeningClient } from './opening-client.ts'
import { snakeCase } from './select-columns.ts'

/**
 * `application`: how the connections are named in pg_stat_activity. `poolMax`: how many there may be at once. `prepares`:
 * each connection is one of PostgreSQL's own and stays it, so that statements can be prepared on it; a transaction pooler
 * in between forbids that. `becomes`: the login that a superuser's connections turn into before the first statement.
 */
export interface PoolOptions {
  application: string
  poolMax?: number
  prepares?: boolean
  becomes?: string
}

/**
 * A pool of connections to `url` (postgres://user:password@host:port/database; a host that is a percent-encoded path
 * is a folder with a unix socket). Nothing is opened before the first query, and idle connections are closed.
 * Once a server takes no writes, its connections are closed before their next use: behind the same name there may be
 * another primary by then. A bigint comes back as a number where that is exact, else as text; a timestamptz as Date; a date as text.
 */
export function createKnex(url: string, { application, poolMax = 10, prepares = false, becomes }: PoolOptions): Knex {
  const connectedAt = new WeakMap<pg.Client, number>()
  let readOnlyAt = -Infinity
  const afterCreate = (connection: pg.Client, done: Created) => {
    connectedAt.set(connection, performance.now())
    if (becomes) turnInto(becomes, connection, done)
    else done(null, connection)
  }
  const config: Knex.Config & { prepares: boolean } = {
    prepares,
    client: OpeningClient,
    connection: connectionOf(url, application),
    pool: {
      min: 0,
      max: poolMax,
      idleTimeoutMillis: 30_000,
      afterCreate,
      validate: (connection: pg.Client) => (connectedAt.get(connection) ?? 0) > readOnlyAt,
    },
    acquireConnectionTimeout: 10_000,
    wrapIdentifier: (name, quote) => quote(snakeCase(name)),
    log: { debug: ignoreErrors, warn: ignoreErrors, error: ignoreErrors, deprecate: ignoreErrors },
  }
  const pool = knex(config)
  pool.on('query-error', (error: unknown) => {
    const at = performance.now()
    if (isReadOnly(error) && at - readOnlyAt > renewEveryMs) readOnlyAt = at
  })
  return pool
}

/** Connections to a server that stays read-only are not made again at every statement. */
const renewEveryMs = 1_000

type Created = (error: Error | null, connection: pg.Client) => void

/** Row policies do not hold for a superuser; from here on they do (PostgreSQL manual, SET SESSION AUTHORIZATION). */
function turnInto(login: string, connection: pg.Client, done: Created): void {
  connection.query(`set session authorization ${pg.escapeIdentifier(login)}`, (error) => done(error, connection))
}

/** Whatever knex writes to the console also reaches the caller as an error. */
function ignoreErrors() {}

/** What pg needs to know to open one connection to `url`. */
export function connectionOf(url: string, application: string) {
  return {
    connectionString: url,
    application_name: `coffer ${application}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  }
}

/** pg's own parsers, but for three types: what a bigint, a list of them and a date become. */
function getTypeParser(oid: number, format?: string) {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === pg.types.builtins.INT8) return parseBigint
  if (oid === int8Array) return (text: string) => parseTexts(text).map((item) => item && parseBigint(item))
  if (oid === pg.types.builtins.DATE) return (text: string) => text // a Date would be midnight of the machine's zone
  return pg.types.getTypeParser(oid, 'text')
}

const int8Array: number = 1016 // select 'int8[]'::regtype::oid
const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(int8Array, 'text')

/** Counts and sizes are numbers; one that a number cannot hold exactly stays text rather than become another. */
function parseBigint(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}
