import { createSecretKey } from 'node:crypto'
import { chunkIdAt, chunkIdBytes } from '../../../shared/repository/chunk-id.ts'
import { PackDamaged } from '../../../shared/repository/damaged.ts'
import { readBlock, readChunk } from '../../../shared/repository/pack.ts'
import { type Task, serviceHeapMb } from '../task.ts'

/** Adjacent blocks of one pack. */
export interface BlocksToOpen {
  /** The sealed blocks, one after the other. */
  bytes: Uint8Array
  contentKey: Uint8Array
  chunkIdKey: Uint8Array
  /** Of each block: its offset in the pack, its sealed length, and the number of its chunks. */
  blocks: [offset: number, length: number, chunks: number][]
  /** Ids of all chunks, 32 bytes each. */
  ids: Uint8Array
  /** Offset in its block and length of each chunk. */
  places: Uint32Array
}

/** A decrypted block. `isVerified` is 1 for each chunk that is the content of its id. */
export interface OpenedBlock {
  /** Null if the block could not be opened. */
  raw: Uint8Array<ArrayBuffer> | null
  isVerified: Uint8Array<ArrayBuffer>
}

/** Decrypts blocks and verifies their chunks. */
export const openBlocks: Task<BlocksToOpen, OpenedBlock[]> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },

  run(order) {
    const contentKey = createSecretKey(order.contentKey)
    const chunkIdKey = createSecretKey(order.chunkIdKey)
    let [at, chunk] = [0, 0]
    return order.blocks.map(([blockOffset, blockLength, chunks]) => {
      const sealed = order.bytes.subarray(at, (at += blockLength))
      const isVerified = new Uint8Array(chunks)
      const first = chunk
      chunk += chunks
      const raw = unlessDamaged(() => readBlock(contentKey, sealed, { blockOffset, blockLength }))
      if (!raw) return { raw: null, isVerified }
      for (let i = 0; i < chunks; i++) {
        const [offset, length] = order.places.subarray((first + i) * 2, (first + i) * 2 + 2) as unknown as [
          number,
          number,
        ]
        const id = chunkIdAt(order.ids, (first + i) * chunkIdBytes)
        if (unlessDamaged(() => readChunk(raw, { id, offset, length }, chunkIdKey))) isVerified[i] = 1
      }
      return { raw: alone(raw), isVerified }
    })
  },

  transfer: (output) => output.flatMap(({ raw }) => (raw ? [raw.buffer] : [])),
}

function unlessDamaged(read: () => Buffer): Buffer | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PackDamaged) return undefined
    throw error
  }
}

/** Bytes of other content that may share the memory of a block that is transferred. */
const wasteMax = 64 * 1024

/** Returns bytes that can be transferred: a copy, if they are short, because short Buffers share Node's pool. */
function alone(raw: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = raw
  const isAlone = raw.length > Buffer.poolSize && buffer.byteLength - raw.length < wasteMax
  return isAlone && buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, raw.byteOffset, raw.length)
    : new Uint8Array(raw)
}
