import type { Knex } from 'knex'
import { isStoreOfDatabase } from './domain/reporting/storage/is-store-of-database.ts'
import type { ObjectStore } from './objects/object-store.ts'
import { storeLocation } from './objects/open-store.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './store/startup-error.ts'

/**
 * Rejects an object store that does not belong to the database. If a disk were not mounted, devices would count as
 * unchanged although their content is missing, and keys of new tenants would be written below the mount point.
 * @throws StartupError
 * @throws StoreUnreachable
 */
export async function verifyStoreMatchesDatabase(knex: Knex, store: ObjectStore, settings: Settings): Promise<void> {
  if (await isStoreOfDatabase(knex, store)) return
  throw new StartupError('store_content_missing', { store: storeLocation(settings) })
}
