import type { SystemContext, RunInSystemTransaction } from '../../kernel/context.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import type { TombstoneKeys } from '../../../keys/tombstone-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { Destruction } from '../../../store/models/destruction.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { findTenants } from '../rebuild/find-tenants.ts'
import { readTombstone, putTombstone, writeTombstone } from '../../inventory/tenants/tombstone.ts'

export interface SealDependencies {
  /** Runs in the platform scope. */
  runInSystemTransaction: RunInSystemTransaction
  keys: Pick<Keyring, 'tombstoneKeys'>
  store: ObjectStore
}

/**
 * Writes the tombstone of each recorded destruction if it is missing, unsealed, or not sealed by all current keys. It
 * can be interrupted and run by several replicas at the same time.
 * @returns how many were written
 * @throws StoreUnreachable; the next night writes the rest
 */
export async function sealTombstones({ runInSystemTransaction, keys, store }: SealDependencies): Promise<number> {
  const destroyed = await runInSystemTransaction(findDestroyed)
  if (destroyed.length === 0) return 0
  const tombstoneKeys = await keys.tombstoneKeys()
  let written = 0
  for (const { id, prefix, destroyedAt, isDeleted } of destroyed) {
    if (await putTombstone(store, tombstoneKeys, { id, prefix }, destroyedAt, { isDeleted })) written += 1
  }
  return written
}

interface DestroyedTenant {
  id: string
  prefix: string
  destroyedAt: Date
  isDeleted: boolean
}

async function findDestroyed({ trx }: SystemContext): Promise<DestroyedTenant[]> {
  const deletions = await Destruction.query(trx)
    .where({ kind: 'tenant' })
    .whereIn('state', ['running', 'done'])
    .whereNotNull('startedAt')
    .orderBy('id')
  const keys = await TenantKey.query(trx).whereNotNull('destroyedAt').orderBy('tenantId')
  const tenants = await Tenant.query(trx).findByIds(keys.map(({ tenantId }) => tenantId))
  const prefixes = new Map(tenants.map(({ id, prefix }) => [id, prefix]))
  const found = new Map<string, DestroyedTenant>()
  for (const { tenantId: id, destroyedAt } of keys) {
    found.set(id, { id, prefix: prefixes.get(id)!, destroyedAt: destroyedAt!, isDeleted: false })
  }
  for (const { tenantId: id, startedAt } of deletions) {
    const known = found.get(id)
    found.set(id, known ? { ...known, isDeleted: true } : deletedTenant(id, startedAt!))
  }
  return [...found.values()]
}

/** A tenant whose rows are deleted. */
function deletedTenant(id: string, destroyedAt: Date): DestroyedTenant {
  return { id, prefix: `tenants/${id}`, destroyedAt, isDeleted: true }
}

/**
 * Reseals all tombstones of the store that the keys `from` verify with the keys `to`, including those of tenants that
 * the database does not contain. Others stay unchanged.
 * @throws StoreUnreachable if a tombstone may have been missed
 */
export async function resealTombstones(store: ObjectStore, from: TombstoneKeys, to: TombstoneKeys): Promise<void> {
  for await (const { tenantId, prefix } of findTenants({ store, onSkipped: () => undefined }, { foreign: 0 })) {
    const known = await readTombstone(store, from, prefix)
    if (!known?.isSealed || known.keysDestroyedAt === null) continue
    const { keysDestroyedAt, isDeleted } = known
    await writeTombstone(store, to, prefix, { tenantId, keysDestroyedAt, isDeleted })
  }
}
