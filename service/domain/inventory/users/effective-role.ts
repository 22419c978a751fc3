import { type Role, covers, isPlatformRole } from '../../../../shared/permissions/permissions.ts'

/**
 * What a token of role `given` may when its maker has the role `own` now: what it was given, as long as its maker may that
 * too; else the maker's own, where that is a lesser one of the same side. Null: nothing.
 */
export function effectiveRole(given: Role, own: Role): Role | null {
  if (covers(own, given)) return given
  return isPlatformRole(given) === isPlatformRole(own) && covers(given, own) ? own : null
}
