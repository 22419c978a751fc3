import { formatApiPath } from '../../../../shared/repository/api-path.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { ContentDamaged } from '../../../../shared/repository/damaged.ts'
import { walkTree } from '../../../../shared/repository/tree.ts'
import type { EventLoopYielder } from '../chunks/yield-event-loop.ts'
import { readAhead } from './read-ahead.ts'
import { type TarMember, tarBlock, tarEnd, tarHeader, tarPadding } from './tar-header.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/** Bytes per block: compression runs in threads, and each transfer has a cost. */
const pieceBytes = 512 * 1024

/**
 * Yields a directory and its content as a tar archive, with member paths from the root; the root itself is not a
 * member. Every name of an inode after the first is a hard link to it. Entries that tar cannot represent, or that the
 * backup lacks, are listed in the last member `COFFER-MISSING.txt`, which is present only if needed. The archive is
 * written on demand, and reading stops with the consumer. Damage ends it with an error, so an incomplete archive never
 * looks complete.
 * @param limitBytes of all files; the archive ends there if declared sizes are wrong
 */
export async function* writeArchive(
  reader: ChunkReader,
  root: ChunkId,
  folder: Buffer,
  { limitBytes, pace, now }: { limitBytes: number; pace: EventLoopYielder; now: Date },
): AsyncGenerator<Buffer> {
  yield* gather(members(reader, root, folder, { limitBytes, pace, now }))
}

async function* members(
  reader: ChunkReader,
  root: ChunkId,
  folder: Buffer,
  { limitBytes, pace, now }: { limitBytes: number; pace: EventLoopYielder; now: Date },
): AsyncGenerator<Buffer> {
  const missing: string[] = []
  const firstNames = new Map<string, Buffer>()
  const topNames = new Set<string>()
  let left = limitBytes
  for await (const { path, entry, bytes } of readAhead(reader, walkTree(reader, root, folder))) {
    await pace()
    if (path.length === 0) continue
    if (!path.includes(slash)) topNames.add(path.toString('latin1'))
    const reason = reasonFor(entry)
    if (reason) missing.push(`${reason}: ${formatApiPath(path)}`)
    const first = entry.hardLink === undefined ? undefined : firstNames.get(entry.hardLink)
    const member = memberOf(path, entry, first)
    if (!member) continue
    if (entry.hardLink !== undefined && !first) firstNames.set(entry.hardLink, path)
    yield tarHeader(member)
    if (member.type !== 'file') continue
    const { size = 0 } = member
    left -= size
    if (left < 0) throw new ContentDamaged('more bytes than its entries say')
    yield* bytes
    if (size % tarBlock !== 0) yield zeros.subarray(0, tarPadding(size))
  }
  if (missing.length > 0) yield* missingList(missing, topNames, now)
  yield tarEnd
}

const slash = 0x2f
const zeros = Buffer.alloc(tarBlock)

/** Returns why an entry is missing from the archive, or differs from the device's. */
function reasonFor({ type, content, problem }: TreeEntry): string | undefined {
  if (type === 'socket') return 'a socket, which no archive holds'
  if (problem === 'changed') return 'changed while it was read, kept as it was read'
  if (problem === 'vanished') return 'vanished while it was read'
  if (problem === 'unreadable') return type === 'directory' ? 'could not be listed' : 'could not be read'
  return type === 'file' && !content ? 'was not collected' : undefined
}

function memberOf(path: Buffer, entry: TreeEntry, first: Buffer | undefined): TarMember | undefined {
  const { type, mode, uid, gid, user, group, mtime, target, rdev } = entry
  const common = { path, mode, uid, gid, user, group, mtime }
  if (first) return { ...common, type: 'hard_link', target: first }
  if (type === 'socket' || (type === 'file' && !entry.content)) return undefined
  if (type === 'file') return { ...common, type, size: entry.content?.size ?? 0 }
  return { ...common, type, target, device: rdev }
}

async function* missingList(missing: string[], taken: Set<string>, now: Date): AsyncGenerator<Buffer> {
  let name = 'COFFER-MISSING.txt'
  while (taken.has(name)) name = `_${name}`
  const text = Buffer.from(`${missing.join('\n')}\n`)
  const mtime = { seconds: Math.floor(now.getTime() / 1000), nanoseconds: 0 }
  yield tarHeader({ path: Buffer.from(name), type: 'file', mode: 0o644, uid: 0, gid: 0, size: text.length, mtime })
  yield text
  yield zeros.subarray(0, tarPadding(text.length))
}

/** Merges small blocks; large ones pass unchanged. */
async function* gather(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const piece of pieces) {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes < pieceBytes) continue
    yield Buffer.concat(held, heldBytes)
    held = []
    heldBytes = 0
  }
  if (heldBytes > 0) yield Buffer.concat(held, heldBytes)
}
