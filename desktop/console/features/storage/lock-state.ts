import type { components } from '../../../../shared/contract/api-types.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

export type LockState = 'off' | 'uncounted' | 'locked' | 'unlocked'

/** `unlocked`: something that is needed is not locked. A service of an earlier version reports nothing, which is `off`. */
export function lockState(lock: components['schemas']['ObjectLockUsage'] | null | undefined): LockState {
  if (!lock) return 'off'
  if (lock.unlocked === null) return 'uncounted'
  return lock.unlocked > 0 ? 'unlocked' : 'locked'
}

export const lockLooks: Record<LockState, { tone: Tone; icon: IconName }> = {
  off: { tone: 'quiet', icon: 'paused' },
  uncounted: { tone: 'quiet', icon: 'waiting' },
  locked: { tone: 'good', icon: 'done' },
  unlocked: { tone: 'warn', icon: 'alarm' },
}
