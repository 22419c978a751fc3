import { chunkIdOf } from '../../../shared/repository/chunk-id.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { ChunkReader, ChunkWriter } from '../../../shared/repository/chunk-writer.ts'

/** A place for chunks, which remembers how often each was put and read. */
export function createMemoryChunks(chunkIdKey: Buffer = Buffer.alloc(32, 7)) {
  const stored = new Map<ChunkId, Buffer>()
  const reads: ChunkId[] = []
  let puts = 0
  const chunks: ChunkWriter & ChunkReader = {
    async put(content) {
      const id = chunkIdOf(chunkIdKey, content)
      stored.set(id, content)
      puts++
      return id
    },
    async flush() {},
    async read(id) {
      const content = stored.get(id)
      if (!content) throw new Error(`no chunk ${id}`)
      reads.push(id)
      return content
    },
  }
  return { ...chunks, stored, reads, puts: () => puts }
}
