import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../../shared/repository/chunk-writer.ts'
import { type Content, writeContent } from '../../../shared/repository/content.ts'
import { type CollectedEntry, createTreeWriter } from '../../../shared/repository/tree-writer.ts'

/** Paths as latin1 text, in an order that a tree writer accepts; a file's content is in `bytes`. */
export type TreeListing = [path: string, entry: Partial<CollectedEntry> & { bytes?: Buffer | string }][]

export async function writeBytes(writer: ChunkWriter, bytes: Buffer | string): Promise<Content> {
  const content = writeContent(writer)
  await content.push(Buffer.from(bytes as string))
  return content.end()
}

/** Writes a tree with the content of its files, and sends it. */
export async function writeTree(writer: ChunkWriter, entries: TreeListing) {
  const tree = createTreeWriter(writer)
  for (const [path, { bytes, ...given }] of entries) {
    const entry: CollectedEntry = {
      type: bytes === undefined ? 'directory' : 'file',
      mode: bytes === undefined ? 0o755 : 0o644,
      uid: 0,
      gid: 0,
      size: 0,
      mtime: { seconds: 1_700_000_000, nanoseconds: 0 },
      ...given,
    }
    if (bytes !== undefined) {
      entry.content = await writeBytes(writer, bytes)
      entry.size = given.size ?? entry.content.size
    }
    await tree.add(Buffer.from(path, 'latin1'), entry)
  }
  const written = await tree.end()
  await writer.flush()
  return written as { root: ChunkId; identity: string; counts: typeof written.counts }
}
