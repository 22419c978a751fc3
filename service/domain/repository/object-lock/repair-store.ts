import { ObjectNotFound, ObjectDamaged, StoreUnreachable } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import { firstLockUntil } from '../stored-objects/lock-terms.ts'
import { type LockDependencies } from '../stored-objects/lock-stored.ts'
import { type HiddenObject, revealHidden } from './find-hidden.ts'
import { recordLocks } from '../stored-objects/lock-rows.ts'
import { findTenants, recordHidden } from './lock-nightly.ts'

/** Number of repaired objects, and of those that remain hidden. */
export interface RepairCounts {
  shown: number
  failures: number
}

/**
 * Makes the verified version of every hidden pack and manifest current again. Does nothing without object lock. It can
 * be interrupted, and run while the service runs.
 * @param report receives each object, with the error if it stays hidden
 * @throws StoreUnreachable if the versions cannot be listed
 */
export async function repairStore(
  dependencies: LockDependencies,
  report: (tenantId: string, object: HiddenObject, error: Error | null) => void,
): Promise<RepairCounts> {
  const { knex, store, now } = dependencies
  const counts: RepairCounts = { shown: 0, failures: 0 }
  const { locks } = store
  if (!locks) return counts
  for (const tenant of await findTenants(dependencies)) {
    const { tenantId } = tenant
    for (const hidden of await recordHidden(dependencies, tenant)) {
      try {
        const storeVersion = await revealHidden(store, locks, hidden)
        const { kind, id, key } = hidden
        const lockedUntil = await locks.lock(key, storeVersion, firstLockUntil(locks.days, now()))
        await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
          recordLocks(trx, tenantId, [{ kind, id, storeVersion, lockedUntil }]),
        )
        counts.shown++
        report(tenantId, hidden, null)
      } catch (error) {
        const isOfStore =
          error instanceof StoreUnreachable || error instanceof ObjectNotFound || error instanceof ObjectDamaged
        if (!isOfStore) throw error
        counts.failures++
        report(tenantId, hidden, error)
      }
    }
    if (counts.shown > 0) await recordHidden(dependencies, tenant)
  }
  return counts
}
