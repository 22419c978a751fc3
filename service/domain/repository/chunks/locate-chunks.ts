import type { Knex } from 'knex'
import { type ChunkId, chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import { inScope } from '../../../store/scope.ts'
import { ChunkMissing } from './backup-damaged.ts'

/** Location of a chunk: a block of a pack, and a range of its content. */
export interface ChunkLocation {
  packId: string
  /** The tenant's prefix in the object store. */
  prefix: string
  /** The pack's content key, sealed with the tenant's data key. */
  sealedKey: Buffer
  blockOffset: number
  blockLength: number
  offset: number
  length: number
}

/** A block of a pack with all chunks that the database locates in it, in order. */
export interface PackBlock {
  blockOffset: number
  blockLength: number
  chunks: { id: ChunkId; offset: number; length: number }[]
}

export interface ChunkLocator {
  /**
   * Rejects with ChunkMissing if the chunk is not stored.
   * @param not a location that was wrong: queries again
   */
  locate(id: ChunkId, not?: ChunkLocation): Promise<ChunkLocation>
  /** Returns the block at this location and those after it in its pack. Empty unless the pack is listed. */
  blocksFrom(place: ChunkLocation): PackBlock[]
}

/** Ids per query. */
const batchSize = 2_000

/** Packs of at most this size contain few chunks. */
const smallPackBytes = 64 * 1024

/** Chunks of a pack in one query from which all of the pack are located. */
const listedFrom = 4

/** Packs whose chunks are all located by one query: a pack has up to 65,536. */
const listedAtOnce = 4

/** Maximum number of cached locations, about 300 bytes each. */
const placesLimit = 200_000

/**
 * Locates chunks of one tenant. Requests of the same turn of the event loop share one query. All chunks of a small
 * pack, which contains the texts of one run, are located at once; those of another pack on its second use, because a
 * tree's chunks are in few packs.
 * @param wholePacks lists the blocks of packs from which several chunks are read: to read most of a tree
 */
export function createChunkLocator(knex: Knex, tenantId: string, wholePacks = false): ChunkLocator {
  const known = new Map<ChunkId, ChunkLocation>()
  const met = new Map<string, 'once' | 'whole'>()
  const blocks = new Map<string, PackBlock[]>()
  let waiting = new Map<ChunkId, PromiseWithResolvers<ChunkLocation>>()

  function findLocations(): void {
    const batch = [...waiting].slice(0, batchSize)
    waiting = new Map([...waiting].slice(batchSize))
    if (waiting.size > 0) setImmediate(findLocations)
    const find = async (trx: Knex) => {
      const rows = await findPlaces(trx, tenantId, 'c.id = any(?)', [batch.map(([id]) => Buffer.from(id, 'hex'))])
      const packs = wholePacks ? packsToList(rows) : [...new Set(rows.filter(isReadWhole).map((row) => row.packId))]
      const others = packs.length === 0 ? [] : await findPlaces(trx, tenantId, 'c.pack_id = any(?)', [packs])
      return { rows, others }
    }
    inScope(knex, { kind: 'tenant', tenantId }, find, { repeats: true }).then(
      ({ rows, others }) => {
        answer(batch, [...rows, ...others])
        if (wholePacks) for (const [packId, listed] of listBlocks(others)) blocks.set(packId, listed)
      },
      (error: unknown) => batch.forEach(([, { reject }]) => reject(error)),
    )
  }

  function isReadWhole({ packId, packBytes }: FoundChunk): boolean {
    return met.get(packId) === 'once' || packBytes <= smallPackBytes
  }

  /** Returns packs of which several chunks were found, or that were met before: those with the most chunks first. */
  function packsToList(rows: readonly FoundChunk[]): string[] {
    const counts = new Map<string, number>()
    for (const { packId } of rows) counts.set(packId, (counts.get(packId) ?? 0) + 1)
    return [...counts]
      .filter(([packId, count]) => !blocks.has(packId) && (count >= listedFrom || met.has(packId)))
      .sort(([, a], [, b]) => b - a)
      .slice(0, listedAtOnce)
      .map(([packId]) => packId)
  }

  function answer(batch: [ChunkId, PromiseWithResolvers<ChunkLocation>][], rows: FoundChunk[]): void {
    if (known.size + rows.length > placesLimit) {
      known.clear()
      met.clear()
      blocks.clear()
    }
    const found = new Map(rows.map(({ id, packBytes: _, ...place }) => [id, place]))
    for (const [id, place] of found) known.set(id, place)
    for (const [id, { resolve, reject }] of batch) {
      const place = found.get(id)
      if (place) resolve(place)
      else reject(new ChunkMissing(id))
    }
    for (const packId of new Set(rows.map((row) => row.packId))) met.set(packId, met.has(packId) ? 'whole' : 'once')
  }

  return {
    async locate(id, not) {
      const place = known.get(id)
      if (place && place.packId !== not?.packId) return place
      let wanted = waiting.get(id)
      if (!wanted) {
        if (waiting.size === 0) setImmediate(findLocations)
        wanted = Promise.withResolvers<ChunkLocation>()
        waiting.set(id, wanted)
      }
      return wanted.promise
    },
    blocksFrom({ packId, blockOffset }) {
      const listed = blocks.get(packId) ?? []
      const at = listed.findIndex((block) => block.blockOffset === blockOffset)
      return at < 0 ? [] : listed.slice(at)
    },
  }
}

/** Returns the blocks of each pack in order, with their chunks in order. */
function listBlocks(found: readonly FoundChunk[]): Map<string, PackBlock[]> {
  const packs = new Map<string, Map<number, PackBlock>>()
  for (const { id, packId, blockOffset, blockLength, offset, length } of found) {
    const blocks = packs.get(packId) ?? new Map<number, PackBlock>()
    packs.set(packId, blocks)
    const block = blocks.get(blockOffset) ?? { blockOffset, blockLength, chunks: [] }
    blocks.set(blockOffset, block)
    block.chunks.push({ id, offset, length })
  }
  const inOrder = (blocks: Map<number, PackBlock>) => {
    for (const { chunks } of blocks.values()) chunks.sort((a, b) => a.offset - b.offset)
    return [...blocks.values()].sort((a, b) => a.blockOffset - b.blockOffset)
  }
  return new Map([...packs].map(([packId, blocks]) => [packId, inOrder(blocks)]))
}

type FoundChunk = ChunkLocation & { id: ChunkId; packBytes: number }

async function findPlaces(
  trx: Knex,
  tenantId: string,
  which: string,
  values: (Buffer[] | string[])[],
): Promise<FoundChunk[]> {
  const { rows } = await trx.raw(
    `select c.id, c.pack_id, p.size, t.prefix, p.sealed_key, c.block_offset, c.block_length, c.chunk_offset, c.length
     from chunks c
     join packs p on p.tenant_id = c.tenant_id and p.id = c.pack_id
     join tenants t on t.id = c.tenant_id
     where c.tenant_id = ? and ${which}`,
    [tenantId, ...values],
  )
  return rows.map((row: FoundRow) => ({
    id: row.id.toString('hex', 0, chunkIdBytes) as ChunkId,
    packId: row.pack_id,
    packBytes: row.size,
    prefix: row.prefix,
    sealedKey: row.sealed_key,
    blockOffset: row.block_offset,
    blockLength: row.block_length,
    offset: row.chunk_offset,
    length: row.length,
  }))
}

interface FoundRow {
  id: Buffer
  pack_id: string
  size: number
  prefix: string
  sealed_key: Buffer
  block_offset: number
  block_length: number
  chunk_offset: number
  length: number
}
