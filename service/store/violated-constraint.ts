import { DBError } from 'objection'
import { codeOf } from './database-unavailable.ts'

/**
 * Returns the constraint that a statement violated, or null for other errors. Objection's own classes cannot: they
 * parse the error's detail, which PostgreSQL omits if a row policy is in force.
 * @returns `kind` by SQLSTATE (PostgreSQL manual, appendix A); `name` as set by the migration or PostgreSQL
 */
export function violatedConstraint(error: unknown): { kind: 'unique' | 'foreign_key'; name: string } | null {
  const native = error instanceof DBError ? error.nativeError : error
  const code = codeOf(error)
  const kind = code === '23505' ? 'unique' : code === '23503' ? 'foreign_key' : null
  if (!kind) return null
  const name = native instanceof Error && 'constraint' in native ? String(native.constraint) : ''
  return { kind, name }
}

/** Returns whether a row policy or a missing privilege denied a statement: SQLSTATE insufficient_privilege. */
export function isDeniedByPolicy(error: unknown): boolean {
  return codeOf(error) === '42501'
}
