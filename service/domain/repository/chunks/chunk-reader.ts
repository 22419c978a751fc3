import { createSecretKey, type KeyObject } from 'node:crypto'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { PackDamaged } from '../../../../shared/repository/damaged.ts'
import { readBlock, readChunk } from '../../../../shared/repository/pack.ts'
import { ObjectNotFound, ObjectDamaged } from '../../../objects/object-store.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { BackupDamaged, ChunkDamaged } from './backup-damaged.ts'
import type { BlockCache } from './block-cache.ts'
import { type ChunkLocation, type PackBlock, createChunkLocator } from './locate-chunks.ts'
import { isVerified, openBlocks, selectBlocks } from './open-blocks.ts'
import { openPackKey } from './pack-key.ts'
import { type RepositoryDependencies, packObject } from './object-names.ts'

/**
 * Reads chunks of one tenant, only their blocks, and verifies them against their ids. If a pack is gone, the chunk may
 * have moved since it was located, so it is located again. The result is a view of a shared block: callers must not
 * write to it.
 * @param workers if given, the following blocks of a pack are read with the first one and opened in workers: for reading
 *   most of a tree in order
 */
export function createChunkReader(
  { knex, keys, store }: Pick<RepositoryDependencies, 'knex' | 'keys' | 'store'>,
  blocks: BlockCache,
  tenantId: string,
  workers?: RepositoryDependencies['workers'],
): ChunkReader {
  const { locate, blocksFrom } = createChunkLocator(knex, tenantId, workers !== undefined)
  let imported: { keys: TenantKeys; chunkIdKey: KeyObject } | undefined

  function chunkIdKeyOf(keys: TenantKeys): KeyObject {
    if (imported?.keys !== keys) imported = { keys, chunkIdKey: createSecretKey(keys.chunkIdKey) }
    return imported.chunkIdKey
  }

  async function openBlock(tenantKeys: TenantKeys, place: Omit<ChunkLocation, 'offset' | 'length'>): Promise<Buffer> {
    const contentKey = openPackKey(tenantKeys, place.packId, place.sealedKey)
    const range = { offset: place.blockOffset, length: place.blockLength }
    return readBlock(contentKey, await store.get(packObject(place.prefix, place.packId), range), place)
  }

  /** The blocks after this one in its pack are opened too, and cached. */
  async function openAhead(tenantKeys: TenantKeys, place: ChunkLocation): Promise<Buffer> {
    const group = selectBlocks(blocksFrom(place), (block) => blocks.has(keyOf({ ...place, ...block })))
    if (!workers || group.length === 0) return openBlock(tenantKeys, place)
    const opened = openBlocks({ store, workers }, tenantKeys, place, group)
    const take = async (block: Pick<PackBlock, 'blockOffset' | 'blockLength'>) =>
      (await opened).get(block.blockOffset) ?? openBlock(tenantKeys, { ...place, ...block })
    for (const { blockOffset, blockLength } of group.slice(1)) {
      const block = { blockOffset, blockLength }
      blocks.get(keyOf({ ...place, ...block }), () => take(block)).catch(() => undefined) // reported to its reader
    }
    return take(place)
  }

  async function readAt(id: ChunkId, tenantKeys: TenantKeys, place: ChunkLocation): Promise<Buffer> {
    try {
      const block = await blocks.get(keyOf(place), () => openAhead(tenantKeys, place))
      if (isVerified(block, id, place)) return block.subarray(place.offset, place.offset + place.length)
      return readChunk(block, { ...place, id }, chunkIdKeyOf(tenantKeys))
    } catch (error) {
      throw asDamage(id, place, error)
    }
  }

  return {
    async read(id) {
      const tenantKeys = await keys.of(tenantId)
      const place = await locate(id)
      try {
        return await readAt(id, tenantKeys, place)
      } catch (error) {
        if (!(error instanceof ChunkDamaged)) throw error
        const now = await locate(id, place)
        if (now.packId === place.packId) throw error
        return readAt(id, tenantKeys, now)
      }
    },
  }
}

function keyOf({ packId, blockOffset }: Pick<ChunkLocation, 'packId' | 'blockOffset'>): string {
  return `${packId}/${blockOffset}`
}

function asDamage(id: ChunkId, place: ChunkLocation, error: unknown): unknown {
  if (error instanceof BackupDamaged) return error
  const isDamaged = error instanceof PackDamaged || error instanceof ObjectNotFound || error instanceof ObjectDamaged
  return isDamaged ? new ChunkDamaged(id, place.packId, error) : error
}
