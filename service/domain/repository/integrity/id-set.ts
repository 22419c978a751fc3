import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'

/**
 * A set of possibly millions of chunk ids, which stores 8 bytes of each (part of an HMAC). The probability of a false
 * positive is size / 2^64.
 */
export interface ChunkIdSet {
  add(id: ChunkId): void
  has(id: ChunkId): boolean
  readonly size: number
}

export function createChunkIdSet(): ChunkIdSet {
  let ids = new BigUint64Array(1024)
  let size = 0
  let isSorted = true

  return {
    add(id) {
      if (size === ids.length) {
        const grown = new BigUint64Array(ids.length * 2)
        grown.set(ids)
        ids = grown
      }
      ids[size++] = shorten(id)
      isSorted = false
    },
    has(id) {
      if (!isSorted) ids.subarray(0, size).sort()
      isSorted = true
      const wanted = shorten(id)
      let [from, to] = [0, size]
      while (from < to) {
        const middle = (from + to) >>> 1
        if (ids[middle]! < wanted) from = middle + 1
        else to = middle
      }
      return from < size && ids[from] === wanted
    },
    get size() {
      return size
    },
  }
}

function shorten(id: ChunkId): bigint {
  return BigInt(`0x${id.slice(0, 16)}`)
}
