import type { Knex } from 'knex'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'

/** Customers that are looked for before the store is taken for another one. */
const lookedFor = 20

/**
 * Whether the store is the one that the database tells of. Each customer has an object there before it has a row, and
 * keeps a tombstone when its keys are destroyed: a store with nothing of any customer is another one, or not mounted.
 * @throws StoreUnreachable
 */
export async function isStoreOfDatabase(knex: Knex, store: ObjectStore): Promise<boolean> {
  const customers = await inScope(knex, { kind: 'platform' }, (trx) =>
    Tenant.query(trx).orderBy('id').limit(lookedFor).execute(),
  )
  for (const { prefix } of customers) {
    for await (const _ of store.list(`${prefix}/`)) return true
  }
  return customers.length === 0
}
