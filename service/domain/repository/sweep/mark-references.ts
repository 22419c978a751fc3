import { type ChunkId, chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import { type Content, chunksOf } from '../../../../shared/repository/content.ts'
import { openRoot, streamFolder } from '../../../../shared/repository/tree.ts'
import type { VersionContent } from '../../../store/models/version.ts'
import { contentRefs } from '../content/content-refs.ts'
import { inScope } from '../../../store/scope.ts'
import { BackupDamaged, isDamage } from '../chunks/backup-damaged.ts'
import { createBlockCache } from '../chunks/block-cache.ts'
import { createChunkReader } from '../chunks/chunk-reader.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { createChunkFilter } from './chunk-filter.ts'
import { createVisitedSet } from './visited-set.ts'
import type { SweepDependencies } from './sweep-dependencies.ts'

/** Everything that a customer's versions and snapshots refer to. */
export interface References {
  /** Marks all versions and snapshots that can be read now. */
  markAll(): Promise<void>
  /** Marks these versions, and their snapshots; one that is gone refers to nothing. */
  markVersions(ids: string[]): Promise<void>
  /** Whether something may refer to the chunk whose raw id stands at `offset`; false is certain. */
  mayRefer(ids: Buffer, offset?: number): boolean
}

/** Rows of one query. */
const pageSize = 2_000

/** Trees that are walked at one time: the store is far, and each waits for one answer after another. */
const walkers = 4

/** Bytes of opened blocks that are kept. */
const blockBytes = 48 * 1024 * 1024

/** How many parts of trees are remembered at most: 64 MiB of them. */
const mostParts = 2 ** 22

/** Versions that are known to be hurt, and that a person has said yes to; `passed` gets those of which something is lost. */
export interface AffectedVersions {
  known: ReadonlySet<string>
  passed: Set<string>
}

/** So often a chunk is read that is said to be lost: a store may deny once what it has. */
const readings = 4

/**
 * Follows all references of one customer. What cannot be read makes it throw: nothing is known of what it refers to. Of
 * versions in `affected` all is marked that can be reached past what is lost: a chunk that the check has found lost, and
 * that does not come now either. They are walked with a memory of their own: who met a part of them in a hurt version
 * has not seen all that is in it.
 * @param chunks how many there are, for the size of what is kept in memory: 2 bytes each, and what walking takes
 * @param rest called now and then
 * @throws BackupDamaged, TreeDamaged, ContentDamaged, KeysDestroyed, StoreUnreachable, DatabaseUnavailable
 */
export function createReferences(
  parts: SweepDependencies,
  tenantId: string,
  chunks: number,
  rest: () => Promise<void>,
  affected: AffectedVersions = { known: new Set(), passed: new Set() },
): References {
  const filter = createChunkFilter(chunks)
  const slots = Math.min(mostParts, 2 ** Math.ceil(Math.log2(Math.max(1024, chunks))))
  const seenWhole = createVisitedSet(slots)
  const seenAffected = affected.known.size > 0 ? createVisitedSet(slots) : seenWhole
  const reader = createChunkReader(parts, createBlockCache(blockBytes), tenantId)
  const pace = createEventLoopYielder(parts.signal)
  const raw = Buffer.alloc(chunkIdBytes)

  function mark(id: ChunkId): void {
    raw.write(id, 'hex')
    filter.add(raw)
  }

  async function markContent(content: Content): Promise<void> {
    if ('list' in content) content.list.forEach(mark)
    for await (const id of chunksOf(reader, content)) mark(id)
  }

  async function pastLoss(versions: string[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDamage(error) || !areAffected(versions) || !(await isLost(error))) throw error
      versions.forEach((id) => affected.passed.add(id))
    }
  }

  const areAffected = (versions: string[]) => versions.every((id) => affected.known.has(id))

  /** What chunks hold is checked as a whole by their ids: what is wrong with it stays so. */
  async function isLost(error: Error): Promise<boolean> {
    if (!(error instanceof BackupDamaged)) return true
    const { chunk } = error
    for (let reading = 1; reading < readings; reading++) {
      const isRead = await reader.read(chunk).then(
        () => true,
        (again: unknown) => !isDamage(again) && Promise.reject(again),
      )
      if (isRead) return false
    }
    const { rows } = await inScope(parts.knex, { kind: 'tenant', tenantId }, (trx) =>
      trx.raw('select from chunks where tenant_id = ? and id = ? and damaged_at is null', [
        tenantId,
        Buffer.from(chunk, 'hex'),
      ]),
    )
    return rows.length === 0
  }

  async function markTree(root: ChunkId, versions: string[]): Promise<void> {
    mark(root)
    const seen = areAffected(versions) ? seenAffected : seenWhole
    if (!seen.meet(`root:${root}`)) return
    const open: Content[] = []
    await pastLoss(versions, async () => {
      const { content } = await openRoot(reader, root)
      if (content) open.push(content)
    })
    for (let listing = open.pop(); listing; listing = open.pop()) {
      if (!seen.meet('list' in listing ? `list:${listing.list.join()}` : `chunks:${listing.chunks.join()}`)) continue
      const folder = listing
      await pastLoss(versions, () => markContent(folder))
      await pastLoss(versions, async () => {
        for await (const { content, type } of streamFolder(reader, folder)) {
          await pace()
          if (!content) continue
          if (type === 'directory') open.push(content)
          else await pastLoss(versions, () => markContent(content))
        }
      })
      await rest()
    }
  }

  async function markPage(page: Page): Promise<void> {
    const roots = new Map<ChunkId, string[]>()
    const add = (root: ChunkId, id: string) => roots.set(root, [...(roots.get(root) ?? []), id])
    for (const { id, root } of page.roots) add(root, id)
    for (const { id, content } of page.contents) {
      const { root, bytes } = contentRefs(content)
      if (root) add(root, id)
      if (bytes) await pastLoss([id], () => markContent(bytes))
      await pace()
    }
    const left = roots.entries()
    await Promise.all(
      Array.from({ length: walkers }, async () => {
        for (const [root, versions] of left) await markTree(root, versions)
      }),
    )
    await rest()
  }

  function read(which: string, values: (string | string[])[]): Promise<Page & { last: string | null }> {
    return inScope(parts.knex, { kind: 'tenant', tenantId }, async (trx) => {
      const versions = await trx.raw(`select id, content from versions where tenant_id = ? and ${which}`, [
        tenantId,
        ...values,
      ])
      const ids = versions.rows.map((row: { id: string }) => row.id)
      const snapshots = await trx.raw(
        `select version_id as id, encode(root, 'hex') as root from snapshots
         where tenant_id = ? and version_id = any(?) and root is not null`,
        [tenantId, ids],
      )
      return {
        last: ids.at(-1) ?? null,
        contents: versions.rows,
        roots: snapshots.rows,
      }
    })
  }

  return {
    async markAll() {
      for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after;) {
        const page = await read(`id > ? order by id limit ${pageSize}`, [after])
        await markPage(page)
        after = page.last
      }
    },
    async markVersions(ids) {
      await markPage(await read('id = any(?)', [ids]))
    },
    mayRefer: (ids, offset) => filter.mayHold(ids, offset),
  }
}

interface Page {
  contents: { id: string; content: VersionContent }[]
  /** Of snapshots, with the ids of their versions. */
  roots: { id: string; root: ChunkId }[]
}
