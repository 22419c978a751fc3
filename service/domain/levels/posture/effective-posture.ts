import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { PolicyLevel } from '../level.ts'
import { type Decided, strictestLevel } from '../strictest-level.ts'

/** `strict` waits for a person to compare a host key, `tofu` accepts the first one and marks it "host not compared". */
export type Posture = 'strict' | 'tofu'

/** What each level says; null inherits the level above. */
export type PostureLevels = Record<PolicyLevel, Posture | null>

/** A lower level may only tighten: `tofu` holds where the platform allows it and no level below says `strict`. */
export function effectivePosture(levels: PostureLevels): Posture {
  return decidePosture(levels).value
}

/** The same with the level that decided it. */
export function decidePosture(levels: PostureLevels): Decided<Posture> {
  return strictestLevel(levels, { open: 'tofu', closed: 'strict' })
}

/**
 * Why `level` may not say what it says in `levels`; null where it may. Only `tofu` can be too much: the platform may
 * always say it, a level below only where it holds above.
 */
export function faultOfPosture(levels: PostureLevels, level: PolicyLevel): MessageOf<'above_is_strict'> | null {
  if (levels[level] !== 'tofu' || level === 'platform') return null
  const above = decidePosture({ ...levels, device: null, customer: level === 'customer' ? null : levels.customer })
  if (above.value === 'tofu') return null
  return message('above_is_strict', { above: above.decidedBy === 'default' ? 'platform' : above.decidedBy, level })
}

/** The platform's level. Its transaction is of the platform scope: no customer sees the installation's settings. */
export async function platformPosture(trx: ScopedTransaction): Promise<Posture> {
  const setting = await Setting.query(trx).findById('trust_posture')
  return setting?.value === 'tofu' ? 'tofu' : 'strict'
}
