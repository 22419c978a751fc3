import type { Knex } from 'knex'
import type { ObjectStore } from '../objects/object-store.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { TenantKey } from '../store/models/tenant-key.ts'
import { Tenant } from '../store/models/tenant.ts'
import { inScope } from '../store/scope.ts'
import { type MasterKey, unwrap, wrap } from './master-key.ts'
import { purpose } from './service-keys.ts'
import { bundleKey, unwrapTenantKeys, wrapTenantKeys } from './tenant-keys.ts'

/**
 * Puts every key under a new master key. The new bundles are in the store before the database turns to them in one
 * transaction, so that a run which is killed leaves the old master key in force, and may be run again. The keys
 * themselves stay, and so does all that they encrypt.
 * @returns how many customers' bundles were re-wrapped
 * @throws WrongMasterKey when `from` is not the one in force
 */
export async function rewrapKeys(
  knex: Knex,
  store: ObjectStore,
  from: MasterKey,
  to: MasterKey,
  now: Date,
): Promise<number> {
  const tenants = await inScope(knex, { kind: 'platform' }, (trx) => Tenant.query(trx).orderBy('slug'))
  const bundles = await inScope(knex, { kind: 'platform' }, (trx) => TenantKey.query(trx).whereNull('destroyedAt'))
  const rewrapped = bundles.map(({ tenantId, bundle, generation }) => {
    const next = generation + 1
    return { tenantId, generation: next, bundle: wrapTenantKeys(to, unwrapTenantKeys(from, tenantId, bundle), next) }
  })
  for (const { tenantId, generation, bundle } of rewrapped) {
    const prefix = tenants.find((tenant) => tenant.id === tenantId)?.prefix
    if (prefix) await store.put(bundleKey(prefix, generation), bundle)
  }
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    for (const { tenantId, generation, bundle } of rewrapped) {
      await TenantKey.query(trx).findById(tenantId).patch({ generation, bundle, wrappedAt: now, storedAt: now })
    }
    for (const key of await ServiceKey.query(trx)) {
      const wrapped = wrap(to, purpose(key.name), unwrap(from, purpose(key.name), key.wrapped))
      await ServiceKey.query(trx).findById(key.name).patch({ wrapped })
    }
  })
  return rewrapped.length
}
