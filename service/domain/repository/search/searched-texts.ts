import type { Content } from '../../../../shared/repository/content.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { latestTexts, ruleValues } from './search-dependencies.ts'

/** Filters by device; an absent filter matches all. */
export interface SearchFilter {
  platform?: string
  site?: string
  tag?: string
  /** Of the artifact. */
  key?: string
}

/** A text to search, and its location. */
export interface SearchedText {
  artifactId: string
  key: string
  transport: 'ssh' | 'api'
  versionId: string
  capturedAt: Date
  device: SearchedDevice
  content: Content
  /** Its parts in segments, in order; empty if it is in no segment yet. */
  places: { segmentId: string; place: number }[]
}

export interface SearchedDevice {
  id: string
  name: string
  platform: string
  site: string
}

const idBytes = 16

/**
 * Returns the lineages to search, 16 bytes each, ordered by segment. Their current texts are looked up page by page, so
 * that concurrent backups cause no missing or repeated text.
 */
export async function planSearch(trx: ScopedTransaction, tenantId: string, filter: SearchFilter): Promise<Buffer> {
  const { sql, values } = conditions(filter)
  const { rows } = await trx.raw(
    `select string_agg(uuid_send(a.id), '' order by s.segment_id nulls last, a.id) as ids from ${latestTexts} ${sql}`,
    { ...ruleValues, tenantId, ...values },
  )
  return (rows[0].ids as Buffer | null) ?? Buffer.alloc(0)
}

/** Lineages of the first page, and of the largest: about 4 MB of rows. */
const pageSizes = { first: 1_000, largest: 4_000 }

/**
 * Splits the plan into pages, each twice as large as the one before: the first is found quickly, and large ones cost
 * less per text, because they are joined as a whole.
 */
export function* pagesOf(plan: Buffer): Generator<string[]> {
  let size = pageSizes.first
  for (let at = 0; at < plan.length;) {
    const page = plan.subarray(at, at + size * idBytes)
    at += page.length
    size = Math.min(2 * size, pageSizes.largest)
    yield Array.from({ length: page.length / idBytes }, (_, index) =>
      page.toString('hex', index * idBytes, (index + 1) * idBytes),
    )
  }
}

/** Returns the current texts of these lineages. */
export async function readTexts(
  trx: ScopedTransaction,
  tenantId: string,
  artifactIds: string[],
): Promise<SearchedText[]> {
  const { rows } = await trx.raw(
    `select a.id, a.key, a.transport, v.id as version_id, v.captured_at, v.content, d.id as device_id, d.name, d.platform,
       d.site, s.segment_id, s.place, s.parts
     from ${latestTexts} and a.id = any(cast(:artifactIds as uuid[]))
     order by s.segment_id nulls last, a.id`,
    { ...ruleValues, tenantId, artifactIds },
  )
  const texts: FoundText[] = rows
  const long = texts.flatMap(({ version_id: id, parts }) => (parts !== null && parts > 1 ? [id] : []))
  const places = long.length === 0 ? [] : await readPlaces(trx, tenantId, long)
  return texts.map((row) => ({
    artifactId: row.id,
    key: row.key,
    transport: row.transport,
    versionId: row.version_id,
    capturedAt: row.captured_at,
    device: { id: row.device_id, name: row.name, platform: row.platform, site: row.site },
    content: row.content,
    places: placesOf(row, places),
  }))
}

/** Returns how many devices of a filter have no searchable text. */
export async function countWithoutText(
  trx: ScopedTransaction,
  tenantId: string,
  filter: SearchFilter,
): Promise<number> {
  const { sql, values } = conditions({ ...filter, key: undefined })
  const { rows } = await trx.raw(
    `select count(*)::int as count from devices d
     where d.tenant_id = :tenantId and d.decommissioned_at is null ${sql} and not exists (
       select from artifacts a where a.tenant_id = d.tenant_id and a.device_id = d.id and a.kind = 'text'
         and a.latest_version_id is not null and (cast(:key as text) is null or a.key = :key))`,
    { tenantId, ...values, key: filter.key ?? null },
  )
  return rows[0].count
}

interface FoundText {
  id: string
  key: string
  transport: 'ssh' | 'api'
  version_id: string
  captured_at: Date
  content: Content
  device_id: string
  name: string
  platform: string
  site: string
  segment_id: string | null
  place: number | null
  parts: number | null
}

interface FoundLocation {
  versionId: string
  segmentId: string
  place: number
}

async function readPlaces(trx: ScopedTransaction, tenantId: string, versionIds: string[]): Promise<FoundLocation[]> {
  const { rows } = await trx.raw(
    `select version_id as "versionId", segment_id as "segmentId", place from search_texts
     where tenant_id = ? and version_id = any(?) order by version_id, part`,
    [tenantId, versionIds],
  )
  return rows
}

function placesOf(row: FoundText, places: FoundLocation[]): SearchedText['places'] {
  if (row.segment_id === null || row.place === null) return []
  if (row.parts === 1) return [{ segmentId: row.segment_id, place: row.place }]
  const own = places.filter(({ versionId }) => versionId === row.version_id)
  return own.length === row.parts ? own : []
}

function conditions({ platform, site, tag, key }: SearchFilter): { sql: string; values: Record<string, string> } {
  const all = {
    platform: { value: platform, sql: 'and d.platform = :platform' },
    site: { value: site, sql: 'and d.site = :site' },
    tag: { value: tag, sql: 'and :tag = any(d.tags)' },
    key: { value: key, sql: 'and a.key = :key' },
  }
  const given = Object.entries(all).filter(([, { value }]) => value !== undefined)
  return {
    sql: given.map(([, { sql }]) => sql).join(' '),
    values: Object.fromEntries(given.map(([name, { value }]) => [name, value as string])),
  }
}
