import { bundleKey } from '../../keys/tenant-keys.ts'
import { ObjectAbsent, type ObjectStore } from '../../objects/object-store.ts'
import { AgentSession } from '../../store/models/agent-session.ts'
import { EnrollmentToken } from '../../store/models/enrollment-token.ts'
import { TenantKey } from '../../store/models/tenant-key.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { eraseKeys } from '../tenants/erase-keys.ts'
import { tombstoneObject } from '../tenants/tombstone.ts'

interface Parts {
  store: ObjectStore
  now: Date
}

/**
 * Reads the wrapped keys that the dump went without from the object store, each of the generation that was in force.
 * @returns the slugs of customers for whom there are none
 */
export async function fetchKeys(trx: ScopedTransaction, { store }: Parts): Promise<string[]> {
  const without: string[] = []
  for (const { tenantId, generation } of await TenantKey.query(trx).whereNull('destroyedAt')) {
    const { prefix, slug } = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
    const bundle = await unlessAbsent(store.get(bundleKey(prefix, generation)))
    if (bundle) await TenantKey.query(trx).findById(tenantId).patch({ bundle })
    else without.push(slug)
  }
  return without
}

/**
 * Customers with a tombstone in the store lose their keys again, whatever the dump says.
 * @returns their slugs
 */
export async function keepDestroyed(trx: ScopedTransaction, { store, now }: Parts): Promise<string[]> {
  const destroyed: string[] = []
  for (const tenant of await Tenant.query(trx).orderBy('slug')) {
    if (!(await store.head(tombstoneObject(tenant.prefix)))) continue
    const erased = await eraseKeys({ trx, now }, tenant.id)
    if (erased) destroyed.push(tenant.slug)
  }
  return destroyed
}

/** Nobody is in a session, and no token that may have been spent since the dump is worth anything. */
export async function endWhatWasLive(trx: ScopedTransaction, now: Date): Promise<void> {
  await AgentSession.query(trx).whereNull('endedAt').patch({ endedAt: now })
  await EnrollmentToken.query(trx).whereNull('spentAt').whereNull('voidedAt').patch({ voidedAt: now })
}

async function unlessAbsent(reading: Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ObjectAbsent) return null
    throw error
  }
}
