import type { Knex } from 'knex'
import { ObjectNotFound, type ObjectStore, StoreUnreachable } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import { firstLockUntil } from './lock-terms.ts'
import { type LockedKind, recordLocks } from './lock-rows.ts'

export interface LockDependencies {
  knex: Knex
  store: ObjectStore
  now: () => Date
}

/** A pack or manifest: whose, and under which name. */
export interface ContentObject {
  tenantId: string
  kind: LockedKind
  id: string
  key: string
}

/** An object whole, and its version where the store locks; null where it does not. @throws ObjectNotFound, ObjectDamaged */
export async function readCurrent(
  store: ObjectStore,
  key: string,
): Promise<{ bytes: Buffer; versionId: string | null }> {
  return store.locks ? store.locks.getCurrent(key) : { bytes: await store.get(key), versionId: null }
}

/** Stores an object and locks it. @throws StoreUnreachable when it was not stored */
export async function putLocked(dependencies: LockDependencies, object: ContentObject, bytes: Buffer): Promise<void> {
  const { store } = dependencies
  if (!store.locks) return store.put(object.key, bytes)
  await lockVerified(dependencies, object, await store.locks.put(object.key, bytes))
}

/**
 * Locks the version that was verified, for the first days. If the store does not lock it now, the backup is kept all the
 * same: the nightly task finds it unlocked.
 * @param versionId null where the store locks nothing
 */
export async function lockVerified(
  { knex, store: { locks }, now }: LockDependencies,
  { tenantId, kind, id, key }: ContentObject,
  versionId: string | null,
): Promise<void> {
  if (!locks || versionId === null) return
  try {
    const lockedUntil = await locks.lock(key, versionId, firstLockUntil(locks.days, now()))
    await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      recordLocks(trx, tenantId, [{ kind, id, storeVersion: versionId, lockedUntil }]),
    )
  } catch (error) {
    if (!(error instanceof StoreUnreachable || error instanceof ObjectNotFound)) throw error
  }
}
