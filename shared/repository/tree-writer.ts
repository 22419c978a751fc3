import { createHash } from 'node:crypto'
import { ByteWriter } from './byte-writer.ts'
import type { ChunkId } from './chunk-id.ts'
import type { ChunkWriter } from './chunk-writer.ts'
import { writeContent } from './content.ts'
import { countEntry, emptyCounts, rootMagic } from './tree.ts'
import type { TreeCounts } from './tree.ts'
import { decodeEntry, encodeEntry, isEntryName, treeLimits, type TreeEntry } from './tree-entry.ts'
import { createTreeIdentity } from './tree-identity.ts'

/** A collected entry: its name is the end of its path, and the writer makes a directory's listing. */
export type CollectedEntry = Omit<TreeEntry, 'name'>

export interface TreeWriter {
  /**
   * Adds the entry of a path such as `etc/ssh/sshd_config`, without a slash at either end; the empty path is the root.
   * Each call waits for the one before. After an entry outside a folder, no entry can be added to it; a list sorted as
   * rsync does, or by path components, has that order. A folder's own entry comes before its contents or between them;
   * a folder without an entry has mode 755, owner 0 and time 0.
   * @throws RangeError for a path or an entry that no file system has
   */
  add(path: Uint8Array, entry: CollectedEntry): Promise<void>
  /**
   * Writes all open folders. Equal trees have equal roots.
   * @returns `identity`: as `identifyTree` computes it from the stored tree
   * @throws RangeError if a name was added twice, also by returning to a closed folder
   */
  end(): Promise<{ root: ChunkId; identity: string; counts: TreeCounts }>
}

/** Writes a tree folder by folder. Keeps in memory the entries of open folders, and the names of hard links. */
export function createTreeWriter(writer: ChunkWriter): TreeWriter {
  const counts = emptyCounts()
  const identity = createTreeIdentity()
  const hardLinks = new Map<string, string>()
  const scratch = new ByteWriter()
  const rootFolder = openFolder(Buffer.alloc(0))
  const open = [rootFolder]

  /** Closes the folders that do not contain `parent`, and opens those that do and were not added. */
  async function enter(parent: Buffer): Promise<OpenFolder> {
    while (!leadsTo(open.at(-1)!.path, parent)) await closeLast()
    let top = open.at(-1)!
    while (top.path.length < parent.length) {
      const next = parent.indexOf(slash, top.path.length + 1)
      top = openFolder(parent.subarray(0, next < 0 ? parent.length : next))
      open.push(top)
    }
    return top
  }

  async function closeLast(): Promise<void> {
    const folder = open.pop()!
    const { entry, inside } = await writeFolder(folder)
    countEntry(counts, entry)
    hold(open.at(-1)!, entry, inside)
  }

  /** Encoded one after the other: as objects, a million entries would need many times the memory. */
  function hold(folder: OpenFolder, entry: TreeEntry, inside?: Buffer): void {
    const record = encodeEntry(scratch, entry)
    const from = folder.records.length
    const nameFrom = from + (entry.name.length < 0x80 ? 1 : 2) // after its length, as LEB128
    folder.records.raw(record)
    folder.held.push({ from, to: from + record.length, nameFrom, nameTo: nameFrom + entry.name.length, inside })
  }

  async function writeFolder(folder: OpenFolder): Promise<{ entry: TreeEntry; inside: Buffer }> {
    const records = folder.records.take()
    const folderIdentity = identity.openFolder()
    const content = writeContent(writer)
    let last: Held | undefined
    for (const held of folder.held.sort((a, b) => compareNames(records, a, b))) {
      const record = records.subarray(held.from, held.to)
      const entry = decodeEntry(record)
      if (last && compareNames(records, last, held) === 0) {
        throw new RangeError(`${textOf(folder.path)} has two entries ${textOf(entry.name)}`)
      }
      last = held
      folderIdentity.add(entry, held.inside)
      scratch.string(record)
      if (scratch.length >= listingPiece) await content.push(scratch.take())
    }
    await content.push(scratch.take())
    const entry = { ...folder.entry, name: lastOf(folder.path), content: await content.end() }
    return { entry, inside: folderIdentity.end() }
  }

  function addFolder(path: Buffer, entry: CollectedEntry): boolean {
    const known = open.find((folder) => folder.path.equals(path))
    if (!known) return false
    if (known.isAdded) throw new RangeError(`${textOf(path)} was added twice`)
    known.entry = entry
    known.isAdded = true
    return true
  }

  return {
    async add(path, entry) {
      const own = Buffer.from(path)
      checkPath(own)
      if (entry.type === 'directory' && addFolder(own, entry)) return
      if (own.length === 0) throw new RangeError('the root is a directory')
      const parent = await enter(own.subarray(0, Math.max(0, own.lastIndexOf(slash))))
      if (entry.type === 'directory') {
        open.push({ ...openFolder(own), entry, isAdded: true })
        return
      }
      const named: TreeEntry = { ...entry, name: lastOf(own) }
      if (entry.hardLink !== undefined) {
        named.hardLink = labelOf(hardLinks, entry.hardLink, own)
        identity.addHardLink(named.hardLink, own)
      }
      hold(parent, named)
      countEntry(counts, named)
    },
    async end() {
      while (open.length > 1) await closeLast()
      const { entry, inside } = await writeFolder(rootFolder)
      const root = await writer.put(Buffer.concat([rootMagic, encodeEntry(scratch, entry)]))
      return { root, identity: identity.end(entry, inside), counts }
    },
  }
}

interface OpenFolder {
  path: Buffer
  entry: CollectedEntry
  isAdded: boolean
  records: ByteWriter
  held: Held[]
}

/** Position of an entry and its name in the folder's records; `inside` is a directory's part of the identity. */
interface Held {
  from: number
  to: number
  nameFrom: number
  nameTo: number
  inside?: Buffer | undefined
}

const slash = 0x2f

/** Bytes of a listing that are passed to the chunker at a time. */
const listingPiece = 64 * 1024

function openFolder(path: Buffer): OpenFolder {
  const mtime = { seconds: 0, nanoseconds: 0 }
  const entry: CollectedEntry = { type: 'directory', mode: 0o755, uid: 0, gid: 0, size: 0, mtime }
  return { path, entry, isAdded: false, records: new ByteWriter(), held: [] }
}

function compareNames(records: Buffer, a: Held, b: Held): number {
  return records.compare(records, b.nameFrom, b.nameTo, a.nameFrom, a.nameTo)
}

/** Returns whether `path` is the folder or below it. */
function leadsTo(folder: Buffer, path: Buffer): boolean {
  if (folder.length === 0) return true
  if (path.length < folder.length || folder.compare(path, 0, folder.length) !== 0) return false
  return path.length === folder.length || path[folder.length] === slash
}

function checkPath(path: Buffer): void {
  if (path.length > treeLimits.path) throw new RangeError(`a path longer than ${treeLimits.path} bytes`)
  for (let from = 0; path.length > 0 && from <= path.length;) {
    const to = path.indexOf(slash, from)
    if (!isEntryName(path.subarray(from, to < 0 ? path.length : to))) throw new RangeError(`${textOf(path)} is no path`)
    from = to < 0 ? path.length + 1 : to + 1
  }
}

function lastOf(path: Buffer): Buffer {
  return path.subarray(path.lastIndexOf(slash) + 1)
}

/**
 * Returns a label made from the first name: the collector's numbers would change all listings when an inode is added
 * before.
 */
function labelOf(labels: Map<string, string>, given: string, path: Buffer): string {
  const label = labels.get(given) ?? createHash('sha256').update(path).digest('hex').slice(0, 32)
  labels.set(given, label)
  return label
}

function textOf(path: Buffer): string {
  return JSON.stringify(path.toString())
}
