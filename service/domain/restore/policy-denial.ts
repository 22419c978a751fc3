import type { Device } from '../../store/models/device.ts'
import type { Tenant } from '../../store/models/tenant.ts'
import { type RestorePolicy, effectiveRestore } from '../policies/restore/effective-restore.ts'
import type { PolicyLevel } from '../policies/level.ts'
import { Refusal } from '../refusal.ts'

/** Which level refuses, and how that is said. */
export interface Denial {
  level: PolicyLevel
  words: string
}

/** Why the policies deny a restore of this device now; null when all of them allow it. */
export function denialOf(
  platform: RestorePolicy | null,
  { restorePolicy: customer }: Pick<Tenant, 'restorePolicy'>,
  { restorePolicy: device }: Pick<Device, 'restorePolicy'>,
): Denial | null {
  const { value, decidedBy } = effectiveRestore({ platform, customer, device })
  if (value === 'allow') return null
  const level = decidedBy === 'default' ? 'platform' : decidedBy
  const why = decidedBy === 'default' ? 'nobody has allowed restores on the platform' : `the ${level} denies restores`
  return { level, words: `The restore policy refuses at the level ${level}: ${why}.` }
}

/** The answer to somebody who asks. */
export function deniedRestore({ level, words }: Denial): Refusal {
  return new Refusal(403, 'Not allowed', words, { level })
}
