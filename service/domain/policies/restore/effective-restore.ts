import type { PolicyLevel } from '../level.ts'
import { type Decided, strictestLevel } from '../strictest-level.ts'

export type RestorePolicy = 'allow' | 'deny'

/** The value of each level; null inherits the level above. */
export type RestoreLevels = Record<PolicyLevel, RestorePolicy | null>

/**
 * Every level must allow restores: a lower level cannot override a denial above it. If the platform has no value,
 * restores are denied.
 */
export function effectiveRestore(levels: RestoreLevels): Decided<RestorePolicy> {
  return strictestLevel(levels, { open: 'allow', closed: 'deny' })
}
