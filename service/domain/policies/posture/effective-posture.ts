import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { PolicyLevel } from '../level.ts'
import { type Decided, strictestLevel } from '../strictest-level.ts'

/** `strict` requires a user to compare a host key; `tofu` accepts the first one and marks it "host not compared". */
export type Posture = 'strict' | 'tofu'

/** The value of each level; null inherits the level above. */
export type PostureLevels = Record<PolicyLevel, Posture | null>

/** A lower level may only tighten: `tofu` applies if the platform allows it and no level below is `strict`. */
export function effectivePosture(levels: PostureLevels): Posture {
  return decidePosture(levels).value
}

/** Returns the effective posture with the level that decided it. */
export function decidePosture(levels: PostureLevels): Decided<Posture> {
  return strictestLevel(levels, { open: 'tofu', closed: 'strict' })
}

/**
 * Returns why `level` may not have its value in `levels`; null if it may. Only `tofu` can be rejected: the platform may
 * always set it, a level below only if it is effective above.
 */
export function faultOfPosture(levels: PostureLevels, level: PolicyLevel): MessageOf<'above_is_strict'> | null {
  if (levels[level] !== 'tofu' || level === 'platform') return null
  const above = decidePosture({ ...levels, device: null, customer: level === 'customer' ? null : levels.customer })
  if (above.value === 'tofu') return null
  return message('above_is_strict', { above: above.decidedBy === 'default' ? 'platform' : above.decidedBy, level })
}

/**
 * Returns the posture of the platform's level. The transaction has the platform scope: tenants cannot read the
 * installation's settings.
 */
export async function platformPosture(trx: ScopedTransaction): Promise<Posture> {
  const setting = await Setting.query(trx).findById('trust_posture')
  return setting?.value === 'tofu' ? 'tofu' : 'strict'
}
