import type { ObjectStore } from '../../objects/object-store.ts'
import { TenantKey } from '../../store/models/tenant-key.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call } from '../call.ts'
import type { Failpoint } from '../jobs/failpoint.ts'
import { notFound, refused } from '../refusal.ts'
import { type ErasedKeys, eraseKeys } from './erase-keys.ts'
import { putTombstone, removeStoredKeys } from './tombstone.ts'

export interface DestroyParts {
  /** Runs one step in a transaction of its own, that sees the customer. */
  inCall<T>(work: (call: Call) => Promise<T>): Promise<T>
  store: ObjectStore
  failpoint?: Failpoint
}

export interface DestroyedKeys {
  tenantId: string
  destroyedAt: Date
  /** Of devices that were being changed; none when the keys were gone already. */
  changingDevices: string[]
}

/**
 * Destroys a customer's keys for ever: nothing that was backed up can be read again, by anybody. They leave the database
 * and every replica's memory first, in the transaction that records who asked; then a tombstone in the store keeps a
 * database that is put back later from bringing them back, and last they leave the store. Whatever ends it in the middle,
 * asking again finishes it, and so does the next night's sweep: the database says what is left to do.
 * @param confirm the customer's slug, typed by the person who asks
 * @throws Refusal 422 for another word
 * @throws StoreUnreachable when the keys may still be in the store: they are gone from the database all the same
 */
export async function destroyKey(
  { inCall, store, failpoint }: DestroyParts,
  tenantId: string,
  confirm: string,
): Promise<DestroyedKeys> {
  const { tenant, generation, destroyedAt, changingDevices } = await inCall(async (call) => {
    const found = await Tenant.query(call.trx).findById(tenantId)
    if (!found) throw notFound()
    if (confirm !== found.slug) throw refused('confirm', 'must be the slug of the customer whose keys are destroyed')
    const erased = await eraseKeys(call, tenantId)
    const detail = erased ? inWords(erased) : { repeated: true }
    await recordAudit(call, 'tenant.destroy_key', { kind: 'tenant', id: tenantId, tenantId, detail })
    const key = await TenantKey.query(call.trx).findById(tenantId).throwIfNotFound()
    return {
      tenant: found,
      generation: key.generation,
      destroyedAt: key.destroyedAt ?? call.now,
      changingDevices: erased?.changingDevices ?? [],
    }
  })
  await failpoint?.('after_erase')
  await putTombstone(store, tenant, destroyedAt)
  await failpoint?.('after_tombstone')
  await removeStoredKeys(store, tenant.prefix, generation)
  return { tenantId, destroyedAt, changingDevices }
}

function inWords({ runsCancelled, agentsRevoked, credentialsErased, devicesDisabled, changingDevices }: ErasedKeys) {
  return {
    runs_cancelled: runsCancelled,
    agents_revoked: agentsRevoked,
    credentials_erased: credentialsErased,
    devices_disabled: devicesDisabled,
    ...(changingDevices.length > 0 && { changing_devices: changingDevices }),
  }
}
