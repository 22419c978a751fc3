import type { Knex } from 'knex'
import { isStoreOfDatabase } from './domain/storage/is-store-of-database.ts'
import type { ObjectStore } from './objects/object-store.ts'
import { placeOf } from './objects/open-store.ts'
import type { Settings } from './settings.ts'
import { CannotStart } from './store/cannot-start.ts'

/**
 * Refuses a store that is not the one of the database. On a disk that is not mounted, devices would count as unchanged
 * although nothing of them is there any more, and new customers' keys would vanish beneath it.
 * @throws CannotStart in one line
 * @throws StoreUnreachable
 */
export async function confirmContent(knex: Knex, store: ObjectStore, settings: Settings): Promise<void> {
  if (await isStoreOfDatabase(knex, store)) return
  throw new CannotStart(
    `${placeOf(settings)} has nothing of the customers that the database knows: is it mounted, is it the right one? If what was there is lost for good, the command 'check' writes that down, and the next backups begin anew`,
  )
}
