import type { ScopedTransaction } from '../../../store/scope.ts'
import type { LockCounts } from './count-locks.ts'

/** The last count of one tenant. */
export interface StoredLockCounts extends LockCounts {
  slug: string
  countedAt: Date
}

/**
 * Returns the last counts by slug, of one tenant or of all tenants in scope; tenants that were never counted are
 * absent.
 */
export async function readLockCounts(trx: ScopedTransaction, tenantId: string | null): Promise<StoredLockCounts[]> {
  const { rows } = await trx.raw(
    `select t.slug, c.locked, c.unlocked, c.locked_until as "lockedUntil", c.counted_at as "countedAt"
     from object_lock_counts c
     join tenants t on t.id = c.tenant_id
     join tenant_keys k on k.tenant_id = c.tenant_id and k.destroyed_at is null
     ${tenantId === null ? '' : 'where c.tenant_id = :tenantId'} order by t.slug`,
    { tenantId },
  )
  return rows
}

/** Returns the sum of the counts, dated as the oldest of them; null if nothing was counted yet. */
export function sumLockCounts(counts: StoredLockCounts[]): Omit<StoredLockCounts, 'slug'> | null {
  if (counts.length === 0) return null
  const ends = counts.flatMap(({ lockedUntil }) => (lockedUntil ? [lockedUntil] : []))
  return {
    locked: counts.reduce((sum, one) => sum + one.locked, 0),
    unlocked: counts.reduce((sum, one) => sum + one.unlocked, 0),
    lockedUntil: earliest(ends),
    countedAt: earliest(counts.map(({ countedAt }) => countedAt))!,
  }
}

function earliest(instants: Date[]): Date | null {
  return instants.reduce<Date | null>((first, one) => (first && first <= one ? first : one), null)
}
