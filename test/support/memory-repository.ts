import { createHmac } from 'node:crypto'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../shared/repository/chunk-writer.ts'
import { readContent } from '../../shared/repository/content.ts'
import { walkTree } from '../../shared/repository/tree.ts'
import type { TreeEntry } from '../../shared/repository/tree-entry.ts'

export type MemoryRepository = ReturnType<typeof createMemoryRepository>

/** Returns a repository with its chunks in memory. With `forget`, it only counts the bytes. */
export function createMemoryRepository({ forget = false } = {}) {
  const chunks = new Map<string, Buffer>()
  const repository = {
    putBytes: 0,
    put(content: Buffer): Promise<ChunkId> {
      repository.putBytes += content.length
      const id = createHmac('sha256', 'key').update(content).digest('hex') as ChunkId
      if (!forget && !chunks.has(id)) chunks.set(id, Buffer.from(content))
      return Promise.resolve(id)
    },
    flush: () => Promise.resolve(),
    read(id: ChunkId): Promise<Buffer> {
      const chunk = chunks.get(id)
      return chunk ? Promise.resolve(chunk) : Promise.reject(new Error(`no chunk ${id}`))
    },
  }
  return repository
}

/** Returns a whole tree by path, as latin1 strings of the bytes. */
export async function readTree(repository: ChunkReader, root: ChunkId): Promise<Map<string, TreeEntry>> {
  const entries = new Map<string, TreeEntry>()
  for await (const { path, entry } of walkTree(repository, root)) entries.set(path.toString('latin1'), entry)
  return entries
}

export async function bytesOf(repository: ChunkReader, entry: TreeEntry | undefined): Promise<Buffer> {
  if (!entry?.content) throw new Error('an entry without content')
  const parts: Buffer[] = []
  for await (const part of readContent(repository, entry.content)) parts.push(part)
  return Buffer.concat(parts)
}
