import type { SystemContext } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { Destruction } from '../../../store/models/destruction.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { findStaleReason } from '../../kernel/installation/restore-marker.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { checkClock } from '../../kernel/maintenance-tasks/check-clock.ts'
import type { MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { readDatabaseClock } from '../../kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { sweepTenant } from '../../repository/sweep/sweep-tenant.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { isResumed } from './after-restore.ts'
import { certificateObject, signCertificate } from './certificate.ts'
import { type LockedLeftovers, countObjects, deleteObjects } from './delete-objects.ts'
import { deleteRows } from './delete-rows.ts'
import { type EraseDependencies, destroyTenantKeys } from './destroy-tenant-keys.ts'
import { type Inventory, takeInventory } from './take-inventory.ts'

export interface DestructionDependencies extends EraseDependencies {
  knex: Knex
  keys: Keyring
  serviceKeys: Pick<ServiceKeys, 'sign' | 'signing'>
  now: () => Date
  stopping?: AbortSignal
  /** Returns another clock that must agree with the service's before a destruction begins. */
  readClock?: (trx: SystemContext['trx']) => Promise<Date>
}

/** Lifetime of a replica's lease on a destruction, and wait after a failure, in milliseconds. */
const heldMs = 10 * 60_000

type Found = Inventory & { objects: number; bytes: number }

/**
 * Executes all due destructions, one after another. Each step can be interrupted and repeated, also by two replicas at
 * the same time: the database records what is left. A failed destruction is retried later and does not block the
 * others.
 * @param report receives the outcome or error of each
 */
export async function carryOutDestructions(
  dependencies: DestructionDependencies,
  report: (destruction: Destruction, outcome: MaintenanceResult | Error) => void,
): Promise<void> {
  const { runInSystemTransaction, stopping } = dependencies
  for (;;) {
    if (stopping?.aborted) return
    const destruction = await runInSystemTransaction((context) => claimDue(context, dependencies))
    if (!destruction) return
    try {
      const end = await runRecorded(runInSystemTransaction, { tenantId: null, kind: 'destruction' }, () =>
        carryOut(dependencies, destruction),
      )
      report(destruction, end)
    } catch (error) {
      report(destruction, error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** Whether a destruction is due or unfinished. */
export async function isAnythingDue({ trx, now }: SystemContext): Promise<boolean> {
  return (await dueQuery(trx, now).select('id').first()) !== undefined
}

/** A pending request is claimed only if the database is known to be current and both clocks agree. */
async function claimDue(
  { trx, now }: SystemContext,
  { readClock = readDatabaseClock }: DestructionDependencies,
): Promise<Destruction | null> {
  const row = await dueQuery(trx, now).forUpdate().skipLocked().first()
  if (!row) return null
  if (row.state === 'pending') {
    const databaseNow = await readClock(trx)
    const isDoubted = checkClock({ now, databaseNow, lastRunAt: null, nightsPutOff: 0 }) ?? (await findStaleReason(trx))
    if (isDoubted) return null
  }
  return Destruction.query(trx).patchAndFetchById(row.id, { heldUntil: new Date(now.getTime() + heldMs) })
}

async function carryOut(
  dependencies: DestructionDependencies,
  { id, tenantId }: Destruction,
): Promise<MaintenanceResult> {
  const { runInSystemTransaction, store, knex, keys, now, stopping, failpoint } = dependencies
  await destroyTenantKeys(dependencies, id)
  const tenant = await runInSystemTransaction(({ trx }) => Tenant.query(trx).findById(tenantId).execute())
  const prefix = tenant?.prefix ?? `tenants/${tenantId}`
  if (tenant) {
    await noteInventory(dependencies, id, prefix)
    await failpoint?.('after_inventory')
    const swept = await sweepTenant({ knex, keys, store, now, signal: stopping }, tenantId, { confirmed: true })
    if (swept.outcome === 'stopped') return { outcome: 'stopped', reason: swept.reason ?? null }
  }
  const locked = await deleteObjects(store, prefix, stopping)
  if (stopping?.aborted) return { outcome: 'stopped', reason: message('service_stopping') }
  await failpoint?.('after_objects')
  const row = await runInSystemTransaction(({ trx }) => Destruction.query(trx).findById(id).throwIfNotFound().execute())
  if (row.kind === 'tenant' && !(await deleteRows(runInSystemTransaction, row, stopping))) {
    return { outcome: 'stopped', reason: message('service_stopping') }
  }
  await failpoint?.('after_rows')
  await noteLeftovers(dependencies, id, locked)
  await certify(dependencies, id, prefix)
  return { outcome: 'done', counts: { destructions: 1 } }
}

/** Recorded once, after the keys are erased and before anything else is deleted. */
async function noteInventory(
  { runInSystemTransaction, store }: DestructionDependencies,
  id: string,
  prefix: string,
): Promise<void> {
  const row = await runInSystemTransaction(({ trx }) => Destruction.query(trx).findById(id).throwIfNotFound().execute())
  if (row.inventory) return
  const counted = await countObjects(store, prefix)
  await runInSystemTransaction(async ({ trx }) => {
    const inventory: Found = { ...(await takeInventory(trx, row.tenantId)), ...counted }
    await Destruction.query(trx).findById(id).whereNull('inventory').patch({ inventory })
  })
}

/** The certificate names locked objects; they are deleted after the last lock has ended. */
async function noteLeftovers(
  { runInSystemTransaction }: DestructionDependencies,
  id: string,
  locked: LockedLeftovers | null,
) {
  await runInSystemTransaction(async ({ trx }) => {
    const lockedUntil = locked && new Date(locked.until)
    await Destruction.query(trx).findById(id).whereNull('certificate').patch({ locked, lockedUntil })
  })
}

/**
 * Deletes objects that finished destructions left because they were locked, once the locks have ended.
 * @returns how many destructions have no objects left
 */
export async function deleteLeftovers({
  runInSystemTransaction,
  store,
  stopping,
}: DestructionDependencies): Promise<number> {
  const due = await runInSystemTransaction(({ trx, now }) => leftoverQuery(trx, now).execute())
  let cleared = 0
  for (const { id, tenantId } of due) {
    const tenant = await runInSystemTransaction(({ trx }) => Tenant.query(trx).findById(tenantId).execute())
    const left = await deleteObjects(store, tenant?.prefix ?? `tenants/${tenantId}`, stopping)
    if (stopping?.aborted) return cleared
    await runInSystemTransaction(async ({ trx }) => {
      const lockedUntil = left && new Date(left.until)
      await Destruction.query(trx).findById(id).patch({ lockedUntil })
    })
    if (!left) cleared++
  }
  return cleared
}

/** Whether locks on objects of finished destructions have ended. */
export async function areLeftoversDue({ trx, now }: SystemContext): Promise<boolean> {
  return (await leftoverQuery(trx, now).select('id').first()) !== undefined
}

function leftoverQuery(trx: SystemContext['trx'], now: Date) {
  return Destruction.query(trx).where('state', 'done').where('lockedUntil', '<=', now).orderBy('lockedUntil')
}

/** Saves the certificate in the database before the store, so that a replica that resumes this stores the same one. */
async function certify(
  { runInSystemTransaction, store, serviceKeys, failpoint }: DestructionDependencies,
  id: string,
  prefix: string,
): Promise<void> {
  const found = await runInSystemTransaction(({ trx }) =>
    Destruction.query(trx).findById(id).throwIfNotFound().execute(),
  )
  const object = certificateObject(prefix, found.kind)
  const earlier = await readEarlier(store, object, found)
  const certificate = await runInSystemTransaction(async ({ trx, now }) => {
    const row = await Destruction.query(trx).findById(id).forUpdate().throwIfNotFound()
    if (row.certificate) return row.certificate
    if (earlier !== null) {
      await Destruction.query(trx).findById(id).patch({ certificate: earlier, completedAt: now })
      return earlier
    }
    const text = signCertificate(serviceKeys, row, row.inventory as Found, now)
    await Destruction.query(trx).findById(id).patch({ certificate: text, completedAt: now })
    return text
  })
  await failpoint?.('after_certificate')
  await store.put(object, Buffer.from(certificate))
  await runInSystemTransaction(async ({ trx, now }) => {
    const row = await Destruction.query(trx).findById(id).forUpdate().throwIfNotFound()
    if (row.state === 'done') return
    await Destruction.query(trx).findById(id).patch({ state: 'done', heldUntil: null, inventory: null })
    const tenantId = row.kind === 'keys' ? row.tenantId : null
    const detail = { tenant_id: row.tenantId, kind: row.kind }
    const context = { ...serviceActor, tenantId, trx, now }
    await recordAudit(context, 'destruction.complete', { kind: 'destruction', id, detail })
    const data = { destruction_id: id, kind: row.kind }
    await recordEvents(context, [{ type: 'destruction.completed', tenantId, data }])
  })
}

/**
 * After the restore of a dump, the store may contain the certificate of a destruction that is executed again: the first
 * one is used.
 */
async function readEarlier(store: ObjectStore, object: string, destruction: Destruction): Promise<string | null> {
  if (!(await store.head(object))) return null
  const text = (await store.get(object)).toString()
  return isResumed(destruction) || text.includes(`"id": "${destruction.id}"`) ? text : null
}

function dueQuery(trx: SystemContext['trx'], now: Date) {
  return Destruction.query(trx)
    .where((free) => free.whereNull('heldUntil').orWhere('heldUntil', '<=', now))
    .where((one) =>
      one.where('state', 'running').orWhere((waits) => waits.where('state', 'pending').where('dueAt', '<=', now)),
    )
    .orderBy('dueAt')
}
