import { type ObjectStore, ObjectLocked } from '../../../objects/object-store.ts'
import { tombstoneObject } from '../../inventory/tenants/tombstone.ts'
import { type DeletedObjects, certificateObject } from './certificate.ts'

/** What remains of a tenant in the store. */
function isKept(prefix: string, key: string): boolean {
  return [tombstoneObject(prefix), certificateObject(prefix, 'keys'), certificateObject(prefix, 'tenant')].includes(key)
}

/** Counts what a destruction will delete. @throws StoreUnreachable */
export async function countObjects(store: ObjectStore, prefix: string): Promise<DeletedObjects> {
  const sum = { objects: 0, bytes: 0 }
  for await (const { key, size } of everyObject(store, `${prefix}/`)) {
    if (isKept(prefix, key)) continue
    sum.objects += 1
    sum.bytes += size
  }
  return sum
}

/** Objects that the store keeps until their locks end: ciphertext whose keys are gone. */
export interface LockedLeftovers extends DeletedObjects {
  /** When the last lock ends, RFC 3339. */
  until: string
}

/**
 * Deletes every object of a tenant but its tombstone and certificate. Of content, which cannot be read without the keys, a
 * bucket may keep former versions; the tenant's sealed description leaves none.
 * @returns what is locked and could not be deleted; null where nothing is left
 * @throws StoreUnreachable when one may be left
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
 * Objects by name. Where the store locks, also those that a delete marker hides, with the bytes of all their versions: what
 * an intruder hid is deleted too, and no certificate is silent about what stays.
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
