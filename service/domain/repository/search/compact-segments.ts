import { KeysDestroyed } from '../../../keys/keyring.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { prefixOf } from '../chunks/prefix-of.ts'
import { uuidCreationTime } from '../../kernel/uuid-creation-time.ts'
import { type SearchDependencies, segmentFolder, segmentObject } from './search-dependencies.ts'

/** Result: `retired` segments are no longer used, and `deleted` an hour later. */
export interface Tidied {
  retired: number
  deleted: number
}

/** Milliseconds that running searches may still read a retired segment, and that storing a segment may take. */
const graceMs = 60 * 60_000

/** Younger objects without a row may belong to another replica that is about to insert the row. */
const orphanGraceMs = 48 * 60 * 60_000

/** A segment with less text in use than this is small; this many small ones are merged. */
const small = { bytes: 1024 * 1024, count: 8 }

/**
 * Retires segments of a tenant: those with a text of a deleted version or a decommissioned device; those with parts
 * that no row references, whose deletion would go unnoticed; those of which less than half is current. If there are
 * many small segments, these are retired too. The next `indexTexts` writes their current texts to new segments. All
 * segments of a tenant without keys are retired at once.
 * @param orphans whether to look for objects without rows too
 */
export async function compactSegments(
  dependencies: SearchDependencies,
  tenantId: string,
  { orphans }: { orphans: boolean },
): Promise<Tidied> {
  const { knex, store, now } = dependencies
  const prefix = await prefixOf(knex, tenantId)
  const inTenant = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, work)
  const hasKeys = await dependencies.keys.of(tenantId).then(() => true, unlessDestroyed)
  const retired = await inTenant((trx) => retire(trx, tenantId, now(), !hasKeys))
  const over = new Date(now().getTime() - (hasKeys ? graceMs : 0))
  const doomed = await inTenant((trx) =>
    trx('search_segments')
      .where({ tenant_id: tenantId })
      .where((any) =>
        any.where('doomed_at', '<=', over).orWhere((left) => left.whereNull('stored_at').where('made_at', '<', over)),
      )
      .pluck('id'),
  )
  for (const id of doomed) {
    await store.delete(segmentObject(prefix, id))
    await inTenant((trx) => trx('search_segments').where({ tenant_id: tenantId, id }).delete())
  }
  const removed = orphans ? await removeOrphans(dependencies, tenantId, prefix, hasKeys ? orphanGraceMs : 0) : 0
  return { retired, deleted: doomed.length + removed }
}

/**
 * Retires a missing or unreadable segment: searches read its texts from their versions until they are in another one.
 */
export async function dropSegment(
  { knex, now }: SearchDependencies,
  tenantId: string,
  segmentId: string,
): Promise<void> {
  await inScope(knex, { kind: 'tenant', tenantId }, (trx) => doom(trx, tenantId, [segmentId], now()))
}

async function retire(trx: ScopedTransaction, tenantId: string, now: Date, all: boolean): Promise<number> {
  const { rows } = await trx.raw(
    `select g.id, g.text_bytes as "textBytes", g.made_at < :over as "isOld",
       coalesce(sum(t.bytes) filter (where latest.id is not null), 0)::int as "latestBytes",
       (count(t.segment_id) filter (where t.version_id is null or d.decommissioned_at is not null))::int as gone,
       g.parts - count(t.segment_id)::int as unnamed
     from search_segments g
     left join search_texts t on t.tenant_id = g.tenant_id and t.segment_id = g.id
     left join versions v on v.tenant_id = t.tenant_id and v.id = t.version_id
     left join devices d on d.tenant_id = v.tenant_id and d.id = v.device_id
     left join artifacts latest on latest.tenant_id = v.tenant_id and latest.id = v.artifact_id
       and latest.latest_version_id = v.id
     where g.tenant_id = :tenantId and g.stored_at is not null and g.doomed_at is null
     group by g.id order by g.id`,
    { tenantId, over: new Date(now.getTime() - graceMs) },
  )
  const segments: (SegmentUse & { id: string })[] = rows
  const isUseless = ({ textBytes, isOld, latestBytes, gone, unnamed }: SegmentUse) =>
    all || gone > 0 || (unnamed > 0 && isOld) || (latestBytes * 2 < textBytes && (latestBytes > 0 || isOld))
  const useless = segments.filter(isUseless)
  const little = segments.filter((segment) => !isUseless(segment) && segment.latestBytes < small.bytes)
  const retired = [...useless, ...(little.length >= small.count ? little : [])].map(({ id }) => id)
  if (retired.length > 0) await doom(trx, tenantId, retired, now)
  return retired.length
}

interface SegmentUse {
  textBytes: number
  /** Whether it is older than the time in which rows of its texts may still be inserted. */
  isOld: boolean
  latestBytes: number
  gone: number
  /** Parts that no row references. */
  unnamed: number
}

/** A text of several parts is found in all of its segments, or in none. */
async function doom(trx: ScopedTransaction, tenantId: string, ids: string[], now: Date): Promise<void> {
  await trx.raw(
    `delete from search_texts t where t.tenant_id = :tenantId and (t.segment_id = any(:ids) or t.version_id in (
       select version_id from search_texts o where o.tenant_id = :tenantId and o.segment_id = any(:ids)))`,
    { tenantId, ids },
  )
  await trx('search_segments').where({ tenant_id: tenantId }).whereIn('id', ids).update({ doomed_at: now })
}

async function removeOrphans(
  { knex, store, now }: SearchDependencies,
  tenantId: string,
  prefix: string,
  gracePeriodMs: number,
): Promise<number> {
  const folder = segmentFolder(prefix)
  const known = new Set<string>(
    await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      trx('search_segments').where({ tenant_id: tenantId }).pluck('id'),
    ),
  )
  const youngest = now().getTime() - gracePeriodMs
  const left: string[] = []
  for await (const { key } of store.list(folder)) {
    const id = key.slice(folder.length)
    const createdAt = uuidCreationTime(id)
    if (createdAt && createdAt.getTime() <= youngest && !known.has(id)) left.push(key)
  }
  for (const key of left) await store.delete(key)
  return left.length
}

function unlessDestroyed(error: unknown): false {
  if (error instanceof KeysDestroyed) return false
  throw error
}
