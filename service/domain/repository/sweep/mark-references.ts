import { type ChunkId, chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, chunksOf } from '../../../../shared/repository/content.ts'
import { openRoot, streamFolder } from '../../../../shared/repository/tree.ts'
import type { VersionContent } from '../../../store/models/version.ts'
import { contentRefs } from '../content/content-refs.ts'
import { inScope } from '../../../store/scope.ts'
import { BackupDamaged, isDamage } from '../chunks/backup-damaged.ts'
import { createBlockCache } from '../chunks/block-cache.ts'
import { createChunkReader } from '../chunks/chunk-reader.ts'
import { type EventLoopYielder, createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { type ChunkFilter, createChunkFilter } from './chunk-filter.ts'
import { type VisitedSet, createVisitedSet } from './visited-set.ts'
import type { SweepDependencies } from './sweep-dependencies.ts'

/** Rows per query. */
const pageSize = 2_000

/** Trees read at the same time: most of the time is the store's latency. */
const concurrentTrees = 4

/** Bytes of cached decrypted blocks. */
const blockBytes = 48 * 1024 * 1024

/** Entries of the visited sets: 64 MiB. */
const maxParts = 2 ** 22

/** Affected versions that an administrator accepted; `passed` receives those of which content is lost. */
export interface AffectedVersions {
  known: ReadonlySet<string>
  passed: Set<string>
}

/** Read attempts before a chunk counts as lost: the store may fail once. */
const readAttempts = 4

/**
 * The chunks that a tenant's versions and snapshots reference. Unreadable content makes the methods throw, because its
 * references are unknown. For versions in `affected`, everything reachable besides lost content is marked; lost chunks
 * are those that the integrity check found damaged and that cannot be read now either. Their trees have a separate
 * visited set, because a part visited in an affected version may be incomplete.
 * @throws BackupDamaged, TreeDamaged, ContentDamaged, KeysDestroyed, StoreUnreachable, DatabaseUnavailable
 */
export class References {
  readonly #dependencies: SweepDependencies
  readonly #tenantId: string
  readonly #keepAlive: () => Promise<void>
  readonly #affected: AffectedVersions
  readonly #filter: ChunkFilter
  readonly #visited: VisitedSet
  readonly #visitedAffected: VisitedSet
  readonly #reader: ChunkReader
  readonly #yieldEventLoop: EventLoopYielder
  readonly #rawId = Buffer.alloc(chunkIdBytes)

  /**
   * @param chunks number of the tenant's chunks; determines the memory, 2 bytes each plus the visited sets
   * @param keepAlive called after each folder and each page
   */
  constructor(
    dependencies: SweepDependencies,
    tenantId: string,
    chunks: number,
    keepAlive: () => Promise<void>,
    affected: AffectedVersions = { known: new Set(), passed: new Set() },
  ) {
    const slots = Math.min(maxParts, 2 ** Math.ceil(Math.log2(Math.max(1024, chunks))))
    this.#dependencies = dependencies
    this.#tenantId = tenantId
    this.#keepAlive = keepAlive
    this.#affected = affected
    this.#filter = createChunkFilter(chunks)
    this.#visited = createVisitedSet(slots)
    this.#visitedAffected = affected.known.size > 0 ? createVisitedSet(slots) : this.#visited
    this.#reader = createChunkReader(dependencies, createBlockCache(blockBytes), tenantId)
    this.#yieldEventLoop = createEventLoopYielder(dependencies.signal)
  }

  /** Marks all versions and snapshots that can be read now. */
  async markAll(): Promise<void> {
    for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after;) {
      const page: Page = await this.#readPage(`id > ? order by id limit ${pageSize}`, [after])
      await this.#markPage(page)
      after = page.last
    }
  }

  /** Marks these versions and their snapshots; a deleted version has no references. */
  async markVersions(ids: string[]): Promise<void> {
    await this.#markPage(await this.#readPage('id = any(?)', [ids]))
  }

  /** Whether the chunk whose raw id is at `offset` may be referenced. False is certain. */
  mayBeReferenced(ids: Buffer, offset?: number): boolean {
    return this.#filter.mayContain(ids, offset)
  }

  #readPage(which: string, values: (string | string[])[]): Promise<Page> {
    const tenantId = this.#tenantId
    return inScope(this.#dependencies.knex, { kind: 'tenant', tenantId }, async (trx) => {
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
      return { last: ids.at(-1) ?? null, contents: versions.rows, roots: snapshots.rows }
    })
  }

  async #markPage(page: Page): Promise<void> {
    const roots = new Map<ChunkId, string[]>()
    const add = (root: ChunkId, id: string) => roots.set(root, [...(roots.get(root) ?? []), id])
    for (const { id, root } of page.roots) add(root, id)
    for (const { id, content } of page.contents) {
      const { root, bytes } = contentRefs(content)
      if (root) add(root, id)
      if (bytes) await this.#skipLost([id], () => this.#markContent(bytes))
      await this.#yieldEventLoop()
    }
    const left = roots.entries()
    await Promise.all(
      Array.from({ length: concurrentTrees }, async () => {
        for (const [root, versions] of left) await this.#markTree(root, versions)
      }),
    )
    await this.#keepAlive()
  }

  async #markTree(root: ChunkId, versions: string[]): Promise<void> {
    this.#mark(root)
    const visited = this.#areAffected(versions) ? this.#visitedAffected : this.#visited
    if (!visited.add(`root:${root}`)) return
    const open: Content[] = []
    await this.#skipLost(versions, async () => {
      const { content } = await openRoot(this.#reader, root)
      if (content) open.push(content)
    })
    for (let folder = open.pop(); folder; folder = open.pop()) {
      if (!visited.add('list' in folder ? `list:${folder.list.join()}` : `chunks:${folder.chunks.join()}`)) continue
      await this.#markFolder(folder, versions, open)
      await this.#keepAlive()
    }
  }

  /** Marks a folder and its files, and adds its subfolders to `open`. */
  async #markFolder(folder: Content, versions: string[], open: Content[]): Promise<void> {
    await this.#skipLost(versions, () => this.#markContent(folder))
    await this.#skipLost(versions, async () => {
      for await (const { content, type } of streamFolder(this.#reader, folder)) {
        await this.#yieldEventLoop()
        if (!content) continue
        if (type === 'directory') open.push(content)
        else await this.#skipLost(versions, () => this.#markContent(content))
      }
    })
  }

  async #markContent(content: Content): Promise<void> {
    if ('list' in content) for (const id of content.list) this.#mark(id)
    for await (const id of chunksOf(this.#reader, content)) this.#mark(id)
  }

  #mark(id: ChunkId): void {
    this.#rawId.write(id, 'hex')
    this.#filter.add(this.#rawId)
  }

  /** Runs `work`, and ignores lost content if all these versions are accepted as affected. */
  async #skipLost(versions: string[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDamage(error) || !this.#areAffected(versions) || !(await this.#isLost(error))) throw error
      for (const id of versions) this.#affected.passed.add(id)
    }
  }

  #areAffected(versions: string[]): boolean {
    return versions.every((id) => this.#affected.known.has(id))
  }

  /** A chunk can be lost; content that does not match its id is damaged permanently. */
  async #isLost(error: Error): Promise<boolean> {
    if (!(error instanceof BackupDamaged)) return true
    const { chunk } = error
    for (let attempt = 1; attempt < readAttempts; attempt++) if (await this.#isReadable(chunk)) return false
    const tenantId = this.#tenantId
    const { rows } = await inScope(this.#dependencies.knex, { kind: 'tenant', tenantId }, (trx) =>
      trx.raw('select from chunks where tenant_id = ? and id = ? and damaged_at is null', [
        tenantId,
        Buffer.from(chunk, 'hex'),
      ]),
    )
    return rows.length === 0
  }

  async #isReadable(chunk: ChunkId): Promise<boolean> {
    try {
      await this.#reader.read(chunk)
      return true
    } catch (error) {
      if (!isDamage(error)) throw error
      return false
    }
  }
}

interface Page {
  contents: { id: string; content: VersionContent }[]
  /** Roots of snapshots, with the ids of their versions. */
  roots: { id: string; root: ChunkId }[]
  /** The id of the last version; null if the page is empty. */
  last: string | null
}
