import type { ScopedTransaction } from '../../../store/scope.ts'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import type { PlatformRetention } from '../../levels/retention/effective-retention.ts'
import { retentionIn } from '../../levels/retention/effective-retention.ts'
import { readRetentionRules } from '../../levels/retention/retention-rules.ts'
import { daysAfter, delayAt } from '../../kernel/delay.ts'

/** For how long what one tenant keeps is locked. */
export interface LockTerms {
  /** A lock that ends in less than this is extended. */
  leastDays: number
  /** From now, when it is set or extended. */
  fullDays: number
}

/** An extension adds this at most, so that the store is asked for each object about every two weeks. */
const stepDays = 15

/** An object that has just been stored is locked for so long at most: until some version is known to need it. */
const firstDays = 7

/**
 * A lock follows retention: it never lasts longer than the longest retention of the tenant and the cooling-off of a cut,
 * and one step; and no longer than the settings ask for, and one step.
 */
export function lockTerms(days: number, longestKeepDays: number, coolingOffDays: number): LockTerms {
  const leastDays = Math.max(1, Math.min(days, longestKeepDays + coolingOffDays))
  return { leastDays, fullDays: leastDays + Math.min(stepDays, Math.ceil(leastDays / 2)) }
}

/** Until when an object is locked that has just been verified. */
export function firstLockUntil(days: number, now: Date): Date {
  return daysAfter(now, Math.min(days, firstDays))
}

/**
 * Reads the terms of one tenant at `now`.
 * @param platform the platform's level of retention, which a tenant's transaction does not see
 */
export async function readLockTerms(
  trx: ScopedTransaction,
  { tenantId, platform, days, now }: { tenantId: string; platform: PlatformRetention; days: number; now: Date },
): Promise<LockTerms> {
  const rules = await readRetentionRules(trx, tenantId, platform, now)
  const devices = await RetentionPolicy.query(trx).where({ tenantId }).whereNotNull('deviceId').select('deviceId')
  const levels = [null, ...devices.map(({ deviceId }) => deviceId)]
  const longest = Math.max(...levels.map((deviceId) => retentionIn(rules.levelsOf(deviceId)).keepDays))
  return lockTerms(days, longest, delayAt(platform.coolingOff, now).days)
}
