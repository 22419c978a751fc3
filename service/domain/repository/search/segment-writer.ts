import { randomUUIDv7 } from 'node:crypto'
import type { SearchedPart } from '../../../../shared/search/find-lines.ts'
import { sealSegment, segmentBytes } from '../../../../shared/search/segment.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { prefixOf } from '../chunks/prefix-of.ts'
import { type SearchDependencies, segmentObject } from './search-dependencies.ts'

/** A text for the index, with the rule revision of its platform. */
export interface IndexedText {
  versionId: string
  revision: number
}

/** Writes texts to segments of one tenant. */
export interface SegmentWriter {
  /**
   * Adds the parts of one text in order; then call `endText`, or `dropText` if the rest cannot be read. Parts of a
   * dropped text that are already stored have no row; their segment is retired like one with a deleted text.
   */
  add(part: SearchedPart): Promise<void>
  dropText(): void
  /** Registers the text: searches find it after the next segment is stored. */
  endText(text: IndexedText): void
  /** Stores the remaining parts. */
  end(): Promise<{ texts: number; segments: number }>
}

/** Location of a part of a text whose version is not registered yet. */
interface Placed {
  segmentId: string
  place: number
  bytes: number
}

/**
 * A segment's row is inserted before its object, so that no object is unknown. Rows of texts are inserted after the
 * object, all parts of a text in one transaction.
 */
export function createSegmentWriter({ knex, keys, store, now }: SearchDependencies, tenantId: string): SegmentWriter {
  let segmentId = randomUUIDv7()
  let parts: SearchedPart[] = []
  let bytes = 0
  let ofText: Placed[] = []
  let ended: (IndexedText & { placed: Placed[] })[] = []
  const done = { texts: 0, segments: 0 }
  const inTenant = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, work)

  async function storeSegment(): Promise<void> {
    if (parts.length === 0) return
    const { dataKey } = await keys.of(tenantId)
    const prefix = await prefixOf(knex, tenantId)
    const sealed = sealSegment(parts, { tenantId, segmentId }, dataKey)
    await inTenant((trx) =>
      trx('search_segments').insert({
        id: segmentId,
        tenant_id: tenantId,
        text_bytes: bytes,
        parts: parts.length,
        made_at: now(),
      }),
    )
    await store.put(segmentObject(prefix, segmentId), sealed)
    done.segments++
    await inTenant(async (trx) => {
      await trx('search_segments').where({ id: segmentId }).update({ stored_at: now() })
      await placeTexts(trx, tenantId, ended)
    })
    done.texts += ended.length
    segmentId = randomUUIDv7()
    parts = []
    bytes = 0
    ended = []
  }

  return {
    async add(part) {
      if (bytes >= segmentBytes.full) await storeSegment()
      ofText.push({ segmentId, place: parts.length, bytes: part.bytes.length })
      parts.push(part)
      bytes += part.bytes.length
    },
    dropText() {
      const held = ofText.filter((placed) => placed.segmentId === segmentId) // its last parts in this segment
      parts.length -= held.length
      for (const placed of held) bytes -= placed.bytes
      ofText = []
    },
    endText(text) {
      ended.push({ ...text, placed: ofText })
      ofText = []
    },
    async end() {
      await storeSegment()
      return done
    },
  }
}

/** Moves a text that is stored with other rules; a text that another replica stored meanwhile stays there. */
async function placeTexts(
  trx: ScopedTransaction,
  tenantId: string,
  texts: (IndexedText & { placed: Placed[] })[],
): Promise<void> {
  const rows = texts.flatMap(({ versionId, revision, placed }) =>
    placed.map((one, part) => ({ ...one, versionId, revision, part, parts: placed.length })),
  )
  const column = <Key extends keyof (typeof rows)[number]>(name: Key) => rows.map((row) => row[name])
  const values = {
    tenantId,
    versions: column('versionId'),
    revisions: column('revision'),
    segments: column('segmentId'),
    places: column('place'),
    numbers: column('part'),
    counts: column('parts'),
    bytes: column('bytes'),
  }
  await trx.raw(
    `delete from search_texts s
     using unnest(cast(:versions as uuid[]), cast(:revisions as int[])) w (version_id, revision)
     where s.tenant_id = :tenantId and s.version_id = w.version_id and s.revision <> w.revision`,
    values,
  )
  await trx.raw(
    `insert into search_texts (tenant_id, segment_id, place, version_id, part, parts, revision, bytes)
     select :tenantId, w.segment_id, w.place, w.version_id, w.part, w.parts, w.revision, w.bytes
     from unnest(cast(:segments as uuid[]), cast(:places as int[]), cast(:versions as uuid[]), cast(:numbers as int[]),
       cast(:counts as int[]), cast(:revisions as int[]), cast(:bytes as int[]))
       w (segment_id, place, version_id, part, parts, revision, bytes)
     join versions v on v.tenant_id = :tenantId and v.id = w.version_id
     on conflict (tenant_id, version_id, part) do nothing`,
    values,
  )
}
