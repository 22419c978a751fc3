import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { ObjectDamaged, ObjectNotFound, StoreUnreachable } from '../../../objects/object-store.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import type { BlocksToOpen } from '../../../workers/tasks/open-blocks.ts'
import type { ChunkLocation, PackBlock } from './locate-chunks.ts'
import { type RepositoryDependencies, packObject } from './object-names.ts'
import { openPackKey } from './pack-key.ts'

/** Limits of blocks that are read by one request and opened by one task, in bytes. */
const ahead = { sealed: 2 * 1024 * 1024, raw: 4 * 1024 * 1024 }

/** Chunks of a decrypted block that a worker verified. The main thread need not compute their ids again. */
const verified = new WeakMap<Buffer, ReadonlyMap<ChunkId, { offset: number; length: number }>>()

/** Returns whether the chunk at this position of the block was verified against its id when the block was opened. */
export function isVerified(block: Buffer, id: ChunkId, { offset, length }: ChunkLocation): boolean {
  const chunk = verified.get(block)?.get(id)
  return chunk?.offset === offset && chunk.length === length
}

/**
 * Returns the first blocks of the list that one request reads: at least one, adjacent in the pack, and none that is
 * already cached.
 */
export function selectBlocks(blocks: readonly PackBlock[], isCached: (block: PackBlock) => boolean): PackBlock[] {
  let [sealed, raw, end] = [0, 0, blocks[0]?.blockOffset]
  const past = blocks.findIndex((block, at) => {
    const last = block.chunks.at(-1)
    sealed += block.blockLength
    raw += last ? last.offset + last.length : 0
    const isAdjacent = block.blockOffset === end
    end = block.blockOffset + block.blockLength
    return at > 0 && (!isAdjacent || sealed > ahead.sealed || raw > ahead.raw || isCached(block))
  })
  return blocks.slice(0, past < 0 ? undefined : past)
}

/**
 * Reads adjacent blocks of a pack with one request; a worker decrypts them and verifies their chunks.
 * @returns the blocks by their offset. One that could not be read or opened is absent: open it alone to learn why.
 */
export async function openBlocks(
  { store, workers }: Pick<RepositoryDependencies, 'store' | 'workers'>,
  keys: TenantKeys,
  { packId, prefix, sealedKey }: ChunkLocation,
  blocks: readonly PackBlock[],
): Promise<Map<number, Buffer>> {
  const [first, last] = [blocks[0]!, blocks.at(-1)!]
  const range = { offset: first.blockOffset, length: last.blockOffset + last.blockLength - first.blockOffset }
  try {
    const bytes = await store.get(packObject(prefix, packId), range)
    const chunks = blocks.flatMap((block) => block.chunks)
    const order: BlocksToOpen = {
      bytes,
      contentKey: openPackKey(keys, packId, sealedKey),
      chunkIdKey: keys.chunkIdKey,
      blocks: blocks.map(({ blockOffset, blockLength, chunks: { length } }) => [blockOffset, blockLength, length]),
      ids: Buffer.from(chunks.map(({ id }) => id).join(''), 'hex'),
      places: Uint32Array.from(chunks.flatMap(({ offset, length }) => [offset, length])),
    }
    const isAlone = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length
    const opened = await workers.run('openBlocks', order, isAlone ? [bytes.buffer as ArrayBuffer] : [])
    return new Map(
      blocks.flatMap((block, at) => {
        const { raw, isVerified } = opened[at]!
        if (!raw) return []
        const content = Buffer.from(raw.buffer, raw.byteOffset, raw.length)
        const sound = block.chunks.filter((_, chunk) => isVerified[chunk] === 1)
        verified.set(content, new Map(sound.map(({ id, offset, length }) => [id, { offset, length }])))
        return [[block.blockOffset, content] as const]
      }),
    )
  } catch (error) {
    if (isExpected(error)) return new Map()
    throw error
  }
}

function isExpected(error: unknown): boolean {
  return [ObjectNotFound, ObjectDamaged, StoreUnreachable, TaskStopped].some((kind) => error instanceof kind)
}
