import { crc32 } from 'node:zlib'
import { storedBlocks } from '../stored-blocks.ts'
import type { ServicePool } from '../workers/service-pool.ts'

/** Pieces compressed at the same time: one for each of two cores, and one that waits. */
const atOnce = 3

/** Bytes at the beginning that are always compressed: the speed of the reader is unknown. */
const startBytes = 4 * 1024 * 1024

/** Weight of the latest piece in the measured speed of the reader. */
const latestWeight = 0.2

/** Share of the time spent waiting for the reader above which it is slower than the service. */
const slowReaderShare = 0.1

/**
 * Yields the bytes as one gzip member (RFC 1952), compressed in the workers. The pieces are those of the source; several
 * are compressed at the same time, and no more are read ahead. A reader that never makes the service wait gets pieces that
 * are not compressed: over a fast link, compression takes longer than it saves.
 * @param now milliseconds of a monotonic clock
 * @throws TaskStopped if the workers' queue is full
 */
export async function* gzipPieces(
  workers: Pick<ServicePool, 'run'>,
  source: AsyncIterable<Buffer>,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer> {
  const compressing: Promise<Uint8Array>[] = []
  const reader = createReaderSpeed(now)
  let crc = 0
  let length = 0
  yield header
  for await (const piece of source) {
    crc = crc32(piece, crc)
    length += piece.length
    if (length > startBytes && reader.isFast()) {
      for (const work of compressing.splice(0)) yield bytesOf(await work)
      const stored = Buffer.concat(storedBlocks(piece))
      reader.waits()
      yield stored
      reader.continues()
      continue
    }
    const isAlone = piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.length
    const work = workers.run('deflatePiece', piece, isAlone ? [piece.buffer] : [])
    work.catch(() => undefined) // handled when its turn comes
    compressing.push(work)
    if (compressing.length < atOnce) continue
    const compressed = bytesOf(await compressing.shift()!)
    reader.waits()
    yield compressed
    reader.continues()
  }
  for (const work of compressing) yield bytesOf(await work)
  const end = Buffer.alloc(lastBlock.length + 8)
  end.set(lastBlock)
  end.writeUInt32LE(crc, lastBlock.length)
  end.writeUInt32LE(length % 2 ** 32, lastBlock.length + 4)
  yield end
}

/** Measures which share of the time between two pieces is spent waiting for the reader: a moving average. */
function createReaderSpeed(now: () => number) {
  let share = 1
  let continuedAt = now()
  let waitsSince = continuedAt
  return {
    waits: () => void (waitsSince = now()),
    continues() {
      const at = now()
      const total = at - continuedAt
      if (total > 0) share += latestWeight * ((at - waitsSince) / total - share)
      continuedAt = at
    },
    isFast: () => share < slowReaderShare,
  }
}

/** Header: deflate, no name, no time, fastest method, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff])

/** An empty final deflate block. */
const lastBlock = Buffer.from([0x03, 0x00])

function bytesOf(block: Uint8Array): Buffer {
  return Buffer.from(block.buffer, block.byteOffset, block.length)
}
