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

/** A pack or manifest: its tenant and name. */
export interface ContentObject {
  tenantId: string
  kind: LockedKind
  id: string
  key: string
}

/**
 * Returns a whole object, and its version if the store supports locks; otherwise null.
 * @param allocate returns memory for the object; a store may ignore it
 * @throws ObjectNotFound, ObjectDamaged
 */
export async function readCurrent(
  store: ObjectStore,
  key: string,
  allocate?: (length: number) => Buffer,
): Promise<{ bytes: Buffer; versionId: string | null }> {
  if (store.locks) return store.locks.getCurrent(key)
  return { bytes: await store.get(key, undefined, allocate), versionId: null }
}

/**
 * Stores an object and locks it.
 * @throws StoreUnreachable if it was not stored
 */
export async function putLocked(dependencies: LockDependencies, object: ContentObject, bytes: Buffer): Promise<void> {
  const { store } = dependencies
  if (!store.locks) return store.put(object.key, bytes)
  await lockVerified(dependencies, object, await store.locks.put(object.key, bytes))
}

/**
 * Locks the verified version for the first days. If the lock fails, the backup is kept nevertheless: the nightly task
 * locks it.
 * @param versionId null if the store does not support locks
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
