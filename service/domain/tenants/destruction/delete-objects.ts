import type { ObjectStore } from '../../../objects/object-store.ts'
import { tombstoneObject } from '../tombstone.ts'
import { type DeletedObjects, certificateObject } from './certificate.ts'

/** What remains of a tenant in the store. */
function isKept(prefix: string, key: string): boolean {
  return [tombstoneObject(prefix), certificateObject(prefix, 'keys'), certificateObject(prefix, 'tenant')].includes(key)
}

/** Counts what a destruction will delete. @throws StoreUnreachable */
export async function countObjects(store: ObjectStore, prefix: string): Promise<DeletedObjects> {
  const sum = { objects: 0, bytes: 0 }
  for await (const { key, size } of store.list(`${prefix}/`)) {
    if (isKept(prefix, key)) continue
    sum.objects += 1
    sum.bytes += size
  }
  return sum
}

/**
 * Deletes every object of a tenant but its tombstone and certificate. Of content, which nobody can read without the keys, a
 * bucket may keep former versions; the tenant's sealed description leaves none.
 * @throws StoreUnreachable when one may be left
 */
export async function deleteObjects(store: ObjectStore, prefix: string, stopping?: AbortSignal): Promise<void> {
  for await (const { key } of store.list(`${prefix}/`)) {
    if (stopping?.aborted) return
    if (isKept(prefix, key)) continue
    const isContent = key.startsWith(`${prefix}/packs/`) || key.startsWith(`${prefix}/manifests/`)
    await (isContent ? store.delete(key) : store.deleteEveryVersion(key))
  }
}
