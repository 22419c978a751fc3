import type { Knex } from 'knex'
import { type ChunkId, chunkIdAt, chunkIdBytes } from '../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../shared/repository/chunk-writer.ts'
import { type Content, chunksOf } from '../../../shared/repository/content.ts'
import { TreeDamaged } from '../../../shared/repository/damaged.ts'
import { type TreeEntry, countEntry, emptyCounts, openRoot, streamFolder } from '../../../shared/repository/tree.ts'
import { treeLimits } from '../../../shared/repository/tree-entry.ts'
import { createTreeIdentity } from '../../../shared/repository/tree-identity.ts'
import { inScope } from '../../store/scope.ts'
import { ChunkMissing } from './backup-damaged.ts'
import { createPacer } from './pacer.ts'
import { splitIds } from './recheck-chunks.ts'
import type { StoredTree } from './repository.ts'

/**
 * What one tree may have. A folder may be named by many others, so that a few kilobytes could spell out more entries
 * than could ever be walked: whoever wrote it, the walk ends.
 */
export const storedTreeLimits = { entries: 5_000_000, references: 5_000_000 }

/** Missing chunks that are named at most. */
const namedAtMost = 10_000

/** Ids of one query. */
const batchSize = 10_000

/**
 * Walks a tree that an agent says it wrote: finds everything it refers to, and says what the tree really is.
 * @throws TreeDamaged, ContentDamaged or ChunkDamaged when it is no tree that an honest agent wrote
 */
export async function walkStoredTree(
  knex: Knex,
  reader: ChunkReader,
  tenantId: string,
  root: ChunkId,
  limits = storedTreeLimits,
): Promise<StoredTree> {
  const identity = createTreeIdentity()
  const counts = emptyCounts()
  const references = createReferences(knex, tenantId, limits.references)
  const pace = createPacer()

  async function walkFolder(path: Buffer, folder: TreeEntry): Promise<Buffer> {
    const inside = identity.openFolder()
    await references.unlessMissing(async () => {
      for await (const entry of streamFolder(reader, contentOf(folder))) {
        await pace()
        countEntry(counts, entry)
        if (counts.files + counts.directories + counts.symlinks + counts.others > limits.entries) {
          throw new TreeDamaged(`more than ${limits.entries} entries`)
        }
        if (path.length + 1 + entry.name.length > treeLimits.path) throw new TreeDamaged('a path that is too long')
        checkSize(entry)
        if (entry.content) await references.add(reader, entry.content)
        const isPlain = entry.type !== 'directory' && entry.hardLink === undefined
        const entryPath = isPlain ? path : joinPath(path, entry.name)
        if (entry.hardLink !== undefined) identity.addHardLink(entry.hardLink, entryPath)
        inside.add(entry, entry.type === 'directory' ? await walkFolder(entryPath, entry) : undefined)
      }
    })
    return inside.end()
  }

  references.addId(root)
  let named = ''
  await references.unlessMissing(async () => {
    const rootEntry = await openRoot(reader, root)
    await references.add(reader, contentOf(rootEntry))
    named = identity.end(rootEntry, await walkFolder(rootEntry.name, rootEntry))
  })
  const { chunks, missing } = await references.end()
  return { identity: named, counts, chunks, missing }
}

/** Gathers what a tree refers to, and asks the index for it in large batches. */
function createReferences(knex: Knex, tenantId: string, limit: number) {
  let chunks = Buffer.allocUnsafe(64 * 1024)
  let length = 0
  let asked = 0
  const missing = new Set<ChunkId>()
  let contents: { from: number; to: number; size: number }[] = []

  function append(id: ChunkId): void {
    if (length === chunks.length) {
      const grown = Buffer.allocUnsafe(chunks.length * 2)
      chunks.copy(grown)
      chunks = grown
    }
    length += chunks.write(id, length, 'hex')
    if (length / chunkIdBytes > limit) throw new TreeDamaged(`refers to more than ${limit} chunks`)
  }

  /** Every content that was added since the last time must be there, and be as long as its chunks. */
  async function ask(): Promise<void> {
    const lengths = await lengthsOf(knex, tenantId, chunks.subarray(asked, length))
    for (let at = asked; at < length; at += chunkIdBytes) {
      const id = chunkIdAt(chunks, at)
      if (!lengths.has(id) && missing.size < namedAtMost) missing.add(id)
    }
    for (const { from, to, size } of contents) {
      let sum = 0
      for (let at = from; at < to; at += chunkIdBytes) sum += lengths.get(chunkIdAt(chunks, at)) ?? NaN
      if (sum !== size && !Number.isNaN(sum)) throw new TreeDamaged(`a content of ${size} bytes has chunks of ${sum}`)
    }
    contents = []
    asked = length
  }

  return {
    addId: append,
    async add(reader: ChunkReader, content: Content): Promise<void> {
      if ('list' in content) content.list.forEach(append)
      const from = length
      for await (const id of chunksOf(reader, content)) append(id)
      contents.push({ from, to: length, size: content.size })
      if (length - asked >= batchSize * chunkIdBytes) await ask()
    },
    /** A listing that is not there leaves the walk without its contents: the other folders are still worth a look. */
    async unlessMissing(work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ChunkMissing)) throw error
        if (missing.size < namedAtMost) missing.add(error.chunk)
      }
    },
    async end(): Promise<{ chunks: Buffer; missing: ChunkId[] }> {
      await ask()
      return { chunks: chunks.subarray(0, length), missing: [...missing] }
    },
  }
}

async function lengthsOf(knex: Knex, tenantId: string, chunks: Buffer): Promise<Map<ChunkId, number>> {
  const lengths = new Map<ChunkId, number>()
  for (let at = 0; at < chunks.length; at += batchSize * chunkIdBytes) {
    const batch = splitIds(chunks.subarray(at, at + batchSize * chunkIdBytes))
    const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      trx.raw(
        `select encode(id, 'hex') as id, length from chunks where tenant_id = ? and id = any(?) and damaged_at is null`,
        [tenantId, batch],
      ),
    )
    for (const row of rows as { id: ChunkId; length: number }[]) lengths.set(row.id, row.length)
  }
  return lengths
}

/** What limits are held against is the size that an entry claims, so it has to be that of its bytes. */
function checkSize({ type, size, content, problem }: TreeEntry): void {
  if (type !== 'file' || !content || problem || content.size === size) return
  throw new TreeDamaged(`a file of ${size} bytes has ${content.size} of them`)
}

function contentOf(folder: TreeEntry): Content {
  if (!folder.content) throw new TreeDamaged('a directory without a listing')
  return folder.content
}

function joinPath(folder: Buffer, name: Buffer): Buffer {
  return folder.length === 0 ? name : Buffer.concat([folder, slash, name])
}

const slash = Buffer.from('/')
