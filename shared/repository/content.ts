import { chunkIdAt, chunkIdBytes } from './chunk-id.ts'
import type { ChunkId } from './chunk-id.ts'
import type { ChunkReader, ChunkWriter } from './chunk-writer.ts'
import { chunkSizes, createChunker } from './chunking.ts'
import { ContentDamaged } from './damaged.ts'

/**
 * Bytes of any number, by the chunks that hold them in order. More than `inlineChunks` of them are named by `list`:
 * chunks of the raw ids one after the other. `size` is in bytes.
 */
export type Content = { size: number; chunks: ChunkId[] } | { size: number; list: ChunkId[] }

/** How many ids a content carries itself, and how many chunks a list may have: about 2 TiB of content. */
export const inlineChunks = 64

/** Streams bytes through the chunker. `push` waits for room in the writer; nothing is promised to be stored yet. */
export function writeContent(writer: ChunkWriter): { push(data: Uint8Array): Promise<void>; end(): Promise<Content> } {
  const chunker = createChunker(writer.allocate?.bind(writer))
  const ids: ChunkId[] = []
  let size = 0

  async function put(chunks: Buffer[]) {
    for (const chunk of chunks) ids.push(await writer.put(chunk))
  }

  return {
    async push(data) {
      size += data.length
      await put(chunker.push(data))
    },
    async end() {
      await put(chunker.end())
      return ids.length <= inlineChunks ? { size, chunks: ids } : { size, list: await writeList(writer, ids) }
    },
  }
}

/**
 * The bytes from `start` up to, not including, `end`, of a content that is read from its beginning: a chunk's length
 * is known only when it is there. It stops reading at `end`.
 * @throws ContentDamaged when the chunks are more or fewer bytes than the content's size
 */
export async function* readContent(
  reader: ChunkReader,
  content: Content,
  range: { start: number; end: number } = { start: 0, end: content.size },
): AsyncGenerator<Buffer> {
  let at = 0
  for await (const id of chunksOf(reader, content)) {
    if (at >= range.end && range.end < content.size) return
    const chunk = await reader.read(id)
    if (at + chunk.length > content.size) throw new ContentDamaged(`longer than its ${content.size} bytes`)
    const part = chunk.subarray(Math.max(0, range.start - at), Math.max(0, range.end - at))
    at += chunk.length
    if (part.length > 0) yield part
  }
  if (at !== content.size) throw new ContentDamaged(`${at} of its ${content.size} bytes`)
}

/**
 * Every chunk that the content's own bytes are in, in order, a list being read as it is needed.
 * @throws ContentDamaged for a list of more chunks than bytes of that size are cut into: a few kilobytes could name
 *   billions
 */
export async function* chunksOf(reader: ChunkReader, content: Content): AsyncGenerator<ChunkId> {
  if ('chunks' in content) {
    yield* content.chunks
    return
  }
  let left = inlineChunks + Math.ceil(content.size / chunkSizes.min)
  for (const part of content.list) {
    const ids = await reader.read(part)
    if (ids.length % chunkIdBytes !== 0) throw new ContentDamaged('a list of chunks that is cut')
    left -= ids.length / chunkIdBytes
    if (left < 0) throw new ContentDamaged(`more chunks than its ${content.size} bytes can have`)
    for (let at = 0; at < ids.length; at += chunkIdBytes) yield chunkIdAt(ids, at)
  }
}

/** Cut on a multiple of an id's length, so that every chunk of a list can be read by itself. */
async function writeList(writer: ChunkWriter, ids: ChunkId[]): Promise<ChunkId[]> {
  const list: ChunkId[] = []
  for (let from = 0; from < ids.length; from += idsPerListChunk) {
    list.push(await writer.put(Buffer.from(ids.slice(from, from + idsPerListChunk).join(''), 'hex')))
  }
  if (list.length > inlineChunks) throw new RangeError('content is longer than a list of chunks can name')
  return list
}

const idsPerListChunk = 32_768
