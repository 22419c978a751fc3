import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import type { Content } from '../../../../shared/repository/content.ts'
import { openRoot, streamFolder } from '../../../../shared/repository/tree.ts'
import type { EventLoopYielder } from './yield-event-loop.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/** Kinds of difference between two entries of the same path. Times are ignored, as in a tree's identity. */
export type EntryChange = 'type' | 'content' | 'size' | 'mode' | 'owner' | 'target' | 'device' | 'hard_link' | 'problem'

/** A path that is missing on one side, or differs. */
export interface TreeChange {
  path: Buffer
  before?: TreeEntry
  after?: TreeEntry
  /** Empty if one side is missing. */
  changes: EntryChange[]
}

/**
 * Yields the differences between two entries of one path and everything below them: folders before their contents,
 * names in byte order. Folders whose listings have the same chunks are not read, so the cost is proportional to the
 * difference. Everything below a folder that exists on one side only is compared entry by entry.
 */
export async function compareTrees(
  reader: ChunkReader,
  path: Buffer,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  visit: (change: TreeChange) => void,
  pace: EventLoopYielder,
): Promise<void> {
  await pace()
  const changes = before && after ? changesOf(before, after) : []
  if (!before || !after || changes.length > 0) visit({ path, before, after, changes })
  const old = before?.type === 'directory' ? before.content : undefined
  const fresh = after?.type === 'directory' ? after.content : undefined
  if (old && fresh && isSame(old, fresh)) return
  for await (const pair of joinByName(reader, old, fresh)) {
    const name = (pair.before ?? pair.after)!.name
    await compareTrees(reader, joinPath(path, name), pair.before, pair.after, visit, pace)
  }
}

/**
 * Returns a change of a tree as the counts of a text diff: an entry that differs counts as one removed and one added.
 * @param counts selects the entries that count; by default all
 */
export async function measureTreeChange(
  reader: ChunkReader,
  before: ChunkId,
  after: ChunkId,
  pace: EventLoopYielder,
  counts: (entry: { path: Buffer; size: number }) => boolean = () => true,
): Promise<{ added: number; removed: number }> {
  const magnitude = { added: 0, removed: 0 }
  if (before === after) return magnitude
  const roots = [await openRoot(reader, before), await openRoot(reader, after)]
  const count = ({ path, before, after }: TreeChange) => {
    if (before && counts({ path, size: before.size })) magnitude.removed++
    if (after && counts({ path, size: after.size })) magnitude.added++
  }
  await compareTrees(reader, Buffer.alloc(0), roots[0], roots[1], count, pace)
  return magnitude
}

/** Returns the differences between two entries, not including the contents of folders. */
export function changesOf(before: TreeEntry, after: TreeEntry): EntryChange[] {
  if (before.type !== after.type) return ['type']
  const isFile = before.type === 'file'
  const differs: [EntryChange, boolean][] = [
    ['content', isFile && !isSame(before.content, after.content)],
    ['size', isFile && before.size !== after.size],
    ['mode', before.mode !== after.mode],
    ['owner', before.uid !== after.uid || before.gid !== after.gid],
    ['target', Buffer.compare(before.target ?? nothing, after.target ?? nothing) !== 0],
    ['device', before.rdev?.major !== after.rdev?.major || before.rdev?.minor !== after.rdev?.minor],
    ['hard_link', before.hardLink !== after.hardLink],
    ['problem', before.problem !== after.problem],
  ]
  return differs.flatMap(([change, isDifferent]) => (isDifferent ? [change] : []))
}

const nothing = Buffer.alloc(0)
const slash = Buffer.from('/')

/** Compares by chunks: the same bytes have the same chunk ids. */
function isSame(a: Content | undefined, b: Content | undefined): boolean {
  if (!a || !b) return a === b
  return a.size === b.size && 'list' in a === 'list' in b && idsOf(a).join() === idsOf(b).join()
}

function idsOf(content: Content): ChunkId[] {
  return 'list' in content ? content.list : content.chunks
}

/** Joins the entries of two listings, both in byte order. */
async function* joinByName(
  reader: ChunkReader,
  old: Content | undefined,
  fresh: Content | undefined,
): AsyncGenerator<{ before?: TreeEntry; after?: TreeEntry }> {
  const sides = [entriesOf(reader, old), entriesOf(reader, fresh)] as const
  let [before, after] = [await sides[0].next(), await sides[1].next()]
  while (!before.done || !after.done) {
    const order = before.done ? 1 : after.done ? -1 : Buffer.compare(before.value.name, after.value.name)
    yield { before: order <= 0 ? before.value : undefined, after: order >= 0 ? after.value : undefined }
    if (order <= 0) before = await sides[0].next()
    if (order >= 0) after = await sides[1].next()
  }
}

async function* entriesOf(reader: ChunkReader, content: Content | undefined): AsyncGenerator<TreeEntry, undefined> {
  if (content) yield* streamFolder(reader, content)
  return undefined
}

function joinPath(folder: Buffer, name: Buffer): Buffer {
  return folder.length === 0 ? name : Buffer.concat([folder, slash, name])
}
