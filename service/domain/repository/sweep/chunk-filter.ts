import { randomBytes } from 'node:crypto'

/**
 * A Bloom filter of the referenced chunks, 2 bytes each. It has no false negatives. A false positive keeps an
 * unreferenced chunk until a filter with another salt no longer matches it.
 */
export interface ChunkFilter {
  /** @param ids concatenated raw ids, of which the one at `offset` is added */
  add(ids: Buffer, offset?: number): void
  mayContain(ids: Buffer, offset?: number): boolean
}

/** Bits per chunk: 8 of them are set; the rate of false positives is 1 in 1,700. */
const bitsPerChunk = 16

/**
 * 128 KiB to 256 MiB. Beyond 10^8 chunks the rate of false positives grows, and unreferenced chunks stay some nights
 * longer.
 */
const fewestBits = 20
const mostBits = 31

/**
 * An id is an HMAC, so its eight words serve as eight hashes; multiplied by random odd numbers, they collide for other
 * ids in each filter.
 */
export function createChunkFilter(expected: number): ChunkFilter {
  const exponent = Math.min(mostBits, Math.max(fewestBits, Math.ceil(Math.log2(Math.max(1, expected) * bitsPerChunk))))
  const bits = new Uint8Array(2 ** (exponent - 3))
  const shift = 32 - exponent
  const factors = Array.from(new Uint32Array(randomBytes(words * 2 * 4).buffer.slice(0, words * 8)), (n) => n | 1)

  function placeOf(ids: Buffer, offset: number, word: number): number {
    const own = ids.readInt32LE(offset + word * 4)
    const next = ids.readInt32LE(offset + ((word + 1) % words) * 4)
    return (Math.imul(own, factors[word]!) + Math.imul(next, factors[word + words]!)) >>> shift
  }

  return {
    add(ids, offset = 0) {
      for (let word = 0; word < words; word++) {
        const place = placeOf(ids, offset, word)
        bits[place >>> 3]! |= 1 << (place & 7)
      }
    },
    mayContain(ids, offset = 0) {
      for (let word = 0; word < words; word++) {
        const place = placeOf(ids, offset, word)
        if ((bits[place >>> 3]! & (1 << (place & 7))) === 0) return false
      }
      return true
    },
  }
}

const words = 8
