import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { ChunkReader, ChunkWriter } from '../../../shared/repository/chunk-writer.ts'
import { walkTree } from '../../../shared/repository/tree.ts'
import { createTreeWriter } from '../../../shared/repository/tree-writer.ts'
import type { CollectedEntry } from '../../../shared/repository/tree-writer.ts'
import type { seeded } from './seeded.ts'

/** A path as latin1 text, and what is there. */
export type Listed = [path: string, entry: CollectedEntry]

export function aFile(digit = 'a', more: Partial<CollectedEntry> = {}): CollectedEntry {
  const content = { size: 5, chunks: [digit.repeat(64) as ChunkId] }
  return { type: 'file', mode: 0o644, uid: 0, gid: 0, size: 5, mtime: { seconds: 1, nanoseconds: 2 }, content, ...more }
}

export function aFolder(more: Partial<CollectedEntry> = {}): CollectedEntry {
  return { type: 'directory', mode: 0o755, uid: 0, gid: 0, size: 4096, mtime: { seconds: 3, nanoseconds: 4 }, ...more }
}

export async function writeTree(chunks: ChunkWriter, entries: Listed[]) {
  const writer = createTreeWriter(chunks)
  for (const [path, entry] of entries) await writer.add(Buffer.from(path, 'latin1'), entry)
  return writer.end()
}

/** Everything below the root, as it was added. */
export async function readTree(chunks: ChunkReader, root: ChunkId, from = ''): Promise<Listed[]> {
  const listed: Listed[] = []
  for await (const { path, entry } of walkTree(chunks, root, Buffer.from(from, 'latin1'))) {
    const { name: _name, content, ...rest } = entry
    const collected = entry.type === 'directory' ? rest : { ...rest, ...(content ? { content } : {}) }
    if (path.length > 0) listed.push([path.toString('latin1'), collected])
  }
  return listed
}

/** A tree of any shape with entries of every kind, in the order in which rsync sorts. */
export function someTree(random: ReturnType<typeof seeded>, size: number): Listed[] {
  const folders = ['']
  const entries = new Map<string, CollectedEntry>()
  while (entries.size < size) {
    const folder = random.pick(folders)
    const path = folder === '' ? someName(random) : `${folder}/${someName(random)}`
    if (path.length > 1000 || entries.has(path)) continue
    const entry = someEntry(random)
    entries.set(path, entry)
    if (entry.type === 'directory') folders.push(path)
  }
  return [...entries].sort(([a, one], [b, other]) => compareAsRsync(a, one, b, other))
}

/** rsync's order: files before folders, a folder compared as if it ended in a slash, right before its contents. */
function compareAsRsync(a: string, one: CollectedEntry, b: string, other: CollectedEntry): number {
  const left = a.split('/')
  const right = b.split('/')
  let at = 0
  while (left[at] !== undefined && left[at] === right[at]) at++
  if (left[at] === undefined || right[at] === undefined) return left.length - right.length
  const leftIsFolder = at < left.length - 1 || one.type === 'directory'
  const rightIsFolder = at < right.length - 1 || other.type === 'directory'
  if (leftIsFolder !== rightIsFolder) return leftIsFolder ? 1 : -1
  const end = leftIsFolder ? '/' : ''
  return left[at]! + end < right[at]! + end ? -1 : 1
}

function someName(random: ReturnType<typeof seeded>): string {
  const characters = ['a', 'b', 'c', '-', '.', ' ', '\n', '\x01', '\xe9', '\xff', '0', '~', '%']
  const name = Array.from({ length: random.whole(1, 6) }, () => random.pick(characters)).join('')
  return name === '.' || name === '..' ? 'dots' : name
}

function someEntry(random: ReturnType<typeof seeded>): CollectedEntry {
  const type = random.pick(['file', 'file', 'file', 'directory', 'symlink', 'fifo', 'socket', 'char', 'block'] as const)
  const entry: CollectedEntry = {
    type,
    mode: random.whole(0, 0o7777),
    uid: random.pick([0, 1000, 4294967293]),
    gid: random.pick([0, 1000, 65534]),
    size: random.pick([0, 5, 4096, 2 ** 32 + 1, 2 ** 53 - 1]),
    mtime: {
      seconds: random.pick([0, 1, -1, -2208988800, 2 ** 40, 1_700_000_000]),
      nanoseconds: random.whole(0, 999_999_999),
    },
  }
  if (random.next() < 0.3) Object.assign(entry, { user: 'wörker', group: '' })
  if (type === 'symlink') entry.target = Buffer.from(random.pick(['', '../x', '/etc/\xff', 'a'.repeat(4095)]), 'latin1')
  if (type === 'char' || type === 'block')
    entry.rdev = { major: random.whole(0, 4095), minor: random.whole(0, 2 ** 20) }
  if (type !== 'directory' && random.next() < 0.2) entry.hardLink = String(random.whole(1, 5))
  if (type === 'file') Object.assign(entry, someContent(random))
  return entry
}

function someContent(random: ReturnType<typeof seeded>): Partial<CollectedEntry> {
  const ids = Array.from({ length: random.whole(1, 64) }, () => random.bytes(32).toString('hex') as ChunkId)
  const contents: Partial<CollectedEntry>[] = [
    { content: { size: 0, chunks: [] } },
    { content: { size: 7, chunks: ids } },
    { content: { size: 2 ** 33, list: ids.slice(0, 2) } },
    { problem: 'unreadable' },
    { problem: 'changed', content: { size: 1, chunks: ids.slice(0, 1) } },
  ]
  return random.pick(contents)
}
