import { createSecretKey, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { chunkIdOf, type ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkReader, ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../shared/repository/content.ts'
import { openRoot, streamFolder } from '../../shared/repository/tree.ts'
import { entryPath } from './entry-path.ts'
import { writeWhole } from './write-whole.ts'
import type { TreeEntry } from '../../shared/repository/tree-entry.ts'

/**
 * Stores the chunks of a tree in one file while it is collected. The file is unlinked, so that it disappears with the
 * process; on Windows `close` deletes it.
 */
export interface ChunkSpool extends ChunkWriter, ChunkReader {
  close(): void
}

/** @param folder where the file is created, readable only by its owner */
export function openSpool(folder: string): ChunkSpool {
  const file = path.join(folder, `.collecting-${process.pid}`)
  const handle = fs.openSync(file, 'wx+', 0o600)
  if (process.platform !== 'win32') fs.rmSync(file)
  const key = createSecretKey(randomBytes(32))
  const places = new Map<ChunkId, { at: number; length: number }>()
  let end = 0
  return {
    async put(content) {
      const id = chunkIdOf(key, content)
      if (places.has(id)) return id
      writeWhole(handle, content, end)
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

/** The number of entries of a tree that were not written as collected, by reason. */
export interface LeftOut {
  /** Devices, sockets and pipes, which require root. */
  special: number
  /** Files and folders that the server denied. */
  unread: number
  /** Files that were written but changed while they were read. */
  doubtful: number
  /** Names that this disk does not support or that have another meaning on this system. */
  unnamed: number
}

/**
 * Writes a collected tree to a new folder: folders, files and links with their modes but not their owners.
 * @throws the system's error if the disk is full
 */
export async function writeTree(reader: ChunkReader, root: ChunkId, folder: string): Promise<LeftOut> {
  const left: LeftOut = { special: 0, unread: 0, doubtful: 0, unnamed: 0 }
  const { content } = await openRoot(reader, root)
  if (content) await writeFolder({ reader, left }, content, Buffer.from(folder))
  else left.unread++
  return left
}

interface Writing {
  reader: ChunkReader
  left: LeftOut
}

async function writeFolder(writing: Writing, listing: Content, folder: Buffer): Promise<void> {
  fs.mkdirSync(folder, { mode: 0o700 })
  for await (const entry of streamFolder(writing.reader, listing)) {
    const place = entryPath(folder, entry.name)
    try {
      if (place) await writeEntry(writing, entry, place)
      else writing.left.unnamed++
    } catch (error) {
      if (!nameFaults.has((error as NodeJS.ErrnoException).code ?? '')) throw error
      writing.left.unnamed++
    }
  }
}

/** Error codes for a name, a link, or a name that differs only in case, that a disk does not support. */
const nameFaults: ReadonlySet<string> = new Set([
  'EACCES',
  'EEXIST',
  'EILSEQ',
  'EINVAL',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTSUP',
  'EPERM',
])

async function writeEntry(writing: Writing, entry: TreeEntry, place: Buffer): Promise<void> {
  const { type, content, target, mode, problem } = entry
  if (problem === 'changed') writing.left.doubtful++
  else if (problem) writing.left.unread++
  if (type === 'directory' && content) await writeFolder(writing, content, place)
  else if (type === 'symlink' && target) fs.symlinkSync(target, place)
  else if (type === 'file' && content) await writeFile(writing.reader, content, place, mode)
  else if (!problem) writing.left.special++
}

async function writeFile(reader: ChunkReader, content: Content, place: Buffer, mode: number): Promise<void> {
  const handle = fs.openSync(place, 'wx', 0o600)
  try {
    for await (const piece of readContent(reader, content)) writeWhole(handle, piece)
    if (process.platform !== 'win32') fs.fchmodSync(handle, (mode & 0o777) | 0o600)
  } finally {
    fs.closeSync(handle)
  }
}
