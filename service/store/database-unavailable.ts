import { DBError } from 'objection'

/** The database does not answer, or has no connection or room to spare: nothing is wrong with the question. Answered as 503. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the database does not answer: ${messageOf(cause)}`, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** The same error, or a DatabaseUnavailable when it says that the database cannot be reached or is going down. */
export function asDatabaseUnavailable(error: unknown): unknown {
  return isUnavailable(error) && !(error instanceof DatabaseUnavailable) ? new DatabaseUnavailable(error) : error
}

/** The SQLSTATE of an error of PostgreSQL, or the code of an error of the operating system. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

// Classes and codes: PostgreSQL manual, appendix A. 53100 is "disk full", 53200 "out of memory", 53300 "too many
// connections", 57P01 to 57P05 are shutdowns.
const refusals = /^(08...|57P0[1235]|53[123]00)$/

// What pg and tarn (knex's pool) say without a code; knex puts the statement in front.
const silentWords =
  /Connection (terminated|ended)|timeout exceeded when trying to connect|not queryable|Timeout acquiring a connection/

const brokenLines = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const unknownHosts = new Set(['ENOTFOUND', 'EAI_AGAIN'])

function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (error instanceof DBError) return isUnavailable(error.nativeError) // Objection's, which has no code
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === undefined) return silentWords.test(error.message)
  if (refusals.test(code) || brokenLines.has(code) || unknownHosts.has(code)) return true
  // a unix socket that is gone; any other missing file has nothing to do with the database
  return (code === 'ENOENT' || code === 'EACCES') && 'syscall' in error && error.syscall === 'connect'
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
