import type { LockSettings } from '../../../objects/object-locks.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { type LockCounts, countLocks } from './count-locks.ts'
import { type DeferredDeletion, readDeferred } from './read-deferred.ts'

/** Lock status of the packs and manifests of one tenant. */
export interface LockStatus extends LockCounts {
  mode: LockSettings['mode']
  /** Number of objects with a hidden verified version at the last listing. */
  hidden: number
  /** Unneeded objects that wait for their locks to end; null if there are none. */
  deferred: DeferredDeletion | null
}

/** Reads the status of one tenant. The transaction has the tenant's scope. */
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
