import type { Knex } from 'knex'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'

/** Number of tenants to look for before the store is taken for another one. */
const lookedFor = 20

/**
 * Whether the store belongs to this database. Each tenant has an object in the store before it has a row, and keeps a
 * tombstone after its keys are destroyed. A store without objects of any tenant is another one, or not mounted.
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
