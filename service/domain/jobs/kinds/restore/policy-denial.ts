import type { Device } from '../../../../store/models/device.ts'
import type { Tenant } from '../../../../store/models/tenant.ts'
import { DomainError } from '../../../kernel/domain-error.ts'
import { type RestorePolicy, effectiveRestore } from '../../../policies/restore/effective-restore.ts'
import type { PolicyLevel } from '../../../policies/level.ts'

/** The level that denies a restore: `denied` by its policy, or `unset` if no level has a policy. */
export interface Denial {
  level: PolicyLevel
  reason: 'denied' | 'unset'
}

/** Returns why the policies deny a restore of this device now; null when they allow it. */
export function denialOf(
  platform: RestorePolicy | null,
  { restorePolicy: customer }: Pick<Tenant, 'restorePolicy'>,
  { restorePolicy: device }: Pick<Device, 'restorePolicy'>,
): Denial | null {
  const { value, decidedBy } = effectiveRestore({ platform, customer, device })
  if (value === 'allow') return null
  return decidedBy === 'default' ? { level: 'platform', reason: 'unset' } : { level: decidedBy, reason: 'denied' }
}

/** Returns the 403 for a request that a policy denies. */
export function deniedRestore({ level, reason }: Denial): DomainError {
  return new DomainError('restore_denied', { level, reason }, { level })
}
