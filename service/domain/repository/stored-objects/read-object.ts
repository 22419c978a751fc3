import { ObjectNotFound, ObjectDamaged, type ObjectStore, StoreUnreachable } from '../../../objects/object-store.ts'

/** What the store gave when it was asked for an object, twice where the first answer was none. */
export type ReadObject =
  | { state: 'read'; bytes: Buffer }
  | { state: 'missing' }
  /** The store answers, and does not give this object. */
  | { state: 'unreadable'; words: string }

/**
 * Reads an object for the sake of knowing whether it is good. A store that is away is no damage: one that fails for
 * this object is asked whether it is there at all.
 * @throws StoreUnreachable when it is away
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
