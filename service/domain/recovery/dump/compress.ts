import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** Compresses a stream (zstd). */
export function compress(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return through(plain, createZstdCompress())
}

/** The other way; rejects when the bytes are none that zstd wrote, or not all. */
export function decompress(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return through(compressed, createZstdDecompress())
}

async function* through(source: AsyncIterable<Buffer>, change: Transform): AsyncGenerator<Buffer> {
  const feeding = pipeline(Readable.from(source, { objectMode: false }), change)
  feeding.catch(() => undefined) // the same error ends the loop below
  yield* change as AsyncIterable<Buffer>
  await feeding
}
