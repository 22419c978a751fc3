import { unwrapTenantKeys } from '../../keys/tenant-keys.ts'
import { TenantKey } from '../../store/models/tenant-key.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { type ScopedTransaction, inScope } from '../../store/scope.ts'
import { readObject } from '../integrity/read-object.ts'
import { type CustomerDescription, customerObject, openCustomer } from '../tenants/customer-description.ts'
import { eraseKeys } from '../tenants/erase-keys.ts'
import { tombstoneObject } from '../tenants/tombstone.ts'
import { type StoredCustomer, openStoredKeys } from './find-customers.ts'
import type { OpenCustomer, RebuildCounts, RebuildParts } from './rebuild-parts.ts'

/**
 * Opens a customer's keys, of the database where it has them, and adds the customer where the database does not know it.
 * A tombstone comes before everything: such a customer's keys leave the database, too, and nothing of it is attached.
 * @returns null for a destroyed customer, one whose keys do not open, and one of whom there is nothing but keys
 */
export async function attachCustomer(
  parts: RebuildParts,
  stored: StoredCustomer,
  counts: RebuildCounts,
): Promise<OpenCustomer | null> {
  const { knex, store, masterKey, now, dryRun, tell } = parts
  const { tenantId, prefix } = stored
  const inTenant = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, work)
  if (await store.head(tombstoneObject(prefix))) {
    counts.destroyed++
    if (!dryRun) await inTenant((trx) => eraseKeys({ trx, now: now() }, tenantId))
    return null
  }
  const known = await inTenant((trx) => TenantKey.query(trx).findById(tenantId).execute())
  if (known?.destroyedAt) {
    counts.destroyed++
    return null
  }
  if (known?.bundle.length === 0) {
    counts.damaged++
    tell(prefix, 'its wrapped keys are lost: a dump without keys was put back, and the store had none of them')
    return null
  }
  if (known) return { tenantId, prefix, keys: unwrapTenantKeys(masterKey, tenantId, known.bundle) }
  const found = await openStoredKeys(parts, stored)
  if (!found) {
    counts.damaged++
    tell(prefix, 'none of its wrapped keys opens: nothing of this customer can be attached')
    return null
  }
  if (!(await hasBackups(parts, stored))) return null // a customer that was never made leaves keys, too
  counts.customers_added++
  if (dryRun) return { tenantId, prefix, keys: found.keys }
  const description = await readDescription(parts, found.keys, prefix)
  const at = now()
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    await Tenant.query(trx).insert({
      ...(await namedFreely(trx, description, tenantId)),
      id: tenantId,
      prefix,
      updatedAt: at,
    })
    await TenantKey.query(trx).insert({
      tenantId,
      generation: found.generation,
      bundle: found.bundle,
      repositoryPublicKey: found.keys.repositoryPublicKey,
      createdAt: at,
      wrappedAt: at,
      storedAt: at,
    })
  })
  return { tenantId, prefix, keys: found.keys }
}

async function hasBackups({ store }: RebuildParts, { prefix }: StoredCustomer): Promise<boolean> {
  for (const kind of ['manifests', 'packs']) {
    for await (const _object of store.list(`${prefix}/${kind}/`)) return true
  }
  return false
}

async function readDescription(
  { store, tell }: RebuildParts,
  keys: OpenCustomer['keys'],
  prefix: string,
): Promise<CustomerDescription | null> {
  const found = await readObject(store, customerObject(prefix))
  const description = found.state === 'read' ? openCustomer(keys, found.bytes) : null
  if (!description) tell(customerObject(prefix), 'it does not say who the customer is: it gets a name made of its id')
  return description
}

/** Two may have one slug: one of them was never made, or was made after the database was lost. */
async function namedFreely(trx: ScopedTransaction, description: CustomerDescription | null, tenantId: string) {
  const made = `c-${tenantId.slice(-12)}`
  const { slug, name, restorePolicy, trustPosture, decommissionedRetentionDays, createdAt } = description ?? {
    slug: made,
    name: `Customer ${tenantId}`,
    restorePolicy: null,
    trustPosture: null,
    decommissionedRetentionDays: 365,
    createdAt: new Date(parseInt(tenantId.slice(0, 8) + tenantId.slice(9, 13), 16)).toISOString(),
  }
  const isTaken = (await Tenant.query(trx).findOne({ slug })) !== undefined
  return {
    slug: isTaken ? made : slug,
    name,
    restorePolicy,
    trustPosture,
    decommissionedRetentionDays,
    createdAt: new Date(createdAt),
  }
}
