import { crc32 } from 'node:zlib'
import type { ServicePool } from '../workers/service-pool.ts'

/** Pieces compressed at the same time: one for each of two cores, and one that waits. */
const atOnce = 3

/**
 * Yields the bytes as one gzip member (RFC 1952), compressed in the workers. The pieces are those of the source; several
 * are compressed at the same time, and no more are read ahead.
 * @throws TaskStopped if the workers' queue is full
 */
export async function* gzipPieces(
  workers: Pick<ServicePool, 'run'>,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const compressing: Promise<Uint8Array>[] = []
  let crc = 0
  let length = 0
  yield header
  for await (const piece of source) {
    crc = crc32(piece, crc)
    length += piece.length
    const isAlone = piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.length
    const work = workers.run('deflatePiece', piece, isAlone ? [piece.buffer] : [])
    work.catch(() => undefined) // handled when its turn comes
    compressing.push(work)
    if (compressing.length >= atOnce) yield bytesOf(await compressing.shift()!)
  }
  for (const work of compressing) yield bytesOf(await work)
  const end = Buffer.alloc(lastBlock.length + 8)
  end.set(lastBlock)
  end.writeUInt32LE(crc, lastBlock.length)
  end.writeUInt32LE(length % 2 ** 32, lastBlock.length + 4)
  yield end
}

/** Header: deflate, no name, no time, fastest method, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff])

/** An empty final deflate block. */
const lastBlock = Buffer.from([0x03, 0x00])

function bytesOf(block: Uint8Array): Buffer {
  return Buffer.from(block.buffer, block.byteOffset, block.length)
}
