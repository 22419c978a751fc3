import type { LockSettings } from '../../../objects/object-locks.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { type LockCounts, countLocks } from './count-locks.ts'
import { type DeferredDeletion, readDeferred } from './read-deferred.ts'

/** How far the packs and manifests of one tenant are locked. */
export interface LockStatus extends LockCounts {
  mode: LockSettings['mode']
  /** Objects whose verified version was behind another one when they were last listed. */
  hidden: number
  /** What nothing needs any more, and waits for its lock to end; null where there is none. */
  deferred: DeferredDeletion | null
}

/** Reads the status of one tenant. The transaction sees the tenant. */
export async function readLockStatus(
  trx: ScopedTransaction,
  { tenantId, mode, now }: { tenantId: string; mode: LockSettings['mode']; now: Date },
): Promise<LockStatus> {
  const { rows } = await trx.raw(
    'select count(*)::int as hidden from object_locks where tenant_id = :tenantId and hidden_at is not null',
    { tenantId },
  )
  return {
    mode,
    ...(await countLocks(trx, { tenantId, now })),
    hidden: rows[0].hidden,
    deferred: await readDeferred(trx, tenantId, now),
  }
}
