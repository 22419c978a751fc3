import type { ScopedTransaction } from '../../../store/scope.ts'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import type { PlatformRetention } from '../../policies/retention/effective-retention.ts'
import { retentionIn } from '../../policies/retention/effective-retention.ts'
import { loadRetentionRules } from '../../policies/retention/load-retention-rules.ts'
import { daysAfter, delayAt } from '../../kernel/delay.ts'

/** Lock periods of one tenant's objects. */
export interface LockTerms {
  /** A lock that ends in fewer days is extended. */
  leastDays: number
  /** Days from now, when a lock is set or extended. */
  fullDays: number
}

/** Maximum days that an extension adds: each object then needs a request about every two weeks. */
const stepDays = 15

/** Maximum days of the first lock, until a version references the object. */
const firstDays = 7

/**
 * Derives lock periods from retention. A lock lasts at most the tenant's longest retention plus the cooling-off of a
 * cut plus one step. It also lasts at most the configured days plus one step.
 */
export function lockTerms(days: number, longestKeepDays: number, coolingOffDays: number): LockTerms {
  const leastDays = Math.max(1, Math.min(days, longestKeepDays + coolingOffDays))
  return { leastDays, fullDays: leastDays + Math.min(stepDays, Math.ceil(leastDays / 2)) }
}

/** Returns the end of the first lock of a verified object. */
export function firstLockUntil(days: number, now: Date): Date {
  return daysAfter(now, Math.min(days, firstDays))
}

/**
 * Reads the lock periods of one tenant at `now`.
 * @param platform the platform's level of retention, which a tenant's transaction cannot read
 */
export async function readLockTerms(
  trx: ScopedTransaction,
  { tenantId, platform, days, now }: { tenantId: string; platform: PlatformRetention; days: number; now: Date },
): Promise<LockTerms> {
  const rules = await loadRetentionRules(trx, tenantId, platform, now)
  const devices = await RetentionPolicy.query(trx).where({ tenantId }).whereNotNull('deviceId').select('deviceId')
  const levels = [null, ...devices.map(({ deviceId }) => deviceId)]
  const longest = Math.max(...levels.map((deviceId) => retentionIn(rules.levelsOf(deviceId)).keepDays))
  return lockTerms(days, longest, delayAt(platform.coolingOff, now).days)
}
