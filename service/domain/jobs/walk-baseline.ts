import type { BaselineFile } from '../../../shared/agent-protocol/baseline.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../shared/repository/chunk-writer.ts'
import { isDamage } from '../repository/chunks/backup-damaged.ts'
import { openRoot, streamFolder } from '../../../shared/repository/tree.ts'
import type { TreeEntry } from '../../../shared/repository/tree-entry.ts'

/** Approximate bytes of JSON of a page: sealed and sent, it is well below the contract's limit. */
const pageBytes = 2 * 1024 * 1024

/**
 * Returns a page of a tree's regular files, in the order of a walk, after the path `after` (latin1 of its bytes; empty
 * for the first page). Listings that end before `after` are not read. `next` is the start of the following page, null
 * for the last page. Ends where the tree cannot be read: the agent then reads the remaining files again.
 */
export async function readBaselinePage(
  reader: ChunkReader,
  root: ChunkId,
  after: string,
  maxBytes: number = pageBytes,
): Promise<{ files: BaselineFile[]; next: string | null }> {
  const files: BaselineFile[] = []
  let bytes = 0
  const behind = after === '' ? [] : after.split('/').map((name) => Buffer.from(name, 'latin1'))
  try {
    for await (const file of filesBehind(reader, await openRoot(reader, root), '', behind)) {
      if (bytes >= maxBytes) return { files, next: files.at(-1)?.path ?? null }
      files.push(file)
      bytes += 100 + file.path.length + 67 * idsIn(file)
    }
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  return { files, next: null }
}

function idsIn({ content }: BaselineFile): number {
  return 'chunks' in content ? content.chunks.length : content.list.length
}

async function* filesBehind(
  reader: ChunkReader,
  folder: TreeEntry,
  path: string,
  behind: Buffer[],
): AsyncGenerator<BaselineFile> {
  if (!folder.content) return
  const [first, ...deeper] = behind
  for await (const entry of streamFolder(reader, folder.content)) {
    const order = first ? Buffer.compare(entry.name, first) : 1
    if (order < 0 || (order === 0 && entry.type !== 'directory')) continue
    const entryPath = path === '' ? entry.name.toString('latin1') : `${path}/${entry.name.toString('latin1')}`
    if (entry.type === 'directory') yield* filesBehind(reader, entry, entryPath, order === 0 ? deeper : [])
    else if (isWhole(entry)) yield baselineFile(entryPath, entry)
  }
}

/** A file that was not read completely is read again. */
function isWhole(entry: TreeEntry): entry is TreeEntry & { content: BaselineFile['content'] } {
  return entry.type === 'file' && entry.content !== undefined && entry.problem === undefined
}

function baselineFile(path: string, { size, mtime, content }: TreeEntry & { content: BaselineFile['content'] }) {
  return { path, size, seconds: mtime.seconds, nanoseconds: mtime.nanoseconds, content }
}
