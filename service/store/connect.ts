import knex, { type Knex } from 'knex'
import pg from 'pg'
import { isReadOnly } from './database-unavailable.ts'
import { OpeningClient } from './opening-client.ts'
import { snakeCase } from './select-columns.ts'

/**
 * `application`: name of the connections in pg_stat_activity. `poolMax`: maximum number of connections. `prepares`:
 * whether statements may be prepared, which requires that each connection is a server session; a transaction pooler
 * forbids that. `becomes`: the login that a superuser's connections switch to before the first statement.
 */
export interface PoolOptions {
  application: string
  poolMax?: number
  prepares?: boolean
  becomes?: string
}

/**
 * Creates a connection pool to `url` (postgres://user:password@host:port/database; a percent-encoded path as host is a
 * directory with a Unix socket). Connections are opened by the first query, and closed when idle. When a server becomes
 * read-only, its connections are closed before their next use: the same name may now resolve to another primary. A
 * bigint is returned as a number if it is exact, else as text; a timestamptz as Date; a date as text.
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

/** Minimum interval of reconnecting to a server that stays read-only, in milliseconds. */
const renewEveryMs = 1_000

type Created = (error: Error | null, connection: pg.Client) => void

/** Row policies do not apply to a superuser; after this they do (PostgreSQL manual, SET SESSION AUTHORIZATION). */
function turnInto(login: string, connection: pg.Client, done: Created): void {
  connection.query(`set session authorization ${pg.escapeIdentifier(login)}`, (error) => done(error, connection))
}

/** What knex writes to the console is also reported to the caller as an error. */
function ignoreErrors() {}

/** Returns pg's options for one connection to `url`. */
export function connectionOf(url: string, application: string) {
  return {
    connectionString: url,
    application_name: `coffer ${application}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  }
}

/** Returns pg's own parsers, except for bigint, instants, arrays and date. */
function getTypeParser(oid: number, format?: string) {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === pg.types.builtins.INT8) return parseBigint
  if (oid === pg.types.builtins.TIMESTAMPTZ) return parseInstant
  if (oid === int8Array) return (text: string) => parseTexts(text).map((item) => item && parseBigint(item))
  if (oid === textArray || oid === uuidArray) return parseTexts
  if (oid === pg.types.builtins.DATE) return (text: string) => text // a Date would be midnight in the local time zone
  return pg.types.getTypeParser(oid, 'text')
}

const parseTimestamptz: (text: string) => Date | number | null = pg.types.getTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  'text',
)

/** `2026-11-26 21:10:22.123456+00`: how a server in UTC returns an instant of the years 1000 to 9999. */
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/

/** A page of a list has hundreds of instants. JavaScript's own parser takes a third of the time of pg's. */
function parseInstant(text: string): Date | number | null {
  if (!inUtc.test(text)) return parseTimestamptz(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

/**
 * Makes a statement return its instants as the API shows them (`2026-11-26T21:10:22.123Z`). For lists: a Date that is
 * only shown costs five times as much. An instant that no Date represents is returned as PostgreSQL shows it.
 */
export function showInstants<T>(statement: Knex.Raw<T>): Knex.Raw<T> {
  return statement.options({ types: shownTypes })
}

const shownTypes = {
  getTypeParser: (oid: number, format?: string) =>
    oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary' ? showInstant : getTypeParser(oid, format),
}

function showInstant(text: string): string {
  if (!inUtc.test(text)) {
    const instant = parseTimestamptz(text)
    return instant instanceof Date ? instant.toISOString() : text
  }
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

// select name::regtype::oid from unnest(array['int8[]', 'text[]', 'uuid[]']) name
const int8Array: number = 1016
const textArray: number = 1009
const uuidArray: number = 2951
const parseAnyTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray, 'text')

/** What pg's parser is needed for: bounds, and after the first brace quotes, arrays and null. */
const unusual = /^\[|[^]["\\{]|NULL/

/** Most arrays are short lists of plain words. pg's parser reads them character by character. */
function parseTexts(text: string): (string | null)[] {
  if (text === '{}') return []
  return unusual.test(text) ? parseAnyTexts(text) : text.slice(1, -1).split(',')
}

/** Counts and sizes are numbers; a value that a number cannot represent exactly stays text. */
function parseBigint(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}
