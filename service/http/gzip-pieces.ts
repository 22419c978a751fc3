import { crc32 } from 'node:zlib'
import type { ServicePool } from '../workers/service-pool.ts'

/** Pieces that are compressed at a time: one for each of two cores, and one that waits. */
const atOnce = 3

/**
 * The bytes as one gzip member (RFC 1952), compressed in the workers, several pieces at a time; a piece is as long as the
 * source gives it. Reads no further ahead than that.
 * @throws TaskStopped when the workers have too much to do
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
    work.catch(() => undefined) // told when its turn comes
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

/** Deflate, no name and no time, made by the fastest method on an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff])

/** An empty deflate block that is the last one. */
const lastBlock = Buffer.from([0x03, 0x00])

function bytesOf(block: Uint8Array): Buffer {
  return Buffer.from(block.buffer, block.byteOffset, block.length)
}
