import { createHash } from 'node:crypto'

/** Sizes in bytes. A chunk is at most `max` long, and shorter than `min` only at the end of its input. */
export const chunkSizes = { min: 512 * 1024, average: 1024 * 1024, max: 4 * 1024 * 1024 }

/**
 * Cuts a stream at positions that depend on its content, so that bytes inserted in a large file move only the nearby
 * cuts. FastCDC (Xia et al., USENIX ATC 2016): gear hash, with a stricter mask before the average than after it. The
 * cuts depend on the bytes alone, not on how they were pushed. Input up to `min` is one chunk; empty input has no
 * chunks.
 * `push` keeps views of `data` until their chunk is cut: the caller must not write to it again. Returned chunks are
 * copies.
 * @param allocate returns memory for the copies. By default each has memory of its own: a small Buffer from Node's pool
 *   would keep 64 KiB in memory while it waits for its pack
 */
export function createChunker(allocate: (length: number) => Buffer = Buffer.allocUnsafeSlow): {
  push(data: Uint8Array): Buffer[]
  end(): Buffer[]
} {
  let pieces: Uint8Array[] = []
  let length = 0
  let hash = 0

  function cut(): Buffer {
    const chunk = join(pieces, allocate(length))
    pieces = []
    length = 0
    hash = 0
    return chunk
  }

  return {
    push(data) {
      const chunks: Buffer[] = []
      let from = 0
      while (from < data.length) {
        const scanned = scan(data, from, length, hash)
        pieces.push(from === 0 && scanned.to === data.length ? data : data.subarray(from, scanned.to))
        length += scanned.to - from
        from = scanned.to
        hash = scanned.hash
        if (scanned.isCut) chunks.push(cut())
      }
      return chunks
    },
    end() {
      return length === 0 ? [] : [cut()]
    },
  }
}

/** The gear hash depends on the last 32 bytes: hashing starts that long before the first possible cut. */
const warmUpFrom = chunkSizes.min - 32

/** The highest bits of the hash depend on the most bytes. 2 bits more than for the average, then 2 fewer. */
const strictMask = topBits(Math.log2(chunkSizes.average) + 2)
const looseMask = topBits(Math.log2(chunkSizes.average) - 2)

const gear = gearTable('coffer gear table 1')

/** Continues a chunk of `length` bytes; stops after the cut, or at the end of `data`. */
function scan(data: Uint8Array, start: number, length: number, before: number) {
  const offset = start - length
  let at = Math.min(data.length, Math.max(start, offset + warmUpFrom))
  let hash = before
  const warm = Math.min(data.length, offset + chunkSizes.min)
  for (; at < warm; at++) hash = ((hash << 1) + gear[data[at]!]!) | 0
  const strict = Math.min(data.length, offset + chunkSizes.average)
  for (; at < strict; at++) {
    hash = ((hash << 1) + gear[data[at]!]!) | 0
    if ((hash & strictMask) === 0) return { to: at + 1, hash, isCut: true }
  }
  const loose = Math.min(data.length, offset + chunkSizes.max)
  for (; at < loose; at++) {
    hash = ((hash << 1) + gear[data[at]!]!) | 0
    if ((hash & looseMask) === 0) return { to: at + 1, hash, isCut: true }
  }
  return { to: at, hash, isCut: at === offset + chunkSizes.max }
}

function join(pieces: Uint8Array[], joined: Buffer): Buffer {
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

function topBits(count: number): number {
  return -1 << (32 - count)
}

/** 256 numbers that all versions of agents and service share: other numbers would move all cuts. */
function gearTable(seed: string): Int32Array {
  const table = new Int32Array(256)
  for (let part = 0; part < 32; part++) {
    const digest = createHash('sha256').update(`${seed}:${part}`).digest()
    for (let word = 0; word < 8; word++) table[part * 8 + word] = digest.readInt32LE(word * 4)
  }
  return table
}
