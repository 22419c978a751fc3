import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { ContentDamaged } from '../../../../shared/repository/damaged.ts'
import { readContent } from '../../../../shared/repository/content.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/** An entry of a walk with the bytes of its file; undefined for entries without content. */
export interface WalkedEntry {
  path: Buffer
  entry: TreeEntry
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** Limits of read-ahead: entries, each of which may keep a block of 256 KiB in memory, and bytes of files. */
const ahead = { entries: 256, bytes: 8 * 1024 * 1024 }

/** Larger files are streamed. */
const wholeFileBytes = 1024 * 1024

/**
 * Prefetches the small files of a walk, several at once: a tree of small files is dominated by the store's latency.
 * Files are returned in the order of the walk.
 */
export async function* readAhead(
  reader: ChunkReader,
  walk: AsyncGenerator<{ path: Buffer; entry: TreeEntry }>,
): AsyncGenerator<WalkedEntry> {
  const queue: { path: Buffer; entry: TreeEntry; held: Promise<Buffer[]> | undefined; size: number }[] = []
  let queuedBytes = 0
  let ended = false
  try {
    while (!ended || queue.length > 0) {
      while (!ended && queue.length < ahead.entries && queuedBytes < ahead.bytes) {
        const next = await walk.next()
        if (next.done) ended = true
        else queue.push(begin(reader, next.value.path, next.value.entry))
        queuedBytes += next.done ? 0 : queue.at(-1)!.size
      }
      const first = queue.shift()
      if (!first) return
      queuedBytes -= first.size
      const { path, entry, held } = first
      yield { path, entry, bytes: held ? await held : piecesOf(reader, entry) }
    }
  } finally {
    await walk.return(undefined)
  }
}

function begin(reader: ChunkReader, path: Buffer, entry: TreeEntry) {
  const size = entry.type === 'file' ? (entry.content?.size ?? 0) : 0
  const held = size > 0 && size <= wholeFileBytes ? readSmall(reader, entry) : undefined
  held?.catch(() => undefined) // reported when it is awaited; ignored if the archive ended before
  return { path, entry, held, size: held ? size : 0 }
}

/** Returns the chunks of a small file, which are read at the same time. */
async function readSmall(reader: ChunkReader, entry: TreeEntry): Promise<Buffer[]> {
  const { content } = entry
  if (!content || !('chunks' in content)) return Array.fromAsync(piecesOf(reader, entry))
  const pieces = await Promise.all(content.chunks.map((id) => reader.read(id)))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length !== content.size) throw new ContentDamaged(`${length} of its ${content.size} bytes`)
  return pieces
}

async function* piecesOf(reader: ChunkReader, { type, content }: TreeEntry): AsyncGenerator<Buffer> {
  if (type === 'file' && content) yield* readContent(reader, content)
}
