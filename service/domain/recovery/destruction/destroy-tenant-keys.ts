import type { SystemContext, RunInSystemTransaction } from '../../kernel/context.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { Destruction } from '../../../store/models/destruction.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Failpoint } from '../../jobs/failpoint.ts'
import { removeSearchObjects } from '../../repository/search/remove-search-objects.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { type ErasedKeys, destroyStoredKeys } from './destroy-stored-keys.ts'
import { putTombstone, removeStoredKeys } from '../../inventory/tenants/tombstone.ts'
import { jobKinds } from '../../jobs/kinds/registry.ts'

export interface EraseDependencies {
  /** Runs in the platform scope. */
  runInSystemTransaction: RunInSystemTransaction
  keys: Pick<Keyring, 'tombstoneKeys'>
  store: ObjectStore
  failpoint?: Failpoint
}

export interface ErasedTenant {
  tenantId: string
  destroyedAt: Date
  /** Devices with an unfinished restore; empty if the keys were already gone. */
  changingDevices: string[]
}

/**
 * Executes the first half of a due destruction. One transaction deletes the keys from the database and from the memory
 * of all replicas. A tombstone in the store then prevents a restored database from bringing them back. Finally the keys
 * are deleted from the store with all former versions, as are the search segments. An interrupted call is completed by
 * the next one.
 * @returns null if it is not due, was withdrawn, or the tenant's rows are already gone
 * @throws StoreUnreachable if the keys may still be in the store; they are deleted from the database nevertheless
 */
export async function destroyTenantKeys(
  { runInSystemTransaction, keys, store, failpoint }: EraseDependencies,
  id: string,
): Promise<ErasedTenant | null> {
  const begun = await runInSystemTransaction((context) => begin(context, id))
  if (!begun) return null
  const { tenant, kind, generation, destroyedAt, changingDevices } = begun
  await failpoint?.('after_erase')
  await putTombstone(store, await keys.tombstoneKeys(), tenant, destroyedAt, { isDeleted: kind === 'tenant' })
  await failpoint?.('after_tombstone')
  await removeStoredKeys(store, tenant.prefix, generation)
  await removeSearchObjects(store, tenant.prefix)
  return { tenantId: tenant.id, destroyedAt, changingDevices }
}

async function begin(context: SystemContext, id: string) {
  const { trx, now } = context
  const row = await Destruction.query(trx).findById(id).forUpdate()
  if (!row || row.state === 'withdrawn' || (row.state === 'pending' && row.dueAt > now)) return null
  const tenant = await Tenant.query(trx).findById(row.tenantId)
  if (!tenant) return null
  const { tenantId, kind } = row
  const erased = await destroyStoredKeys({ ...context, kinds: jobKinds }, tenantId)
  const key = await TenantKey.query(trx).findById(tenantId).throwIfNotFound()
  const destroyedAt = key.destroyedAt ?? now
  if (row.state === 'pending') {
    await Destruction.query(trx).findById(id).patch({ state: 'running', startedAt: destroyedAt })
  }
  if (erased) {
    const detail = { destruction_id: id, requested_by: row.requestedBy, ...facts(erased) }
    const context = { ...serviceActor, tenantId, trx, now }
    await recordAudit(context, 'tenant.erase_keys', { kind: 'tenant', id: tenantId, detail })
  }
  return {
    tenant,
    kind,
    generation: key.generation,
    destroyedAt,
    changingDevices: erased?.changingDevices ?? [],
  }
}

function facts({ runsCancelled, agentsRevoked, credentialsErased, devicesDisabled, changingDevices }: ErasedKeys) {
  return {
    runs_cancelled: runsCancelled,
    agents_revoked: agentsRevoked,
    credentials_erased: credentialsErased,
    devices_disabled: devicesDisabled,
    ...(changingDevices.length > 0 && { changing_devices: changingDevices }),
  }
}
