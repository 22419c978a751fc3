import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { chunkIdOf, type ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkReader, ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../shared/repository/content.ts'
import { openRoot, streamFolder, type TreeEntry } from '../../shared/repository/tree.ts'

/** Chunks in one file, which is gone with `close`: what a tree is made of while it is collected. */
export interface ChunkSpool extends ChunkWriter, ChunkReader {
  close(): void
}

/** @param folder where the file is made, for its owner alone */
export function openSpool(folder: string): ChunkSpool {
  const file = path.join(folder, `.collecting-${process.pid}`)
  const handle = fs.openSync(file, 'wx+', 0o600)
  const key = randomBytes(32)
  const places = new Map<ChunkId, { at: number; length: number }>()
  let end = 0
  return {
    async put(content) {
      const id = chunkIdOf(key, content)
      if (places.has(id)) return id
      fs.writeSync(handle, content, 0, content.length, end)
      places.set(id, { at: end, length: content.length })
      end += content.length
      return id
    },
    flush: () => Promise.resolve(),
    async read(id) {
      const place = places.get(id)
      if (!place) throw new Error('a chunk that was not written')
      const content = Buffer.alloc(place.length)
      fs.readSync(handle, content, 0, place.length, place.at)
      return content
    },
    close() {
      fs.closeSync(handle)
      fs.rmSync(file, { force: true })
    },
  }
}

/**
 * Writes a collected tree as a folder that is not there yet: folders, files and links with their rights, not their owners. What has no place
 * on a disk without rights (devices, sockets, files that could not be read) is left out.
 * @returns how many entries were left out
 */
export async function writeTree(reader: ChunkReader, root: ChunkId, folder: string): Promise<number> {
  const { content } = await openRoot(reader, root)
  return content ? writeFolder(reader, content, Buffer.from(folder)) : 1
}

async function writeFolder(reader: ChunkReader, listing: Content, folder: Buffer): Promise<number> {
  let left = 0
  fs.mkdirSync(folder, { mode: 0o700 })
  for await (const entry of streamFolder(reader, listing)) {
    const place = Buffer.concat([folder, Buffer.from(path.sep), entry.name])
    try {
      left += await writeEntry(reader, entry, place)
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      left++ // a name that this disk does not take
    }
  }
  return left
}

async function writeEntry(reader: ChunkReader, entry: TreeEntry, place: Buffer): Promise<number> {
  const { type, content, target, mode } = entry
  if (type === 'directory' && content) return writeFolder(reader, content, place)
  if (type === 'symlink' && target) fs.symlinkSync(target, place)
  else if (type === 'file' && content) await writeFile(reader, content, place, mode)
  else return 1
  return 0
}

async function writeFile(reader: ChunkReader, content: Content, place: Buffer, mode: number): Promise<void> {
  const handle = fs.openSync(place, 'wx', 0o600)
  try {
    for await (const piece of readContent(reader, content)) fs.writeSync(handle, piece)
    if (process.platform !== 'win32') fs.fchmodSync(handle, (mode & 0o777) | 0o600)
  } finally {
    fs.closeSync(handle)
  }
}
