import { Setting } from '../../store/models/setting.ts'
import type { ScopedTransaction } from '../../store/scope.ts'

/** `strict` waits for a person to compare a host key, `tofu` accepts the first one and marks it "host not compared". */
export type Posture = 'strict' | 'tofu'

/** What each level says; null inherits the level above. */
export interface PostureLevels {
  platform: Posture | null
  customer: Posture | null
  device: Posture | null
}

/** A lower level may only tighten: `tofu` holds where the platform allows it and no level below says `strict`. */
export function effectivePosture({ platform, customer, device }: PostureLevels): Posture {
  return platform === 'tofu' && customer !== 'strict' && device !== 'strict' ? 'tofu' : 'strict'
}

/** The platform's level. Its transaction is of the platform scope: no customer sees the installation's settings. */
export async function platformPosture(trx: ScopedTransaction): Promise<Posture> {
  const setting = await Setting.query(trx).findById('trust_posture')
  return setting?.value === 'tofu' ? 'tofu' : 'strict'
}
