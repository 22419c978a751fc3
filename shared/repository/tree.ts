import type { ChunkId } from './chunk-id.ts'
import type { ChunkReader } from './chunk-writer.ts'
import { readContent } from './content.ts'
import type { Content } from './content.ts'
import { TreeDamaged } from './damaged.ts'
import { decodeEntry, treeLimits } from './tree-entry.ts'
import { createTreeIdentity } from './tree-identity.ts'
import type { TreeEntry } from './tree-entry.ts'

/** Numbers of entries of a tree without its root. Every name counts, also further names of an inode. */
export interface TreeCounts {
  files: number
  directories: number
  symlinks: number
  others: number
  /** total size of the files, at most 2^53 - 1 */
  bytes: number
  /** entries with a problem */
  problems: number
}

/** Precedes the root's entry: the type of the chunk, and the version of all listings below it. */
export const rootMagic = Buffer.from('coffer tree 1\n', 'latin1')

/**
 * Yields the entries of a folder in byte order of their names, with one chunk of the listing in memory.
 * @throws TreeDamaged for a listing that no tree writer wrote
 */
export async function* streamFolder(reader: ChunkReader, content: Content): AsyncGenerator<TreeEntry> {
  let rest: Buffer = Buffer.alloc(0)
  let last: Buffer = Buffer.alloc(0)
  for await (const piece of readContent(reader, content)) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let at = 0
    for (let record = recordAt(bytes, at); record; record = recordAt(bytes, at)) {
      const entry = decodeEntry(bytes.subarray(record.from, record.to))
      if (Buffer.compare(last, entry.name) >= 0) throw new TreeDamaged('a listing that is out of order')
      last = entry.name
      at = record.to
      yield entry
    }
    rest = bytes.subarray(at)
  }
  if (rest.length > 0) throw new TreeDamaged('a listing that is cut')
}

/** Returns the entries as an array. */
export async function readFolder(reader: ChunkReader, content: Content): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = []
  for await (const entry of streamFolder(reader, content)) entries.push(entry)
  return entries
}

/**
 * Returns the entry of `/`, whose name is empty.
 * @throws TreeDamaged if the chunk is not a root
 */
export async function openRoot(reader: ChunkReader, root: ChunkId): Promise<TreeEntry> {
  const chunk = await reader.read(root)
  if (!chunk.subarray(0, rootMagic.length).equals(rootMagic)) throw new TreeDamaged('the chunk is no root of a tree')
  const entry = decodeEntry(chunk.subarray(rootMagic.length))
  if (entry.name.length > 0 || entry.type !== 'directory') throw new TreeDamaged('the root is no folder without a name')
  return entry
}

/**
 * Returns the entry of a path (`etc/ssh`; the empty path is the root), or undefined. Reads one listing for each
 * component, up to the name. Does not follow symbolic links.
 */
export async function findEntry(reader: ChunkReader, root: ChunkId, path: Buffer): Promise<TreeEntry | undefined> {
  let entry: TreeEntry | undefined = await openRoot(reader, root)
  for (const name of path.length === 0 ? [] : componentsOf(path)) {
    if (entry?.type !== 'directory') return undefined
    entry = await findIn(reader, entry, name)
  }
  return entry
}

/**
 * Yields an entry and all entries below it: a folder before its contents, names of a folder in byte order. The path of
 * the root is empty. Yields nothing if the path does not exist. Keeps one chunk for each level in memory.
 * @param from where to start; default: the root
 */
export async function* walkTree(
  reader: ChunkReader,
  root: ChunkId,
  from: Buffer = Buffer.alloc(0),
): AsyncGenerator<{ path: Buffer; entry: TreeEntry }> {
  const start = await findEntry(reader, root, from)
  if (!start) return
  yield { path: from, entry: start }
  const open = start.type === 'directory' ? [{ path: from, entries: streamFolder(reader, listingOf(start)) }] : []
  while (open.length > 0) {
    const folder = open.at(-1)!
    const next = await folder.entries.next()
    if (next.done) {
      open.pop()
      continue
    }
    const entry = next.value
    const path = joinPath(folder.path, entry.name)
    yield { path, entry }
    if (entry.type === 'directory') open.push({ path, entries: streamFolder(reader, listingOf(entry)) })
  }
}

/** Reads a whole tree to compute what its writer reported. */
export async function identifyTree(
  reader: ChunkReader,
  root: ChunkId,
): Promise<{ identity: string; counts: TreeCounts }> {
  const identity = createTreeIdentity()
  const counts = emptyCounts()

  async function identifyFolder(path: Buffer, folder: TreeEntry): Promise<Buffer> {
    const inside = identity.openFolder()
    for await (const entry of streamFolder(reader, listingOf(folder))) {
      const entryPath = joinPath(path, entry.name)
      countEntry(counts, entry)
      if (entry.hardLink !== undefined) identity.addHardLink(entry.hardLink, entryPath)
      inside.add(entry, entry.type === 'directory' ? await identifyFolder(entryPath, entry) : undefined)
    }
    return inside.end()
  }

  const rootEntry = await openRoot(reader, root)
  return { identity: identity.end(rootEntry, await identifyFolder(rootEntry.name, rootEntry)), counts }
}

export function emptyCounts(): TreeCounts {
  return { files: 0, directories: 0, symlinks: 0, others: 0, bytes: 0, problems: 0 }
}

export function countEntry(counts: TreeCounts, entry: Pick<TreeEntry, 'type' | 'size' | 'problem'>): void {
  if (entry.problem) counts.problems++
  if (entry.type === 'directory') counts.directories++
  else if (entry.type === 'symlink') counts.symlinks++
  else if (entry.type !== 'file') counts.others++
  else {
    counts.files++
    counts.bytes = Math.min(Number.MAX_SAFE_INTEGER, counts.bytes + entry.size)
  }
}

/** A record is its length (LEB128), then its bytes. Returns undefined if it continues in the next chunk. */
function recordAt(bytes: Buffer, at: number): { from: number; to: number } | undefined {
  let length = 0
  for (let i = 0; i < 3; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) << (7 * i)
    if (byte >= 0x80) continue
    if (length > treeLimits.record) break
    const to = at + i + 1 + length
    return to <= bytes.length ? { from: at + i + 1, to } : undefined
  }
  throw new TreeDamaged(`an entry longer than ${treeLimits.record} bytes`)
}

async function findIn(reader: ChunkReader, folder: TreeEntry, name: Buffer): Promise<TreeEntry | undefined> {
  for await (const entry of streamFolder(reader, listingOf(folder))) {
    const order = Buffer.compare(entry.name, name)
    if (order === 0) return entry
    if (order > 0) return undefined
  }
  return undefined
}

function listingOf(folder: TreeEntry): Content {
  if (!folder.content) throw new TreeDamaged('a directory without a listing')
  return folder.content
}

function joinPath(folder: Buffer, name: Buffer): Buffer {
  const path = folder.length === 0 ? name : Buffer.concat([folder, slash, name])
  if (path.length > treeLimits.path) throw new TreeDamaged(`a path longer than ${treeLimits.path} bytes`)
  return path
}

const slash = Buffer.from('/')

function componentsOf(path: Buffer): Buffer[] {
  const components: Buffer[] = []
  for (let from = 0; from <= path.length;) {
    const to = path.indexOf(slash, from)
    components.push(path.subarray(from, to < 0 ? path.length : to))
    from = to < 0 ? path.length + 1 : to + 1
  }
  return components
}
