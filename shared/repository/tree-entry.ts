import { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { chunkIdAt, chunkIdBytes, isChunkId } from './chunk-id.ts'
import type { ChunkId } from './chunk-id.ts'
import { inlineChunks } from './content.ts'
import type { Content } from './content.ts'
import { TreeDamaged } from './damaged.ts'

/** An entry of a folder. Names and targets are bytes, because those of a server may not be text. */
export interface TreeEntry {
  name: Buffer
  type: 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'char' | 'block'
  /** the 12 permission bits including setuid, setgid and sticky, without the type bits */
  mode: number
  uid: number
  gid: number
  user?: string
  group?: string
  /** bytes as listed by the server. `content.size` is what was read; it differs if the file was changing */
  size: number
  /** since 1970, UTC, negative before; nanoseconds from 0 to 999,999,999 count forward from the second */
  mtime: { seconds: number; nanoseconds: number }
  /** bytes of a file, missing only with a problem; listing of a directory */
  content?: Content
  target?: Buffer
  rdev?: { major: number; minor: number }
  /** entries of a tree with the same value are one inode */
  hardLink?: string
  /** why the bytes are missing or uncertain */
  problem?: 'unreadable' | 'vanished' | 'changed'
}

/** Limits in bytes. Linux's PATH_MAX (NAME_MAX is less), so that every name of a server is accepted. */
export const treeLimits = { path: 4095, name: 4095, target: 4095, owner: 1024, record: 32 * 1024 }

/**
 * Encodes an entry of a folder listing. Equal entries have equal bytes.
 * @throws RangeError for an entry that no file system has, or a file without both content and problem
 */
export function encodeEntry(to: ByteWriter, entry: TreeEntry): Buffer {
  const fault = faultOf(entry)
  if (fault) throw new RangeError(`tree entry ${JSON.stringify(entry.name.toString())}: ${fault}`)
  to.string(entry.name)
  to.byte(types.indexOf(entry.type))
  to.byte(flagsOf(entry))
  to.number(entry.mode)
  to.number(entry.uid)
  to.number(entry.gid)
  to.number(entry.size)
  to.signed(entry.mtime.seconds)
  to.number(entry.mtime.nanoseconds)
  if (entry.user !== undefined) to.string(Buffer.from(entry.user))
  if (entry.group !== undefined) to.string(Buffer.from(entry.group))
  if (entry.content) encodeContent(to, entry.content)
  if (entry.target) to.string(entry.target)
  if (entry.rdev) {
    to.number(entry.rdev.major)
    to.number(entry.rdev.minor)
  }
  if (entry.hardLink !== undefined) to.string(Buffer.from(entry.hardLink))
  if (entry.problem) to.byte(problems.indexOf(entry.problem))
  return to.take()
}

/** @throws TreeDamaged for a record that `encodeEntry` would not write */
export function decodeEntry(record: Buffer): TreeEntry {
  const from = new ByteReader(record, (how) => new TreeDamaged(`an entry: ${how}`))
  const name = from.string(treeLimits.name)
  const type = known(types, from.byte())
  const flags = from.byte()
  const entry: TreeEntry = {
    name,
    type,
    mode: from.number(),
    uid: from.number(),
    gid: from.number(),
    size: from.number(),
    mtime: { seconds: from.signed(), nanoseconds: from.number() },
  }
  if (flags & flag.user) entry.user = from.string(treeLimits.owner).toString()
  if (flags & flag.group) entry.group = from.string(treeLimits.owner).toString()
  if (flags & flag.content) entry.content = decodeContent(from, (flags & flag.list) !== 0)
  if (flags & flag.target) entry.target = from.string(treeLimits.target)
  if (flags & flag.rdev) entry.rdev = { major: from.number(), minor: from.number() }
  if (flags & flag.hardLink) entry.hardLink = from.string(treeLimits.owner).toString()
  if (flags & flag.problem) entry.problem = known(problems, from.byte())
  from.end()
  const fault = flags !== flagsOf(entry) ? 'its fields contradict each other' : faultOf(entry)
  if (fault) throw new TreeDamaged(`entry ${JSON.stringify(name.toString())}: ${fault}`)
  return entry
}

/** Checks the name of a folder's entry: not empty, not `.` or `..`, and a single component. */
export function isEntryName(name: Uint8Array): boolean {
  const isStep = name.length <= 2 && name.every((byte) => byte === dot)
  return !isStep && name.length <= treeLimits.name && !name.includes(slash) && !name.includes(0)
}

const types = ['file', 'directory', 'symlink', 'fifo', 'socket', 'char', 'block'] as const
const problems = ['unreadable', 'vanished', 'changed'] as const
const flag = { user: 1, group: 2, content: 4, list: 8, target: 16, rdev: 32, hardLink: 64, problem: 128 }
const slash = 0x2f
const dot = 0x2e

function flagsOf(entry: TreeEntry): number {
  return (
    (entry.user !== undefined ? flag.user : 0) |
    (entry.group !== undefined ? flag.group : 0) |
    (entry.content ? flag.content : 0) |
    (entry.content && 'list' in entry.content ? flag.list : 0) |
    (entry.target ? flag.target : 0) |
    (entry.rdev ? flag.rdev : 0) |
    (entry.hardLink !== undefined ? flag.hardLink : 0) |
    (entry.problem ? flag.problem : 0)
  )
}

/** Only the root has no name, which its reader checks. */
function faultOf(entry: TreeEntry): string | undefined {
  const isDevice = entry.type === 'char' || entry.type === 'block'
  const holds = entry.type === 'file' || entry.type === 'directory'
  if (entry.name.length > 0 && !isEntryName(entry.name)) return 'not a name'
  if (!isWhole(entry.mode) || entry.mode > 0o7777) return 'mode is not 12 permission bits'
  if (!numbersOf(entry).every(isWhole)) return 'a number that cannot be written down'
  if (!isWhole(2 * Math.abs(entry.mtime.seconds))) return 'a time that cannot be written down'
  if (entry.mtime.nanoseconds > 999_999_999) return 'more nanoseconds than a second has'
  if (entry.content && !holds) return `a ${entry.type} has no content`
  if (entry.type === 'file' && !entry.content && !entry.problem) return 'neither content nor a reason why not'
  if (entry.type === 'directory' && !entry.content) return 'a directory without a listing'
  if ((entry.type === 'symlink') !== (entry.target !== undefined)) return 'a target belongs to a symlink'
  if (isDevice !== (entry.rdev !== undefined)) return 'device numbers belong to a device'
  if (entry.target && entry.target.length > treeLimits.target) return 'its target is too long'
  if (entry.type === 'directory' && entry.hardLink !== undefined) return 'a directory has no hard links'
  if ([entry.user, entry.group, entry.hardLink].some((text) => text !== undefined && isTooLong(text)))
    return 'text too long'
  return entry.content && contentFaultOf(entry.content)
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function numbersOf({ uid, gid, size, mtime, content, rdev }: TreeEntry): number[] {
  return [uid, gid, size, mtime.nanoseconds, content?.size ?? 0, rdev?.major ?? 0, rdev?.minor ?? 0]
}

function isTooLong(text: string): boolean {
  return text.length > treeLimits.owner || Buffer.byteLength(text) > treeLimits.owner
}

function contentFaultOf(content: Content): string | undefined {
  const ids = idsOf(content)
  if (ids.length > inlineChunks) return `${ids.length} chunks where at most ${inlineChunks} are allowed`
  if ('list' in content && ids.length === 0) return 'an empty list of chunks'
  if ((content.size === 0) !== (ids.length === 0)) return 'a size that its chunks cannot have'
  return ids.every(isChunkId) ? undefined : 'a chunk id that is none'
}

function idsOf(content: Content): ChunkId[] {
  return 'chunks' in content ? content.chunks : content.list
}

function encodeContent(to: ByteWriter, content: Content): void {
  const ids = idsOf(content)
  to.number(content.size)
  to.number(ids.length)
  to.raw(Buffer.from(ids.join(''), 'hex'))
}

function decodeContent(from: ByteReader, isList: boolean): Content {
  const size = from.number()
  const raw = from.raw(Math.min(from.number(), inlineChunks + 1) * chunkIdBytes)
  const ids = Array.from({ length: raw.length / chunkIdBytes }, (_, i) => chunkIdAt(raw, i * chunkIdBytes))
  return isList ? { size, list: ids } : { size, chunks: ids }
}

function known<T>(values: readonly T[], number: number): T {
  const value = values[number]
  if (value === undefined) throw new TreeDamaged(`an entry: unknown kind ${number}`)
  return value
}
