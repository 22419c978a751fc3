import { constants, deflateRawSync } from 'node:zlib'
import { storedBlocks } from '../../stored-blocks.ts'
import { type Task, serviceHeapMb } from '../task.ts'

/**
 * Returns a piece of a longer stream as non-final deflate blocks (RFC 1951) that end at a byte boundary, so that the blocks
 * of several pieces can be concatenated. Incompressible data is stored, at a fortieth of the cost of compressing it.
 */
export const deflatePiece: Task<Uint8Array, Uint8Array<ArrayBuffer>> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },

  run(piece) {
    const blocks: Uint8Array[] = []
    for (let from = 0; from < piece.length;) {
      const stores = isNoise(piece.subarray(from, from + windowBytes))
      let to = Math.min(piece.length, from + windowBytes)
      while (to < piece.length && isNoise(piece.subarray(to, to + windowBytes)) === stores) to += windowBytes
      const run = piece.subarray(from, Math.min(to, piece.length))
      if (stores) blocks.push(...storedBlocks(run))
      else blocks.push(compressedBlocks(run))
      from = to
    }
    return joined(blocks)
  },

  transfer: (output) => [output.buffer],
}

/** Bytes of one decision between storing and compressing: files of this size and larger are distinguished. */
const windowBytes = 8 * 1024

/** Sampled bytes of a window, evenly distributed. */
const sampled = 2048

function compressedBlocks(run: Uint8Array): Uint8Array {
  // level 1: level 6 is 15 % smaller and takes more than twice as long
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, run.length + 64)
  return deflateRawSync(run, { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize })
}

/**
 * Returns whether all byte values are about equally frequent: the sum of the squared counts of n random bytes is
 * n + n²/256 on average. A window with fewer than `sampled` bytes is never noise, because its counts are not significant.
 */
function isNoise(window: Uint8Array): boolean {
  if (window.length < sampled) return false
  const counts = new Uint16Array(256)
  const step = Math.floor(window.length / sampled)
  for (let at = 0, taken = 0; taken < sampled; at += step, taken++) counts[window[at]!]!++
  let squares = 0
  for (const count of counts) squares += count * count
  return squares < 1.1 * (sampled + sampled ** 2 / 256)
}

function joined(blocks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const block of blocks) {
    all.set(block, at)
    at += block.length
  }
  return all
}
