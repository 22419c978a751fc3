import type { Knex } from 'knex'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, chunksOf } from '../../../../shared/repository/content.ts'
import { openRoot, streamFolder } from '../../../../shared/repository/tree.ts'
import type { VersionContent } from '../../../store/models/version.ts'
import { inScope } from '../../../store/scope.ts'
import { contentRefs } from '../content/content-refs.ts'
import { BackupDamaged, isDamage } from '../chunks/backup-damaged.ts'
import { createBlockCache } from '../chunks/block-cache.ts'
import { createChunkReader } from '../chunks/chunk-reader.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { type ChunkIdSet, createChunkIdSet } from './id-set.ts'
import { type IntegrityDependencies, throwIfStopped } from './integrity-dependencies.ts'

/** Rows per query. */
const pageSize = 2_000

/** Bytes of cached decrypted blocks. */
const blockBytes = 32 * 1024 * 1024

/** Maximum number of folders cached as readable, so that trees that share them are walked once. */
const mostFolders = 500_000

/**
 * Finds all versions of one tenant that reference a chunk that is damaged or not stored, and updates the stored list:
 * versions that are readable again are removed from it. No trees are walked if no chunk is damaged and none was before.
 * @returns the number of affected versions
 * @throws CheckStopped
 */
export async function findAffectedVersions(dependencies: IntegrityDependencies, tenantId: string): Promise<number> {
  const { knex } = dependencies
  const damaged = await readDamagedChunks(knex, tenantId)
  const search = createSearch(dependencies, tenantId, damaged)
  let count = 0
  for (let after = noUuid; ;) {
    throwIfStopped(dependencies)
    const page = await readPage(knex, tenantId, after, damaged.size > 0)
    const last = page.at(-1)
    if (!last) return count
    const affected = new Map<string, ChunkId | null>()
    for (const { id, content, absent } of page) {
      const trouble = absent ? { chunk: null } : await search.firstTrouble(content)
      if (trouble) affected.set(id, trouble.chunk)
    }
    await keepList(dependencies, { tenantId, page: page.map(({ id }) => id) }, affected)
    count += affected.size
    after = last.id
  }
}

const noUuid = '00000000-0000-0000-0000-000000000000'

async function readDamagedChunks(knex: Knex, tenantId: string): Promise<ChunkIdSet> {
  const damaged = createChunkIdSet()
  for (let after: Buffer = Buffer.alloc(0); ;) {
    const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      trx.raw(
        `select id from chunks where tenant_id = ? and damaged_at is not null and id > ? order by id limit 10000`,
        [tenantId, after],
      ),
    )
    for (const { id } of rows as { id: Buffer }[]) damaged.add(id.toString('hex') as ChunkId)
    const last: { id: Buffer } | undefined = rows.at(-1)
    if (!last) return damaged
    after = last.id
  }
}

interface VersionToSearch {
  id: string
  content: VersionContent
  /** Whether a chunk that the version references directly is not stored. */
  absent: boolean
}

/** Returns all versions; if no chunk is damaged, only those listed as affected or with unstored direct chunks. */
async function readPage(knex: Knex, tenantId: string, after: string, all: boolean): Promise<VersionToSearch[]> {
  const { rows } = await inScope(
    knex,
    { kind: 'tenant', tenantId },
    (trx) =>
      trx.raw(
        `select * from (
           select v.id, v.content,
             exists (
               select from jsonb_array_elements_text(
                 coalesce(v.content->'chunks', v.content->'list',
                   v.content->'archive'->'chunks', v.content->'archive'->'list', '[]')
                 || jsonb_build_array(coalesce(v.content->>'root', v.content->>'members'))) named (id)
               where named.id is not null and not exists (
                 select from chunks c where c.tenant_id = v.tenant_id and c.id = decode(named.id, 'hex'))) as absent,
             exists (
               select from damaged_versions d where d.tenant_id = v.tenant_id and d.version_id = v.id) as said
           from versions v where v.tenant_id = :tenantId and v.id > :after) searched
         where :all or absent or said
         order by id limit ${pageSize}`,
        { tenantId, after, all },
      ),
    { statementTimeoutMs: searchMs },
  )
  return rows
}

/** Timeout in milliseconds: one statement scans all versions of a tenant. */
const searchMs = 10 * 60 * 1000

function createSearch(dependencies: IntegrityDependencies, tenantId: string, damaged: ChunkIdSet) {
  const reader: ChunkReader = createChunkReader(dependencies, createBlockCache(blockBytes), tenantId)
  const pace = createEventLoopYielder()
  let good = new Set<string>()

  /** Checks a content's own chunks; this reads its list of chunks. */
  async function inContent(content: Content): Promise<ChunkId | null> {
    const listed = 'list' in content ? content.list.find((id) => damaged.has(id)) : undefined
    if (listed) return listed
    for await (const id of chunksOf(reader, content)) if (damaged.has(id)) return id
    return null
  }

  async function inFolder(listing: Content): Promise<ChunkId | null> {
    const name = 'list' in listing ? `list:${listing.list.join()}` : listing.chunks.join()
    if (good.has(name)) return null
    const own = await inContent(listing)
    if (own) return own
    for await (const entry of streamFolder(reader, listing)) {
      await pace()
      if (!entry.content) continue
      const found = await (entry.type === 'directory' ? inFolder(entry.content) : inContent(entry.content))
      if (found) return found
    }
    throwIfStopped(dependencies)
    if (good.size >= mostFolders) good = new Set()
    good.add(name)
    return null
  }

  async function inTree(root: ChunkId): Promise<ChunkId | null> {
    if (damaged.has(root)) return root
    const { content } = await openRoot(reader, root)
    return content ? inFolder(content) : null
  }

  return {
    /** Returns the first unreadable chunk of a content, or null if all can be read. */
    async firstTrouble(content: VersionContent): Promise<{ chunk: ChunkId | null } | null> {
      try {
        const { bytes, root } = contentRefs(content)
        const chunk = (bytes && (await inContent(bytes))) ?? (root && (await inTree(root)))
        return chunk === null ? null : { chunk }
      } catch (error) {
        if (!isDamage(error)) throw error
        return { chunk: error instanceof BackupDamaged ? error.chunk : null }
      }
    },
  }
}

/** `affected`: versions of the page with the first chunk found. The others are readable. */
async function keepList(
  { knex, now }: IntegrityDependencies,
  { tenantId, page }: { tenantId: string; page: string[] },
  affected: ReadonlyMap<string, ChunkId | null>,
): Promise<void> {
  const ids = [...affected.keys()]
  const chunks = [...affected.values()].map((chunk) => chunk && Buffer.from(chunk, 'hex'))
  await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    await trx.raw(
      'delete from damaged_versions where tenant_id = ? and version_id = any(?) and not version_id = any(?)',
      [tenantId, page, ids],
    )
    await trx.raw(
      `insert into damaged_versions (tenant_id, version_id, pack_id, found_at)
       select v.tenant_id, v.id, c.pack_id, :at
       from unnest(:ids::uuid[], :chunks::bytea[]) found (id, chunk)
       join versions v on v.tenant_id = :tenantId and v.id = found.id
       left join chunks c on c.tenant_id = :tenantId and c.id = found.chunk
       on conflict (tenant_id, version_id) do update set pack_id = excluded.pack_id`,
      { tenantId, ids, chunks, at: now() },
    )
  })
}
