import type { Knex } from 'knex'
import { type ChunkId, chunkIdAt, chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, chunksOf } from '../../../../shared/repository/content.ts'
import { TreeDamaged } from '../../../../shared/repository/damaged.ts'
import { countEntry, emptyCounts, openRoot, streamFolder } from '../../../../shared/repository/tree.ts'
import { treeLimits, type TreeEntry } from '../../../../shared/repository/tree-entry.ts'
import { createTreeIdentity } from '../../../../shared/repository/tree-identity.ts'
import { inScope } from '../../../store/scope.ts'
import { ChunkMissing } from './backup-damaged.ts'
import { createEventLoopYielder } from './yield-event-loop.ts'
import { splitIds } from './recheck-chunks.ts'
import type { StoredTree } from './repository.ts'
import { storedTreeLimits } from './stored-tree-limits.ts'
import { type TreeWalkBudget, walkMemorySizes } from './tree-walk-budget.ts'

/** Maximum number of missing chunks returned. */
const maxNamed = 10_000

/** Ids per query. */
const batchSize = 10_000

/**
 * Walks a tree that an agent declared: collects all references and returns the tree's actual properties.
 * @param root null if there is only `beside`; the identity is empty then
 * @param beside contents that are checked like those of files
 * @param memory grown before results are collected
 * @throws TreeDamaged, ContentDamaged or ChunkDamaged for a tree that a correct agent cannot have written
 * @throws DomainError busy if too many walks wait for memory
 */
export async function walkStoredTree(
  knex: Knex,
  reader: ChunkReader,
  tenantId: string,
  root: ChunkId | null,
  memory: Pick<TreeWalkBudget, 'grow'>,
  limits = storedTreeLimits,
  beside: readonly Content[] = [],
): Promise<StoredTree> {
  const identity = createTreeIdentity()
  const counts = emptyCounts()
  let linkBytes = 0
  const references = createReferences(knex, tenantId, limits.references, (bytes) => memory.grow(bytes + linkBytes))
  const pace = createEventLoopYielder()

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
        if (entry.hardLink !== undefined) {
          linkBytes += entryPath.length + entry.hardLink.length + linkOverhead
          if (linkBytes > limits.linkBytes) throw new TreeDamaged('too many names of hard links')
          await memory.grow(linkBytes + references.heldBytes())
          identity.addHardLink(entry.hardLink, entryPath)
        }
        inside.add(entry, entry.type === 'directory' ? await walkFolder(entryPath, entry) : undefined)
      }
    })
    return inside.end()
  }

  for (const content of beside) await references.unlessMissing(() => references.add(reader, content))
  let named = ''
  if (root !== null) {
    await references.addId(root)
    await references.unlessMissing(async () => {
      const rootEntry = await openRoot(reader, root)
      await references.add(reader, contentOf(rootEntry))
      named = identity.end(rootEntry, await walkFolder(rootEntry.name, rootEntry))
    })
  }
  const { chunks, missing } = await references.end()
  return { identity: named, counts, chunks, missing }
}

/** Approximate bytes of two short strings, with their entries in a list and a map. */
const linkOverhead = 100

/** Number of ids before the budget grows. */
const firstIds = 2048

/**
 * Collects the references of a tree, and looks them up in large batches.
 * @param grow called before this total number of bytes is used
 */
function createReferences(knex: Knex, tenantId: string, limit: number, grow: (bytes: number) => Promise<void>) {
  let chunks = Buffer.alloc(0)
  let length = 0
  let lookedUp = 0
  const missing = new Set<ChunkId>()
  let contents: { from: number; to: number; size: number }[] = []

  async function append(id: ChunkId): Promise<void> {
    if (length === limit * chunkIdBytes) throw new TreeDamaged(`refers to more than ${limit} chunks`)
    if (length === chunks.length) await widen()
    length += chunks.write(id, length, 'hex')
  }

  /** Doubles the buffer; a large one grows to its maximum, because only written pages use memory. */
  async function widen(): Promise<void> {
    const most = limit * chunkIdBytes
    const next = Math.max(firstIds * chunkIdBytes, chunks.length * 2)
    const bytes = next * 2 > walkMemorySizes.small ? most : Math.min(next, most)
    await grow(bytes)
    const grown = Buffer.allocUnsafeSlow(bytes)
    chunks.copy(grown)
    chunks = grown
  }

  /** Requires each content added since the last call to be stored, with the length of its chunks. */
  async function ask(): Promise<void> {
    const lengths = await lengthsOf(knex, tenantId, chunks.subarray(lookedUp, length))
    for (let at = lookedUp; at < length; at += chunkIdBytes) {
      const id = chunkIdAt(chunks, at)
      if (!lengths.has(id) && missing.size < maxNamed) missing.add(id)
    }
    for (const { from, to, size } of contents) {
      let sum = 0
      for (let at = from; at < to; at += chunkIdBytes) sum += lengths.get(chunkIdAt(chunks, at)) ?? NaN
      if (sum !== size && !Number.isNaN(sum)) throw new TreeDamaged(`a content of ${size} bytes has chunks of ${sum}`)
    }
    contents = []
    lookedUp = length
  }

  return {
    addId: append,
    heldBytes: () => chunks.length,
    async add(reader: ChunkReader, content: Content): Promise<void> {
      if ('list' in content) for (const id of content.list) await append(id)
      const from = length
      for await (const id of chunksOf(reader, content)) await append(id)
      contents.push({ from, to: length, size: content.size })
      if (length - lookedUp >= batchSize * chunkIdBytes) await ask()
    },
    /** A missing listing ends the walk of its folder; other folders are still checked. */
    async unlessMissing(work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ChunkMissing)) throw error
        if (missing.size < maxNamed) missing.add(error.chunk)
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

/** Limits apply to the declared size of an entry, so it must equal that of its content. */
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
