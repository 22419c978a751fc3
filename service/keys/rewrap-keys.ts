import type { Knex } from 'knex'
import type { ObjectStore } from '../objects/object-store.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { TenantKey } from '../store/models/tenant-key.ts'
import { Tenant } from '../store/models/tenant.ts'
import { type ScopedTransaction, inScope } from '../store/scope.ts'
import { type MasterKey, unwrap, wrap } from './master-key.ts'
import { purpose } from './service-keys.ts'
import { bundleKey, unwrapTenantKeys, wrapTenantKeys } from './tenant-keys.ts'

/**
 * Re-wraps every key with a new master key. The new bundles are in the store before one transaction switches the
 * database to them: an interrupted run leaves the old master key in use, and can be repeated. The keys themselves do
 * not change, so encrypted data stays readable. Keys that are destroyed meanwhile stay destroyed; a tenant that is
 * created meanwhile makes it restart.
 * @returns how many tenants' bundles were re-wrapped
 * @throws WrongMasterKey if `from` is not the current master key
 */
export async function rewrapKeys(
  knex: Knex,
  store: ObjectStore,
  from: MasterKey,
  to: MasterKey,
  now: Date,
): Promise<number> {
  for (;;) {
    const rewrapped = await wrapAnew(knex, store, from, to)
    const turned = await inPlatform(knex, (trx) => turnTo(trx, rewrapped, { from, to, now }))
    const destroyed = await inPlatform(knex, (trx) =>
      TenantKey.query(trx).whereNotNull('destroyedAt').select('tenantId'),
    )
    for (const { tenantId, prefix, generation } of rewrapped) {
      const isGone = destroyed.some((key) => key.tenantId === tenantId)
      if (isGone) await store.deleteEveryVersion(bundleKey(prefix, generation))
    }
    if (turned !== null) return turned
  }
}

interface Rewrapped {
  tenantId: string
  prefix: string
  /** Of the new bundle. */
  generation: number
  bundle: Buffer
}

async function wrapAnew(knex: Knex, store: ObjectStore, from: MasterKey, to: MasterKey): Promise<Rewrapped[]> {
  const tenants = await inPlatform(knex, (trx) => Tenant.query(trx).select('id', 'prefix'))
  const prefixes = new Map(tenants.map(({ id, prefix }) => [id, prefix]))
  const keys = await inPlatform(knex, (trx) => TenantKey.query(trx).whereNull('destroyedAt').orderBy('tenantId'))
  const rewrapped = keys.map((key) => {
    const [tenantId, generation] = [key.tenantId, key.generation + 1]
    const bundle = wrapTenantKeys(to, unwrapTenantKeys(from, tenantId, key.bundle), generation)
    return { tenantId, prefix: prefixes.get(tenantId) ?? `tenants/${tenantId}`, generation, bundle }
  })
  for (const { prefix, generation, bundle } of rewrapped) await store.put(bundleKey(prefix, generation), bundle)
  return rewrapped
}

/**
 * @returns how many tenants switched to their new bundles; null, without a change, if a tenant was created meanwhile
 */
async function turnTo(
  trx: ScopedTransaction,
  rewrapped: Rewrapped[],
  { from, to, now }: { from: MasterKey; to: MasterKey; now: Date },
): Promise<number | null> {
  const alive = await TenantKey.query(trx).whereNull('destroyedAt').orderBy('tenantId').forUpdate()
  const known = new Map(rewrapped.map((one) => [one.tenantId, one]))
  if (alive.some(({ tenantId, generation }) => known.get(tenantId)?.generation !== generation + 1)) return null
  for (const { tenantId, generation } of alive) {
    const { bundle } = known.get(tenantId)!
    await TenantKey.query(trx)
      .where({ tenantId, generation })
      .whereNull('destroyedAt')
      .patch({ generation: generation + 1, bundle, wrappedAt: now, storedAt: now, formerRemovedAt: null })
  }
  for (const key of await ServiceKey.query(trx)) {
    const wrapped = wrap(to, purpose(key.name), unwrap(from, purpose(key.name), key.wrapped))
    await ServiceKey.query(trx).findById(key.name).patch({ wrapped })
  }
  return alive.length
}

function inPlatform<T>(knex: Knex, work: (trx: ScopedTransaction) => PromiseLike<T>): Promise<T> {
  return inScope(knex, { kind: 'platform' }, work)
}
