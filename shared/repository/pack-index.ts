import { tagBytes } from './aes-gcm.ts'
import { blockHeadBytes } from './block.ts'
import { chunkIdAt, chunkIdBytes } from './chunk-id.ts'
import type { ChunkId } from './chunk-id.ts'
import { chunkSizes } from './chunking.ts'
import { PackDamaged } from './damaged.ts'

/**
 * Location of a chunk. A block is a range of the pack's bytes; `offset` and `length` are within the uncompressed block.
 */
export interface PackedChunk {
  id: ChunkId
  blockOffset: number
  blockLength: number
  offset: number
  length: number
}

/** A block of a pack: its sealed length, and its chunks in order. */
export interface IndexedBlock {
  sealedLength: number
  chunks: { id: ChunkId; length: number }[]
}

/** Limits of a pack, which bound the memory and time of opening one from any writer. */
export const packLimits = {
  /** bytes of the whole pack, as stored */
  sealedBytes: 16 * 1024 * 1024,
  /** bytes of all its chunks: 16 MiB of zeros compress to 600 bytes, but have to be read */
  rawBytes: 64 * 1024 * 1024,
  /** bytes of an uncompressed block: the longest chunk */
  blockRawBytes: chunkSizes.max,
  chunks: 65_536,
}

/** Bytes of the index without `indexBlockBytes` for each block and `indexChunkBytes` for each chunk. */
export const indexHeadBytes = 8
export const indexBlockBytes = 8
export const indexChunkBytes = chunkIdBytes + 4

/** Maximum length of an index: every chunk in its own block. */
export const indexLimit = indexHeadBytes + packLimits.chunks * (indexBlockBytes + indexChunkBytes)

/**
 * Contains lengths only: a position is the sum of the lengths before it, so chunks cannot overlap or leave a gap.
 * uint32: blocks, chunks; for each block: sealed length, chunks; for each chunk in order: id, length.
 */
export function encodeIndex(blocks: IndexedBlock[]): Buffer {
  const count = blocks.reduce((sum, block) => sum + block.chunks.length, 0)
  const index = Buffer.alloc(indexHeadBytes + blocks.length * indexBlockBytes + count * indexChunkBytes)
  let at = index.writeUInt32LE(blocks.length)
  at = index.writeUInt32LE(count, at)
  for (const block of blocks) {
    at = index.writeUInt32LE(block.sealedLength, at)
    at = index.writeUInt32LE(block.chunks.length, at)
  }
  for (const chunk of blocks.flatMap((block) => block.chunks)) {
    at += index.write(chunk.id, at, 'hex')
    at = index.writeUInt32LE(chunk.length, at)
  }
  return index
}

/**
 * @param bodyOffset position of the first block in the pack
 * @throws PackDamaged for an index that `encodeIndex` would not write, or that exceeds `packLimits`
 */
export function decodeIndex(index: Buffer, bodyOffset: number): { chunks: PackedChunk[]; packLength: number } {
  const { blocks, count } = countsOf(index)
  const chunks: PackedChunk[] = []
  const seen = new Set<ChunkId>()
  let chunkAt = indexHeadBytes + blocks * indexBlockBytes
  let blockOffset = bodyOffset
  let rawBytes = 0
  for (let number = 0; number < blocks; number++) {
    const blockLength = index.readUInt32LE(indexHeadBytes + number * indexBlockBytes)
    const held = index.readUInt32LE(indexHeadBytes + number * indexBlockBytes + 4)
    if (blockLength <= tagBytes + blockHeadBytes) throw refuse(`block ${number} is ${blockLength} bytes long`)
    if (held === 0 || chunks.length + held > count) throw refuse(`block ${number} names ${held} chunks`)
    let offset = 0
    for (let i = 0; i < held; i++) {
      const id = chunkIdAt(index, chunkAt)
      const length = index.readUInt32LE(chunkAt + chunkIdBytes)
      if (length === 0 || offset + length > packLimits.blockRawBytes)
        throw refuse(`chunk ${id} is ${length} bytes long`)
      if (seen.has(id)) throw refuse(`chunk ${id} is named twice`)
      seen.add(id)
      chunks.push({ id, blockOffset, blockLength, offset, length })
      offset += length
      chunkAt += indexChunkBytes
    }
    rawBytes += offset
    blockOffset += blockLength
    if (blockOffset > packLimits.sealedBytes) throw refuse(`the pack is longer than ${packLimits.sealedBytes} bytes`)
    if (rawBytes > packLimits.rawBytes) throw refuse(`its chunks are longer than ${packLimits.rawBytes} bytes`)
  }
  if (chunks.length !== count) throw refuse(`it counts ${count} chunks and its blocks hold ${chunks.length}`)
  return { chunks, packLength: blockOffset }
}

function countsOf(index: Buffer): { blocks: number; count: number } {
  if (index.length < indexHeadBytes) throw refuse('it is cut')
  const blocks = index.readUInt32LE(0)
  const count = index.readUInt32LE(4)
  if (count > packLimits.chunks || blocks > count) throw refuse(`it counts ${blocks} blocks and ${count} chunks`)
  if (index.length !== indexHeadBytes + blocks * indexBlockBytes + count * indexChunkBytes) {
    throw refuse(`${index.length} bytes are not those of ${blocks} blocks and ${count} chunks`)
  }
  return { blocks, count }
}

function refuse(how: string): PackDamaged {
  return new PackDamaged('index', how)
}
