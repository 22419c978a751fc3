import type { ObjectStore } from '../../../objects/object-store.ts'
import { segmentFolder } from './search-dependencies.ts'

/**
 * Deletes a tenant's search segments from the store, with all former object versions, after its keys were destroyed.
 * Their rows are deleted by `compactSegments`.
 * @throws StoreUnreachable if a segment may remain
 */
export async function removeSearchObjects(store: ObjectStore, prefix: string): Promise<void> {
  for await (const { key } of store.list(segmentFolder(prefix))) await store.deleteEveryVersion(key)
}
