import { inScope } from '../../../store/scope.ts'
import { type LockedKind, findLocked } from '../stored-objects/lock-rows.ts'
import { uuidCreationTime } from '../../kernel/uuid-creation-time.ts'
import { type SweepDependencies, gracePeriodMs } from './sweep-dependencies.ts'

/** Objects of a tenant in the store, compared with the database. */
export interface StoreListing {
  /** Number of listed objects. */
  listed: number
  /** Orphans that are old enough by the time in their name; at most the first `maxOrphans`. */
  orphans: { id: string; sizeBytes: number }[]
  /** Verified packs whose object was not listed. */
  absent: number
  /** Orphans that are locked: they are not deleted until their lock ends. */
  locked: number
  /** Objects that the database never recorded, whatever their age: it may be older than the store. */
  unknown: number
}

/** Listed objects compared with rows at a time. */
const pageSize = 1_000

/** Maximum number of orphans; the next night finds the others. */
const maxOrphans = 10_000

/** Packs verified more recently than this may have been uploaded after the listing passed them. */
const listingMarginMs = 60 * 60 * 1000

/**
 * Lists the packs of a tenant. An announced pack that expired long ago is an orphan, like one without a row: it was
 * uploaded and never confirmed. Objects whose names are not ids are ignored.
 * @throws StoreUnreachable; the listing is then incomplete
 */
export function listPacks(dependencies: SweepDependencies, tenantId: string, prefix: string): Promise<StoreListing> {
  const now = dependencies.now().getTime()
  const instants = { expiredBefore: new Date(now - gracePeriodMs), verifiedBefore: new Date(now - listingMarginMs) }
  return listObjects(dependencies, tenantId, `${prefix}/packs/`, {
    kind: 'pack',
    known: `select id from packs where tenant_id = :tenantId and id = any(:ids)
      and not (status = 'announced' and expires_at < :expiredBefore)`,
    absent: `select count(*) as count from packs where tenant_id = :tenantId and status = 'verified'
      and verified_at < :verifiedBefore and id > :from and id <= :to and not id = any(:ids)`,
    instants,
  })
}

/**
 * Lists the manifests of a tenant. The database records each before it is written, so an unrecorded one was written
 * when the database contained more.
 * @throws StoreUnreachable
 */
export function listManifests(
  dependencies: SweepDependencies,
  tenantId: string,
  prefix: string,
): Promise<StoreListing> {
  return listObjects(dependencies, tenantId, `${prefix}/manifests/`, {
    kind: 'manifest',
    // One statement, so that a concurrent commit or deletion is seen completely or not at all.
    known: `select id, false as "isLeft" from versions where tenant_id = :tenantId and id = any(:ids)
      union all select version_id, true from unnamed_manifests where tenant_id = :tenantId and version_id = any(:ids)
      union all select version_id, true from swept_manifests where tenant_id = :tenantId and version_id = any(:ids)`,
    instants: {},
    knowsAll: true,
  })
}

interface Rows {
  kind: LockedKind
  known: string
  absent?: string
  instants: Record<string, Date>
  /** Whether the database records every object: orphans have rows too, and an object without one is unknown. */
  knowsAll?: boolean
}

async function listObjects(
  dependencies: SweepDependencies,
  tenantId: string,
  prefix: string,
  rows: Rows,
): Promise<StoreListing> {
  const { knex, store, signal, now } = dependencies
  const youngest = now().getTime() - gracePeriodMs
  const listing: StoreListing = { listed: 0, orphans: [], absent: 0, locked: 0, unknown: 0 }
  let from = '00000000-0000-0000-0000-000000000000'

  /** @param to the id up to which the listing is complete */
  async function compare(page: Map<string, number>, to: string): Promise<void> {
    const ids = [...page.keys()]
    const values = { tenantId, ids, from, to, ...rows.instants }
    const [known, absent, locked] = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => [
      (await trx.raw(rows.known, values)).rows as { id: string; isLeft?: boolean }[],
      rows.absent ? (await trx.raw(rows.absent, values)).rows[0].count : 0,
      await findLocked(trx, { tenantId, kind: rows.kind, ids, now: now() }),
    ])
    const named = new Set(known.flatMap(({ id, isLeft }) => (isLeft ? [] : [id])))
    const left = new Set(known.flatMap(({ id, isLeft }) => (isLeft ? [id] : [])))
    for (const [id, sizeBytes] of page) {
      if (rows.knowsAll && !named.has(id) && !left.has(id)) listing.unknown++
      const createdAt = uuidCreationTime(id)
      if (named.has(id) || !createdAt || createdAt.getTime() >= youngest || listing.orphans.length === maxOrphans)
        continue
      if (locked.has(id)) listing.locked++
      else listing.orphans.push({ id, sizeBytes })
    }
    listing.absent += absent
    from = to
  }

  let page = new Map<string, number>()
  for await (const { key, size } of store.list(prefix)) {
    signal?.throwIfAborted()
    listing.listed++
    const id = key.slice(prefix.length)
    if (uuidCreationTime(id)) page.set(id, size)
    if (page.size < pageSize) continue
    await compare(page, id)
    page = new Map()
  }
  await compare(page, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  return listing
}
