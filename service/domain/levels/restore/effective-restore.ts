import type { PolicyLevel } from '../level.ts'
import { type Decided, strictestLevel } from '../strictest-level.ts'

export type RestorePolicy = 'allow' | 'deny'

/** What each level says; null inherits the level above. */
export type RestoreLevels = Record<PolicyLevel, RestorePolicy | null>

/**
 * Every level must allow: one below cannot open what one above has closed. Where the platform says nothing a restore is
 * denied.
 */
export function effectiveRestore(levels: RestoreLevels): Decided<RestorePolicy> {
  return strictestLevel(levels, { open: 'allow', closed: 'deny' })
}
