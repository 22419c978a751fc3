import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** Compresses a stream (zstd). */
export function compress(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return through(plain, createZstdCompress())
}

/** Decompresses a stream; rejects if the bytes are not zstd or are truncated. */
export function decompress(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return through(compressed, createZstdDecompress())
}

async function* through(source: AsyncIterable<Buffer>, change: Transform): AsyncGenerator<Buffer> {
  const feeding = pipeline(Readable.from(source, { objectMode: false }), change)
  feeding.catch(() => undefined) // the loop below throws the same error
  yield* change as AsyncIterable<Buffer>
  await feeding
}
