import { chunkIdOf } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { type SealedPack, createPackBuilder } from '../../shared/repository/pack-builder.ts'

/** The tenant and the keys for which chunks are named and packed. */
interface PackTarget {
  tenantId: string
  chunkIdKey: Buffer
  repositoryPublicKey: Parameters<typeof createPackBuilder>[0]['repositoryPublicKey']
}

/** Returns a writer that packs the given chunks, and passes each full pack, and the last one at `flush`, to `send`. */
export function createPackWriter(target: PackTarget, send: (pack: SealedPack) => Promise<void>): ChunkWriter {
  let builder = createPackBuilder(target)
  const writer: ChunkWriter = {
    async put(content) {
      if (!builder.hasCapacity(content.length)) await writer.flush()
      const chunk = chunkIdOf(target.chunkIdKey, content)
      await builder.add(chunk, content)
      return chunk
    },
    async flush() {
      if (builder.count === 0) return
      const pack = await builder.seal()
      builder = createPackBuilder(target)
      await send(pack)
    },
  }
  return writer
}
