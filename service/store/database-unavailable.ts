import { DBError } from 'objection'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'

/** Why a database is unavailable: it does not respond or rejects work, or it is read-only. */
export type UnavailableReason = 'database_away' | 'database_read_only'

/**
 * The database does not respond in time, lacks connections or resources, or is read-only: the statement itself is
 * correct. Returned to clients as 503. Neither message nor stack contains the statement, whose values may be secret.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason
  /** The message for users, with the driver's reason. */
  readonly problem: MessageOf<'database_read_only' | 'database_unreachable'>
  /** What the driver or the system reported, without the statement. */
  readonly driverReason: string

  constructor(error: unknown) {
    const reason = isReadOnly(error) ? 'database_read_only' : 'database_away'
    const driverReason = messageOf(error)
    const problem =
      reason === 'database_read_only' ? databaseReadOnly : message('database_unreachable', { reason: driverReason })
    super(render(problem, 'en'))
    this.name = 'DatabaseUnavailable'
    this.problem = problem
    this.reason = reason
    this.driverReason = driverReason
  }
}

/** The message to an operator about a read-only database. */
export const databaseReadOnly = message('database_read_only')

/** Whether a statement failed because the server is read-only: 25006, read_only_sql_transaction. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** Returns the same error, or a DatabaseUnavailable if it means that the database is unreachable or shutting down. */
export function asDatabaseUnavailable(error: unknown): unknown {
  return isUnavailable(error) && !(error instanceof DatabaseUnavailable) ? new DatabaseUnavailable(error) : error
}

/**
 * Returns the SQLSTATE of a PostgreSQL error, also of one wrapped by Objection without a code of its own, or the code
 * of an operating system error.
 */
export function codeOf(error: unknown): string | undefined {
  const native = error instanceof DBError ? error.nativeError : error
  const code = native instanceof Error && 'code' in native ? native.code : undefined
  return typeof code === 'string' ? code : undefined
}

// Classes and codes: PostgreSQL manual, appendix A. 53100 is "disk full", 53200 "out of memory", 53300 "too many
// connections", 53000 "out of file descriptors". 57P01 to 57P05 are shutdowns. 25006 is "read only SQL transaction",
// which a standby returns too. 57014 and 25P03 are statements and transactions that exceeded their timeout: the server
// is overloaded.
const errorPatterns = /^(08...|25006|25P03|57014|57P0[1235]|53[0123]00)$/

// Messages of pg and tarn (knex's pool) without a code; knex prefixes them with the statement.
const silentWords =
  /Connection (terminated|ended)|timeout exceeded when trying to connect|not queryable|Timeout acquiring a connection/

const brokenLines = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const unknownHosts = new Set(['ENOTFOUND', 'EAI_AGAIN'])

function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (error instanceof DBError) return isUnavailable(error.nativeError) // Objection's error has no code
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === undefined) return silentWords.test(error.message)
  if (errorPatterns.test(code) || brokenLines.has(code) || unknownHosts.has(code)) return true
  // a missing Unix socket; other missing files are unrelated to the database
  return (code === 'ENOENT' || code === 'EACCES') && 'syscall' in error && error.syscall === 'connect'
}

/** knex prefixes the driver's message with the statement and its values, joined by ' - '. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  const message = error instanceof Error ? error.message : String(error)
  return message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, '')
}
