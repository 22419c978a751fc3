import { changingKinds } from '../../../../shared/agent-protocol/restore-kinds.ts'
import type { MasterKey } from '../../../keys/master-key.ts'
import { readTombstoneKeys } from '../../../keys/tombstone-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { Destruction } from '../../../store/models/destruction.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import { EnrollmentToken } from '../../../store/models/enrollment-token.ts'
import { Job } from '../../../store/models/job.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { openStoredKeys } from '../rebuild/find-tenants.ts'
import { recordRestoreEnd } from '../../jobs/kinds/restore/record-restore-end.ts'
import { destroyStoredKeys } from '../destruction/destroy-stored-keys.ts'
import { resumeDestruction, withdrawPending } from '../destruction/after-restore.ts'
import { type Tombstone, readTombstone } from '../../inventory/tenants/tombstone.ts'
import {
  TombstoneDecider,
  type TombstoneDecisions,
  recordDecision,
} from '../../inventory/tenants/tombstone-decisions.ts'
import { jobKinds } from '../../jobs/kinds/registry.ts'

interface Parts {
  store: ObjectStore
  masterKey: MasterKey
  now: Date
}

/**
 * Reads the wrapped keys that the dump does not contain from the object store: for each tenant the newest that can be
 * unwrapped.
 * @returns the slugs of tenants without usable keys (damaged or missing)
 */
export async function fetchKeys(trx: ScopedTransaction, { store, masterKey }: Parts): Promise<string[]> {
  const without: string[] = []
  for (const { tenantId } of await TenantKey.query(trx).whereNull('destroyedAt')) {
    const { prefix, slug } = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
    const found = await openStoredKeys({ store, masterKey, onSkipped: () => undefined }, { tenantId, prefix })
    if (!found) without.push(slug)
    else await TenantKey.query(trx).findById(tenantId).patch({ generation: found.generation, bundle: found.bundle })
  }
  return without
}

/** Tenants with tombstones. */
export interface KeptDestroyed {
  /** Slugs of tenants whose keys were destroyed after the dump was created, and are destroyed again. */
  destroyed: string[]
  /** Prefixes of tenants whose tombstone the operator decided to ignore. */
  ignored: string[]
}

/**
 * Destroys the keys again for tenants with a tombstone that this installation sealed, whatever the dump contains; a
 * deleted tenant is deleted again. The operator decides about other tombstones, unless the dump itself contains the
 * destruction.
 * @throws StartupError if a decision is missing, or matches no such tombstone
 */
export async function restoreDestruction(
  trx: ScopedTransaction,
  { store, masterKey, now }: Parts,
  decisions: TombstoneDecisions,
): Promise<KeptDestroyed> {
  const keys = await readTombstoneKeys(trx, masterKey)
  const decider = new TombstoneDecider(decisions)
  const kept: KeptDestroyed = { destroyed: [], ignored: [] }
  for (const tenant of await Tenant.query(trx).orderBy('slug')) {
    const tombstone = await readTombstone(store, keys, tenant.prefix)
    if (!tombstone || (await isKnownAnyway(trx, tenant, tombstone))) continue
    const decision = decider.decide(tombstone, tenant)
    if (decision === 'ask') continue
    if (!tombstone.isSealed) await recordDecision({ trx, now }, tenant, decision)
    if (decision === 'ignore') {
      kept.ignored.push(tenant.prefix)
      continue
    }
    const erased = await destroyStoredKeys({ trx, now, kinds: jobKinds }, tenant.id)
    await resumeDestruction({ trx, now }, tenant, tombstone)
    if (erased) kept.destroyed.push(tenant.slug)
  }
  if (decider.undecided.length > 0) throw decider.question('nothing_restored')
  decider.refuseUnused()
  return kept
}

/** Whether the dump itself contains the destruction of an unsealed tombstone; the nightly task then seals it. */
async function isKnownAnyway(trx: ScopedTransaction, { id: tenantId }: Tenant, { isSealed, isDeleted }: Tombstone) {
  if (isSealed) return false
  if (isDeleted) {
    return (await Destruction.query(trx).findOne({ tenantId, kind: 'tenant', state: 'running' })) !== undefined
  }
  const key = await TenantKey.query(trx).findById(tenantId).select('destroyedAt')
  return key?.destroyedAt != null
}

/**
 * Ends agent sessions, and voids enrolment tokens that may have been used since the dump. Queued restores of devices
 * fail: they may have run since.
 * @returns the slugs of tenants whose requested destruction was withdrawn
 */
export async function endWhatWasLive(trx: ScopedTransaction, now: Date): Promise<string[]> {
  const withdrawn = await withdrawPending({ trx, now })
  await AgentSession.query(trx).whereNull('endedAt').patch({ endedAt: now })
  await EnrollmentToken.query(trx).whereNull('spentAt').whereNull('voidedAt').patch({ voidedAt: now })
  const ended = await Job.query(trx)
    .whereIn('kind', [...changingKinds])
    .where({ status: 'queued' })
    .patch({ status: 'failed', errorCode: 'restore_unknown', leaseId: null, offerExpiresAt: null, finishedAt: now })
    .returning('*')
  for (const job of ended) if (job.kind === 'restore') await recordRestoreEnd({ trx, now }, job)
  return withdrawn
}
