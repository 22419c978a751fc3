import { changingKinds } from '../../../shared/agent-protocol/restore-kinds.ts'
import type { MasterKey } from '../../keys/master-key.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { AgentSession } from '../../store/models/agent-session.ts'
import { EnrollmentToken } from '../../store/models/enrollment-token.ts'
import { Job } from '../../store/models/job.ts'
import { TenantKey } from '../../store/models/tenant-key.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { openStoredKeys } from '../rebuild/find-customers.ts'
import { recordRestoreEnd } from '../restore/record-restore-end.ts'
import { eraseKeys } from '../tenants/erase-keys.ts'
import { resumeDeletion, withdrawPending } from '../tenants/destruction/after-restore.ts'
import { readTombstone } from '../tenants/tombstone.ts'

interface Parts {
  store: ObjectStore
  masterKey: MasterKey
  now: Date
}

/**
 * Reads the wrapped keys that the dump went without from the object store: of each customer the newest that open.
 * @returns the slugs of customers of whom none opens: damaged, or not there
 */
export async function fetchKeys(trx: ScopedTransaction, { store, masterKey }: Parts): Promise<string[]> {
  const without: string[] = []
  for (const { tenantId } of await TenantKey.query(trx).whereNull('destroyedAt')) {
    const { prefix, slug } = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
    const found = await openStoredKeys({ store, masterKey, tell: () => undefined }, { tenantId, prefix })
    if (!found) without.push(slug)
    else await TenantKey.query(trx).findById(tenantId).patch({ generation: found.generation, bundle: found.bundle })
  }
  return without
}

/**
 * Customers with a tombstone in the store lose their keys again, whatever the dump says; one that was deleted is deleted
 * again.
 * @returns their slugs
 */
export async function keepDestroyed(
  trx: ScopedTransaction,
  { store, now }: Pick<Parts, 'store' | 'now'>,
): Promise<string[]> {
  const destroyed: string[] = []
  for (const tenant of await Tenant.query(trx).orderBy('slug')) {
    const tombstone = await readTombstone(store, tenant.prefix)
    if (!tombstone) continue
    const erased = await eraseKeys({ trx, now }, tenant.id)
    if (tombstone.isDeleted) await resumeDeletion({ trx, now }, tenant)
    if (erased) destroyed.push(tenant.slug)
  }
  return destroyed
}

/**
 * Nobody is in a session, no token that may have been spent since the dump is worth anything, and no restore of a device
 * that waited then is begun: it may have been done since.
 */
export async function endWhatWasLive(trx: ScopedTransaction, now: Date): Promise<void> {
  await withdrawPending({ trx, now })
  await AgentSession.query(trx).whereNull('endedAt').patch({ endedAt: now })
  await EnrollmentToken.query(trx).whereNull('spentAt').whereNull('voidedAt').patch({ voidedAt: now })
  const ended = await Job.query(trx)
    .whereIn('kind', [...changingKinds])
    .where({ status: 'queued' })
    .patch({ status: 'failed', errorCode: 'restore_unknown', leaseId: null, offerExpiresAt: null, finishedAt: now })
    .returning('*')
  for (const job of ended) if (job.kind === 'restore') await recordRestoreEnd({ trx, now }, job)
}
