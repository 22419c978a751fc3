import { type Role, covers, isPlatformRole } from '../../../../shared/permissions/permissions.ts'

/**
 * Returns the effective role of a token with role `given` whose creator now has the role `own`. This is `given` if
 * `own` covers it; otherwise `own`, if it is a lesser role of the same side. Null: no permissions.
 */
export function effectiveRole(given: Role, own: Role): Role | null {
  if (covers(own, given)) return given
  return isPlatformRole(given) === isPlatformRole(own) && covers(given, own) ? own : null
}
