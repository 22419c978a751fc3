import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { joinReasons } from '../../kernel/maintenance-tasks/join-reasons.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { type ObjectStore, StoreUnreachable } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import { acquireNightlyLease } from '../../kernel/nightly-lease.ts'
import { readPlatformPolicies } from '../../policies/platform/platform-policies.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { type ExtendCounts, type ExtendDependencies, extendLocks } from './extend-locks.ts'
import { type HiddenObject, findHidden } from './find-hidden.ts'
import { readLockTerms } from '../stored-objects/lock-terms.ts'

export interface NightlyLockDependencies extends ExtendDependencies {
  runInSystemTransaction: RunInSystemTransaction
  /** Receives each hidden object, and each tenant whose locks could not be extended. */
  warn: (line: string, facts: Record<string, unknown>) => void
}

interface LockedTenant {
  tenantId: string
  prefix: string
}

/**
 * Locks and extends the objects of all tenants, and finds hidden ones. One replica handles each tenant per night:
 * others find its lease held or its work done.
 */
export async function lockNightly(dependencies: NightlyLockDependencies): Promise<MaintenanceResult> {
  const { runInSystemTransaction, store } = dependencies
  return runRecorded(runInSystemTransaction, { tenantId: null, kind: 'object_lock' }, async () => {
    const { locks } = store
    if (!locks) return { outcome: 'nothing', reason: message('object_lock_off') }
    try {
      await locks.confirm()
    } catch (error) {
      if (!(error instanceof StoreUnreachable)) throw error
      return { outcome: 'failed', reason: message('store_not_answering', { detail: error.reason }) }
    }
    const counts: ExtendCounts = { locked: 0, extended: 0, failures: 0, hidden: 0 }
    let taken = 0
    const tenants = await findTenants(dependencies)
    for (const tenant of tenants) {
      if (dependencies.signal?.aborted) return { outcome: 'stopped', reason: message('service_stopping'), counts }
      if (await lockTenant(dependencies, tenant, counts)) taken++
    }
    if (tenants.length > 0 && taken === 0) {
      return { outcome: 'nothing', reason: message('check_done_elsewhere') }
    }
    const faults = describeFaults(counts)
    if (faults) return { outcome: 'failed', reason: faults, counts }
    if (counts.locked! + counts.extended! > 0) return { outcome: 'done', counts }
    return { outcome: 'nothing', reason: message('locks_sufficient'), counts }
  })
}

function describeFaults({ failures = 0, hidden = 0 }: ExtendCounts): MaintenanceReason | null {
  return joinReasons([
    ...(failures > 0 ? [message('objects_not_locked', { objects: failures })] : []),
    ...(hidden > 0 ? [message('objects_hidden', { objects: hidden })] : []),
  ])
}

/**
 * Adds to `counts`. A failure for one tenant does not affect the others.
 * @returns false if another replica holds the lease, or has done the work tonight
 */
async function lockTenant(
  dependencies: NightlyLockDependencies,
  tenant: LockedTenant,
  counts: ExtendCounts,
): Promise<boolean> {
  const { knex, now, runInSystemTransaction, warn } = dependencies
  const locks = dependencies.store.locks!
  const { tenantId } = tenant
  const lease = await acquireNightlyLease(dependencies, tenantId, 'object_lock_turns')
  if (!lease) return false
  let isDone = false
  try {
    const { retention: platform } = await runInSystemTransaction(({ trx }) => readPlatformPolicies(trx))
    const terms = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      readLockTerms(trx, { tenantId, platform, days: locks.days, now: now() }),
    )
    const done = await extendLocks(dependencies, locks, tenant, terms, () => lease.renew())
    for (const [name, count] of Object.entries(done)) counts[name] = (counts[name] ?? 0) + count
    if (done.failures > 0) warn('locks were not extended', { tenantId, objects: done.failures })
    const hidden = await recordHidden(dependencies, tenant)
    for (const { kind, id, hiddenBy } of hidden.slice(0, maxNamed)) {
      warn(`alarm: the verified version of an object is hidden`, { tenantId, kind, id, hiddenBy })
    }
    counts.hidden += hidden.length
    isDone = done.failures === 0
  } catch (error) {
    if (error instanceof KeysDestroyed) return true
    if (!(error instanceof StoreUnreachable)) throw error
    counts.failures++
    warn(`locks were not extended: ${error.message}`, { tenantId })
  } finally {
    await lease.release(isDone)
  }
  return true
}

const maxNamed = 100

/**
 * Finds the hidden objects of one tenant and stores the list.
 * @throws StoreUnreachable
 */
export async function recordHidden(
  { knex, store, now }: { knex: ExtendDependencies['knex']; store: ObjectStore; now: () => Date },
  tenant: LockedTenant,
): Promise<HiddenObject[]> {
  const { tenantId } = tenant
  if (!store.locks) return []
  const hidden: HiddenObject[] = []
  for await (const one of findHidden({ knex }, store.locks, tenant)) hidden.push(one)
  await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw(
      `update object_locks l set hidden_at = case when found.id is null then null else coalesce(l.hidden_at, :now) end
       from object_locks own left join unnest(cast(:kinds as text[]), cast(:ids as uuid[])) found (kind, id)
         on found.kind = own.kind and found.id = own.object_id
       where own.tenant_id = :tenantId and l.tenant_id = own.tenant_id and l.kind = own.kind and l.object_id = own.object_id
         and (l.hidden_at is null) = (found.id is not null)`,
      { tenantId, now: now(), kinds: hidden.map(({ kind }) => kind), ids: hidden.map(({ id }) => id) },
    ),
  )
  return hidden
}

/** Returns the tenants that have keys. */
export async function findTenants({ knex }: Pick<ExtendDependencies, 'knex'>): Promise<LockedTenant[]> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const { rows } = await trx.raw(
      `select t.id as "tenantId", t.prefix from tenants t
       join tenant_keys k on k.tenant_id = t.id and k.destroyed_at is null order by t.id`,
    )
    return rows
  })
}
