import { hash } from 'node:crypto'
import { chunkIdBytes } from '../../../shared/repository/chunk-id.ts'
import { PackDamaged } from '../../../shared/repository/damaged.ts'
import { verifyPack as verifyPackBytes } from '../../../shared/repository/pack.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface PackToVerify {
  bytes: Uint8Array
  sha256: Uint8Array
  /** An upload address of the store accepts these bytes, also after the verification. Null if there was none. */
  md5: Uint8Array | null
  tenantId: string
  repositoryPrivateKey: Uint8Array
  chunkIdKey: Uint8Array
}

/** Chunks as columns, in pack order. There are many, and typed arrays cross between threads without a copy. */
export type VerifiedPack =
  | { wrong: string }
  | {
      wrong: null
      contentKey: Uint8Array
      /** 32 bytes each */
      ids: Uint8Array<ArrayBuffer>
      /** blockOffset, blockLength, offset, length of each */
      places: Uint32Array<ArrayBuffer>
    }

/**
 * Decrypts a pack and checks every chunk against its id. Returns the reason for the first part that fails, and the pack's
 * memory.
 */
export const verifyPack: Task<PackToVerify, VerifiedPack & { bytes: Uint8Array }> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },

  async run({ bytes, sha256, md5, tenantId, repositoryPrivateKey, chunkIdKey }) {
    if (!hash('sha256', bytes, 'buffer').equals(sha256)) return { bytes, wrong: 'its SHA-256 is another one' }
    if (md5 && !hash('md5', bytes, 'buffer').equals(md5)) return { bytes, wrong: 'its MD5 is another one' }
    try {
      const opener = { tenantId, repositoryPrivateKey, chunkIdKey }
      const { chunks, contentKey } = await verifyPackBytes(bytes, opener)
      const ids = new Uint8Array(chunks.length * chunkIdBytes)
      const places = new Uint32Array(chunks.length * 4)
      for (const [i, { id, blockOffset, blockLength, offset, length }] of chunks.entries()) {
        ids.set(Buffer.from(id, 'hex'), i * chunkIdBytes)
        places.set([blockOffset, blockLength, offset, length], i * 4)
      }
      return { bytes, wrong: null, contentKey: new Uint8Array(contentKey), ids, places }
    } catch (error) {
      if (error instanceof PackDamaged) return { bytes, wrong: error.message }
      throw error
    }
  },

  transfer(output) {
    const pack = output.bytes.buffer instanceof ArrayBuffer ? [output.bytes.buffer] : []
    return output.wrong === null ? [output.ids.buffer, output.places.buffer, ...pack] : pack
  },
}
