import { createHash } from 'node:crypto'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { PackDamaged } from '../../../../shared/repository/damaged.ts'
import { readBlock, readChunk, verifyPack } from '../../../../shared/repository/pack.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { Pack, PackDamageKind } from '../../../store/models/pack.ts'
import { openPackKey } from '../chunks/pack-key.ts'
import type { ReadObject } from '../stored-objects/read-object.ts'
import type { PackedChunk } from '../../../../shared/repository/pack-index.ts'

/** Result of a pack's verification. */
export interface PackCheck {
  /** Null if the pack is intact. */
  fault: { kind: PackDamageKind; words: string } | null
  /** Chunks that the database locates in this pack and that cannot be read from it. */
  unreadable: ChunkId[]
}

/**
 * Compares a pack in the store with the database: digests, header, all blocks and chunks, and the locations of the
 * chunks. For a faulty pack it returns exactly which chunks are lost: a damaged header affects only a rebuild of the
 * index.
 * @param placed all chunks that the database locates in this pack
 */
export async function verifyStoredPack(
  found: ReadObject,
  pack: Pick<Pack, 'id' | 'size' | 'sha256' | 'sealedKey'>,
  placed: PackedChunk[],
  keys: TenantKeys,
): Promise<PackCheck> {
  if (found.state !== 'read') {
    const words = found.state === 'missing' ? 'it is not in the store' : found.words
    return { fault: { kind: found.state, words }, unreadable: placed.map(({ id }) => id) }
  }
  const fault = await findFault(found.bytes, pack, placed, keys)
  return { fault, unreadable: fault ? findUnreadable(found.bytes, pack, placed, keys) : [] }
}

async function findFault(
  bytes: Buffer,
  pack: Pick<Pack, 'id' | 'size' | 'sha256' | 'sealedKey'>,
  placed: PackedChunk[],
  keys: TenantKeys,
): Promise<PackCheck['fault']> {
  if (bytes.length !== pack.size) {
    return { kind: 'length', words: `it is ${bytes.length} bytes long, ${pack.size} were stored` }
  }
  try {
    const { chunks, contentKey } = await verifyPack(bytes, keys)
    const sha256 = createHash('sha256').update(bytes).digest()
    if (!sha256.equals(pack.sha256)) return { kind: 'digest', words: 'its SHA-256 is another one' }
    return findMisplaced(contentKeyOf(pack, keys)?.equals(contentKey) ?? false, chunks, placed)
  } catch (error) {
    if (error instanceof PackDamaged) return { kind: kindOf(error), words: error.message }
    throw error
  }
}

/** Checks that the database's locations match an intact pack. */
function findMisplaced(keyFits: boolean, chunks: PackedChunk[], placed: PackedChunk[]): PackCheck['fault'] {
  if (!keyFits) return { kind: 'place', words: 'the database has another content key for it' }
  const known = new Map(chunks.map((chunk) => [chunk.id, placeOf(chunk)]))
  const wrong = placed.filter((chunk) => known.get(chunk.id) !== placeOf(chunk))
  if (wrong.length === 0) return null
  return { kind: 'place', words: `the database looks for ${wrong.length} of its chunks where they are not` }
}

function findUnreadable(
  bytes: Buffer,
  pack: Pick<Pack, 'id' | 'sealedKey'>,
  placed: PackedChunk[],
  keys: TenantKeys,
): ChunkId[] {
  const contentKey = contentKeyOf(pack, keys)
  if (!contentKey) return placed.map(({ id }) => id)
  const blocks = Map.groupBy(placed, ({ blockOffset, blockLength }) => `${blockOffset}/${blockLength}`)
  return [...blocks.values()].flatMap((chunks) => {
    const { blockOffset, blockLength } = chunks[0]!
    const block = unlessDamaged(() =>
      readBlock(contentKey, bytes.subarray(blockOffset, blockOffset + blockLength), { blockOffset, blockLength }),
    )
    const isLost = (chunk: PackedChunk) => !block || !unlessDamaged(() => readChunk(block, chunk, keys.chunkIdKey))
    return chunks.filter(isLost).map(({ id }) => id)
  })
}

/** Returns null if the database's copy of the key cannot be decrypted: the pack is then unreadable. */
function contentKeyOf({ id, sealedKey }: Pick<Pack, 'id' | 'sealedKey'>, keys: TenantKeys): Buffer | null {
  try {
    return sealedKey && openPackKey(keys, id, sealedKey)
  } catch {
    return null
  }
}

function unlessDamaged<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof PackDamaged) return null
    throw error
  }
}

function placeOf({ blockOffset, blockLength, offset, length }: PackedChunk): string {
  return [blockOffset, blockLength, offset, length].join()
}

function kindOf({ part }: PackDamaged): PackDamageKind {
  if (part === 'header' || part === 'index') return part
  if (part === 'content key') return 'content_key'
  if (part === 'pack') return 'length'
  return part.startsWith('chunk') ? 'chunk' : 'block'
}
