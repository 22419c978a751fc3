import { randomBytes } from 'node:crypto'

/**
 * Remembers which chunks are referred to, in 2 bytes each: a Bloom filter. It never forgets one; now and then it takes a
 * stranger for one it knows, which keeps that stranger until another filter, salted anew, does not.
 */
export interface ChunkFilter {
  /** @param ids raw ids side by side, of which the one at `offset` is meant */
  add(ids: Buffer, offset?: number): void
  mayHold(ids: Buffer, offset?: number): boolean
}

/** Bits of each chunk: 8 of them are set, and 1 stranger in 1,700 is taken for a friend. */
const bitsPerChunk = 16

/** 128 KiB to 256 MiB. Beyond 10^8 chunks more and more strangers are spared, each for some nights. */
const fewestBits = 20
const mostBits = 31

/**
 * An id is an HMAC, so its eight words are as good as eight hashes; multiplied by odd numbers that nobody knows
 * beforehand, they collide for other ids every time.
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
    mayHold(ids, offset = 0) {
      for (let word = 0; word < words; word++) {
        const place = placeOf(ids, offset, word)
        if ((bits[place >>> 3]! & (1 << (place & 7))) === 0) return false
      }
      return true
    },
  }
}

const words = 8
