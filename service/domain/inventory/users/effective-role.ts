import { type Role, covers, isPlatformRole } from '../../../../shared/permissions/permissions.ts'

/**
 * Returns the effective role of a token with role `given` whose creator now has the role `own`: `given` if the
 * creator's role covers it, otherwise the creator's role if it is a lesser one of the same side. Null: no permissions.
 */
export function effectiveRole(given: Role, own: Role): Role | null {
  if (covers(own, given)) return given
  return isPlatformRole(given) === isPlatformRole(own) && covers(given, own) ? own : null
}
