import { ObjectNotFound, ObjectDamaged, type ObjectStore, StoreUnreachable } from '../../../objects/object-store.ts'

/** Result of reading an object; a first failure is retried once. */
export type ReadObject =
  | { state: 'read'; bytes: Buffer }
  | { state: 'missing' }
  /** The store is available but does not return this object. */
  | { state: 'unreadable'; words: string }

/**
 * Reads an object to check that it is intact. An unavailable store is not damage: after a failure, the store is
 * checked, and the object is read again.
 * @throws StoreUnreachable
 */
export async function readObject(store: ObjectStore, key: string): Promise<ReadObject> {
  const first = await attempt(store, key)
  if (first.state === 'read') return first
  await store.check()
  return attempt(store, key)
}

async function attempt(store: ObjectStore, key: string): Promise<ReadObject> {
  try {
    return { state: 'read', bytes: await store.get(key) }
  } catch (error) {
    if (error instanceof ObjectNotFound) return { state: 'missing' }
    if (error instanceof ObjectDamaged || error instanceof StoreUnreachable) {
      return { state: 'unreadable', words: error.message }
    }
    throw error
  }
}
