import { StoreUnreachable, ObjectLocked } from '../../../objects/object-store.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import {
  type LockedKind,
  type LockedObject,
  findLocked,
  forgetLocks,
  recordLocks,
  parseContentKey,
} from '../stored-objects/lock-rows.ts'
import { manifestObject } from '../chunks/object-names.ts'
import { forgetOrphanManifests } from '../chunks/orphan-manifests.ts'
import { type SweepDependencies, gracePeriodMs } from './sweep-dependencies.ts'
import { type SweepLease, withSweepLease } from './sweep-lease.ts'
import type { StoreListing } from './list-store.ts'

/** Rows per transaction, and objects deleted between two transactions. */
const batchSize = 500

/** Consecutive failures after which the sweep stops using the store until the next night. */
const maxFailures = 10

/**
 * Number of deleted objects, of those that the store keeps until their locks end, and of failed deletions, which a
 * later sweep repeats.
 */
export interface Deleted {
  deleted: number
  locked: number
  failures: number
}

/**
 * Marks orphans as pending deletion: packs without a row get one in this state, and announced packs that were never
 * confirmed change to it. Like every pack in its grace period, they can no longer be confirmed as new.
 */
export async function markOrphans(
  dependencies: SweepDependencies,
  lease: SweepLease,
  { orphans }: StoreListing,
): Promise<number> {
  let marked = await markExpired(dependencies, lease)
  for (let at = 0; at < orphans.length; at += batchSize) {
    const batch = orphans.slice(at, at + batchSize)
    marked += await withSweepLease(dependencies, lease, async ({ trx, tenantId, now }) => {
      const { rowCount } = await trx.raw(
        `insert into packs (id, tenant_id, status, size, sha256, announced_at, expires_at, doomed_at)
         select id, :tenantId, 'doomed', size, '', :now, :now, :now
         from unnest(cast(:ids as uuid[]), cast(:sizes as int[])) stray (id, size)
         on conflict do nothing`,
        { tenantId, now, ids: batch.map(({ id }) => id), sizes: batch.map(({ sizeBytes }) => sizeBytes) },
      )
      return rowCount ?? 0
    })
  }
  return marked
}

async function markExpired(dependencies: SweepDependencies, lease: SweepLease): Promise<number> {
  return withSweepLease(dependencies, lease, async ({ trx, tenantId, now }) => {
    const { rowCount } = await trx.raw(
      `update packs set status = 'doomed', doomed_at = ? where tenant_id = ? and status = 'announced' and expires_at < ?`,
      [now, tenantId, new Date(now.getTime() - gracePeriodMs)],
    )
    return rowCount ?? 0
  })
}

/**
 * Deletes manifests without a version. Each is recorded first, in a transaction that blocks commits and finds no
 * version: a delayed commit that wrote the manifest finds this record and restarts.
 */
export async function removeManifests(
  dependencies: SweepDependencies,
  lease: SweepLease,
  prefix: string,
  { orphans }: StoreListing,
): Promise<Deleted> {
  const sum: Deleted = { deleted: 0, locked: 0, failures: 0 }
  for (let at = 0; at < orphans.length; at += batchSize) {
    const ids = orphans.slice(at, at + batchSize).map(({ id }) => id)
    const noted = await withSweepLease(dependencies, lease, async ({ trx, tenantId, now }) => {
      const { rows } = await trx.raw(
        `insert into swept_manifests (tenant_id, version_id, swept_at)
         select :tenantId, id, :now from unnest(cast(:ids as uuid[])) stray (id)
         where not exists (select from versions v where v.tenant_id = :tenantId and v.id = stray.id)
         on conflict (tenant_id, version_id) do update set swept_at = excluded.swept_at
         returning version_id`,
        { tenantId, now, ids },
      )
      return rows.map((row: { version_id: string }) => row.version_id) as string[]
    })
    const { deleted, locked, failures } = await deleteObjects(
      dependencies,
      lease.tenantId,
      noted.map((id) => manifestObject(prefix, id)),
    )
    const gone = new Set(deleted)
    const goneIds = noted.filter((id) => gone.has(manifestObject(prefix, id)))
    await withSweepLease(dependencies, lease, (context) => forgetOrphanManifests(context, goneIds))
    sum.deleted += deleted.length
    sum.locked += locked
    sum.failures += failures
    if (failures >= maxFailures) break
  }
  return sum
}

/**
 * Deletes packs and manifests of one tenant one by one, and continues past failures, unless all fail. Locked objects
 * stay until their lock ends.
 * @returns the keys of the deleted objects
 */
export async function deleteObjects(
  { knex, store, signal, now }: SweepDependencies,
  tenantId: string,
  keys: string[],
): Promise<{ deleted: string[]; locked: number; failures: number }> {
  const inTenant = <T>(work: Parameters<typeof inScope<T>>[2]) => inScope(knex, { kind: 'tenant', tenantId }, work)
  const known = await inTenant((trx) => findLockedKeys(trx, tenantId, keys, now()))
  const deleted: string[] = []
  const refused: LockedObject[] = []
  let failures = 0
  let inARow = 0
  try {
    for (const key of keys) {
      signal?.throwIfAborted()
      if (known.has(key)) continue
      try {
        await store.delete(key)
        deleted.push(key)
        inARow = 0
      } catch (error) {
        if (!(error instanceof StoreUnreachable)) throw error
        const object = error instanceof ObjectLocked ? parseContentKey(key) : null
        if (object && error instanceof ObjectLocked) {
          refused.push({ ...object, storeVersion: null, lockedUntil: error.until })
          continue
        }
        failures++
        if (++inARow === maxFailures) break
      }
    }
  } finally {
    if (deleted.length + refused.length > 0) await inTenant((trx) => recordDeletion(trx, tenantId, deleted, refused))
  }
  return { deleted, locked: known.size + refused.length, failures }
}

async function findLockedKeys(
  trx: ScopedTransaction,
  tenantId: string,
  keys: string[],
  now: Date,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const kind of ['pack', 'manifest'] as const) {
    const byId = new Map(keys.flatMap((key) => idOfKind(key, kind).map((id) => [id, key] as const)))
    if (byId.size === 0) continue
    const locked = await findLocked(trx, { tenantId, kind, ids: [...byId.keys()], now })
    for (const id of locked) found.add(byId.get(id)!)
  }
  return found
}

async function recordDeletion(trx: ScopedTransaction, tenantId: string, deleted: string[], refused: LockedObject[]) {
  for (const kind of ['pack', 'manifest'] as const) {
    await forgetLocks(trx, { tenantId, kind, ids: deleted.flatMap((key) => idOfKind(key, kind)) })
  }
  await recordLocks(trx, tenantId, refused)
}

function idOfKind(key: string, kind: LockedKind): string[] {
  const object = parseContentKey(key)
  return object?.kind === kind ? [object.id] : []
}
