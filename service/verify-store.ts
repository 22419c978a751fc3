import type { Knex } from 'knex'
import { isStoreOfDatabase } from './domain/reporting/storage/is-store-of-database.ts'
import type { ObjectStore } from './objects/object-store.ts'
import { storeLocation } from './objects/open-store.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './store/startup-error.ts'

/**
 * Refuses a store that is not the one of the database. On a disk that is not mounted, devices would count as unchanged
 * although nothing of them is there any more, and new customers' keys would vanish beneath it.
 * @throws StartupError
 * @throws StoreUnreachable
 */
export async function verifyStoreMatchesDatabase(knex: Knex, store: ObjectStore, settings: Settings): Promise<void> {
  if (await isStoreOfDatabase(knex, store)) return
  throw new StartupError('store_content_missing', { store: storeLocation(settings) })
}
