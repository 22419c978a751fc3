import type { ObjectStore } from '../../../objects/object-store.ts'
import { segmentFolder } from './search-dependencies.ts'

/**
 * Deletes a tenant's search segments from the store, with every former version, where its keys were destroyed. Their rows
 * are deleted when the tenant's segments are tidied.
 * @throws StoreUnreachable when one may be left
 */
export async function removeSearchObjects(store: ObjectStore, prefix: string): Promise<void> {
  for await (const { key } of store.list(segmentFolder(prefix))) await store.deleteEveryVersion(key)
}
