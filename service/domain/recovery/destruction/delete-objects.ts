import { type ObjectStore, ObjectLocked } from '../../../objects/object-store.ts'
import { tombstoneObject } from '../../inventory/tenants/tombstone.ts'
import { type DeletedObjects, certificateObject } from './certificate.ts'

/** Whether the object outlives the tenant: its tombstone and certificates. */
function isKept(prefix: string, key: string): boolean {
  return [tombstoneObject(prefix), certificateObject(prefix, 'keys'), certificateObject(prefix, 'tenant')].includes(key)
}

/**
 * Counts the objects that a destruction will delete.
 * @throws StoreUnreachable
 */
export async function countObjects(store: ObjectStore, prefix: string): Promise<DeletedObjects> {
  const sum = { objects: 0, bytes: 0 }
  for await (const { key, size } of everyObject(store, `${prefix}/`)) {
    if (isKept(prefix, key)) continue
    sum.objects += 1
    sum.bytes += size
  }
  return sum
}

/** Objects that the store keeps until their locks end: ciphertext whose keys are destroyed. */
export interface LockedLeftovers extends DeletedObjects {
  /** End of the last lock, RFC 3339. */
  until: string
}

/**
 * Deletes all objects of a tenant except its tombstone and certificates. A bucket may keep former versions of content,
 * which cannot be decrypted without the keys; all versions of the tenant's sealed description are deleted.
 * @returns the locked objects that remain; null if none
 * @throws StoreUnreachable if an object may remain
 */
export async function deleteObjects(
  store: ObjectStore,
  prefix: string,
  stopping?: AbortSignal,
): Promise<LockedLeftovers | null> {
  const left: LockedLeftovers = { objects: 0, bytes: 0, until: '' }
  for await (const { key, size } of everyObject(store, `${prefix}/`)) {
    if (stopping?.aborted) return null
    if (isKept(prefix, key)) continue
    const isContent = key.startsWith(`${prefix}/packs/`) || key.startsWith(`${prefix}/manifests/`)
    try {
      await (isContent ? store.delete(key) : store.deleteEveryVersion(key))
    } catch (error) {
      if (!(error instanceof ObjectLocked) || !isContent) throw error
      const until = error.until.toISOString()
      left.objects += 1
      left.bytes += size
      if (until > left.until) left.until = until
    }
  }
  return left.objects > 0 ? left : null
}

/**
 * Yields objects by name. If the store supports locks, it includes objects hidden by a delete marker, with the bytes of
 * all their versions. Objects hidden by an intruder are then deleted too, and the certificate accounts for what
 * remains.
 */
async function* everyObject(store: ObjectStore, prefix: string): AsyncGenerator<{ key: string; size: number }> {
  if (!store.locks) return yield* store.list(prefix)
  let [key, bytes] = ['', 0]
  for await (const version of store.locks.listVersions(prefix)) {
    if (key !== version.key) {
      if (key !== '') yield { key, size: bytes }
      ;[key, bytes] = [version.key, 0]
    }
    bytes += version.size
  }
  if (key !== '') yield { key, size: bytes }
}
