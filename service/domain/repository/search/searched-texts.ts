import type { Content } from '../../../../shared/repository/content.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { TextRules } from '../../../workers/tasks/scan-texts.ts'
import { latestPlaces, ruleValues } from './search-dependencies.ts'

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
  versionId: string
  deviceId: string
  /** Its parts in segments, in order; empty if it is in no segment yet. */
  places: { segmentId: string; place: number }[]
  /** Present if it is in no segment. */
  captured?: CapturedText
  /** Present if it is masked. */
  rules?: TextRules
}

/** The text of a version, and what its normalisation depends on. */
export interface CapturedText {
  platform: string
  key: string
  content: Content
}

/** A found text as it is shown. */
export interface ShownText {
  artifactId: string
  key: string
  transport: 'ssh' | 'api'
  versionId: string
  capturedAt: Date
  device: ShownDevice
}

export interface ShownDevice {
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
    `select string_agg(uuid_send(a.id), '' order by s.segment_id nulls last, a.id) as ids from ${latestPlaces} ${sql}`,
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

/**
 * Returns the current texts of these lineages, without what is shown of them: most do not match. Versions are read only
 * of texts that are in no segment.
 */
export async function readTexts(
  trx: ScopedTransaction,
  tenantId: string,
  artifactIds: string[],
): Promise<SearchedText[]> {
  const { rows } = await trx.raw<{ rows: FoundText[] }>(
    `select a.id, a.device_id, a.latest_version_id as version_id, s.segment_id, s.place, s.parts
     from ${latestPlaces} and a.id = any(cast(:artifactIds as uuid[]))
     order by s.segment_id nulls last, a.id`,
    { ...ruleValues, tenantId, artifactIds },
  )
  const long = rows.flatMap(({ version_id: id, parts }) => (parts !== null && parts > 1 ? [id] : []))
  const places = await readPlaces(trx, tenantId, long)
  const texts = rows.map((row) => ({
    artifactId: row.id,
    versionId: row.version_id,
    deviceId: row.device_id,
    places: placesOf(row, places.get(row.version_id) ?? []),
  }))
  const unplaced = texts.flatMap((text) => (text.places.length === 0 ? [text.versionId] : []))
  const captured = await readCaptured(trx, tenantId, unplaced)
  return texts.map((text) => (text.places.length > 0 ? text : { ...text, captured: captured.get(text.versionId) }))
}

/** Returns the texts of these versions, by version. One that is deleted meanwhile is missing. */
export async function readCaptured(
  trx: ScopedTransaction,
  tenantId: string,
  versionIds: string[],
): Promise<Map<string, CapturedText>> {
  if (versionIds.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: (CapturedText & { id: string })[] }>(
    `select v.id, v.content, a.key, d.platform from versions v
     join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id
     join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
     where v.tenant_id = :tenantId and v.id = any(cast(:versionIds as uuid[]))`,
    { tenantId, versionIds },
  )
  return new Map(rows.map(({ id, ...captured }) => [id, captured]))
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
  device_id: string
  version_id: string
  segment_id: string | null
  place: number | null
  parts: number | null
}

type Place = SearchedText['places'][number]

/** Returns the parts of texts that have several, by version. */
async function readPlaces(
  trx: ScopedTransaction,
  tenantId: string,
  versionIds: string[],
): Promise<Map<string, Place[]>> {
  if (versionIds.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: (Place & { versionId: string })[] }>(
    `select version_id as "versionId", segment_id as "segmentId", place from search_texts
     where tenant_id = ? and version_id = any(?) order by version_id, part`,
    [tenantId, versionIds],
  )
  return Map.groupBy(rows, ({ versionId }) => versionId)
}

function placesOf(row: FoundText, parts: Place[]): Place[] {
  if (row.segment_id === null || row.place === null) return []
  if (row.parts === 1) return [{ segmentId: row.segment_id, place: row.place }]
  return parts.length === row.parts ? parts : []
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
