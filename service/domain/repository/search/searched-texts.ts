import type { Content } from '../../../../shared/repository/content.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { TextRules } from '../../../workers/tasks/scan-texts.ts'
import type { ContentContext } from '../content/content-context.ts'
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

/** A text in a plan: artifact, device, version, segment, place and number of parts. Without a segment, it has no part. */
export const entryBytes = 4 * idBytes + 2 * 4

const noSegment = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the current text of each lineage to search and its place, 72 bytes each, ordered by segment. It is one
 * statement, so concurrent backups cause no missing or repeated text. Segments outlive their last text by an hour.
 */
export async function planSearch(trx: ScopedTransaction, tenantId: string, filter: SearchFilter): Promise<Buffer> {
  const { sql, values } = conditions(filter)
  const { rows } = await trx.raw(
    `select string_agg(
       uuid_send(a.id) || uuid_send(a.device_id) || uuid_send(a.latest_version_id)
         || uuid_send(coalesce(s.segment_id, '${noSegment}')) || int4send(coalesce(s.place, 0))
         || int4send(coalesce(s.parts, 0)),
       '' order by s.segment_id nulls last, a.id) as entries
     from ${latestPlaces} ${sql}`,
    { ...ruleValues, tenantId, ...values },
  )
  return (rows[0].entries as Buffer | null) ?? Buffer.alloc(0)
}

/** Texts of the first page, and of the largest. */
const pageSizes = { first: 1_000, largest: 4_000 }

/** Splits the plan into pages, each twice as large as the one before, so that the first is read quickly. */
export function* pagesOf(plan: Buffer): Generator<Buffer> {
  let size = pageSizes.first
  for (let at = 0; at < plan.length;) {
    const page = plan.subarray(at, at + size * entryBytes)
    at += page.length
    size = Math.min(2 * size, pageSizes.largest)
    yield page
  }
}

/**
 * Returns the texts of a page. Only texts that have several parts or are in no segment are looked up, in a transaction
 * of their own.
 */
export async function readTexts(
  inTransaction: ContentContext['inTransaction'],
  tenantId: string,
  page: Buffer,
): Promise<SearchedText[]> {
  const entries = entriesOf(page)
  const several = entries.flatMap(({ versionId, parts }) => (parts > 1 ? [versionId] : []))
  const places: Map<string, Place[]> =
    several.length === 0 ? new Map() : await inTransaction(({ trx }) => readPlaces(trx, tenantId, several))
  const texts = entries.map(({ segmentId, place, parts, ...text }): SearchedText => {
    if (parts < 2) return { ...text, places: parts === 1 ? [{ segmentId, place }] : [] }
    const found = places.get(text.versionId) ?? []
    return { ...text, places: found.length === parts ? found : [] }
  })
  const unplaced = texts.flatMap((text) => (text.places.length === 0 ? [text.versionId] : []))
  if (unplaced.length === 0) return texts
  const captured = await inTransaction(({ trx }) => readCaptured(trx, tenantId, unplaced))
  return texts.map((text) => (text.places.length > 0 ? text : { ...text, captured: captured.get(text.versionId) }))
}

interface PlanEntry extends Omit<SearchedText, 'places'> {
  segmentId: string
  place: number
  parts: number
}

function entriesOf(page: Buffer): PlanEntry[] {
  const hex = page.toString('hex')
  return Array.from({ length: page.length / entryBytes }, (_, index) => {
    const at = index * entryBytes
    const [artifactId, deviceId, versionId, segmentId] = [0, 1, 2, 3].map((n) => uuidAt(hex, at + n * idBytes))
    return {
      artifactId: artifactId!,
      deviceId: deviceId!,
      versionId: versionId!,
      segmentId: segmentId!,
      place: page.readInt32BE(at + 4 * idBytes),
      parts: page.readInt32BE(at + 4 * idBytes + 4),
    }
  })
}

/** @param at of the first byte, of which `hex` has two characters */
function uuidAt(hex: string, at: number): string {
  const part = (from: number, to: number) => hex.slice(2 * (at + from), 2 * (at + to))
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}-${part(8, 10)}-${part(10, 16)}`
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

type Place = SearchedText['places'][number]

/** Returns the parts of texts that have several, by version. */
async function readPlaces(
  trx: ScopedTransaction,
  tenantId: string,
  versionIds: string[],
): Promise<Map<string, Place[]>> {
  const { rows } = await trx.raw<{ rows: (Place & { versionId: string })[] }>(
    `select version_id as "versionId", segment_id as "segmentId", place from search_texts
     where tenant_id = ? and version_id = any(?) order by version_id, part`,
    [tenantId, versionIds],
  )
  return Map.groupBy(rows, ({ versionId }) => versionId)
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
