import { walkStoredTree } from '../../service/domain/repository/chunks/walk-stored-tree.ts'
import { contentRefs } from '../../service/domain/repository/content/content-refs.ts'
import { Version, type VersionContent } from '../../service/store/models/version.ts'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../shared/repository/content.ts'
import { walkTree } from '../../shared/repository/tree.ts'
import type { TestRepository } from '../support/repository.ts'
import { roomyWalk } from '../support/roomy-walk.ts'
import type { Scene } from '../support/scene/scene.ts'
import type { Expected } from './sweep-capture.ts'

/** Returns the keys of a tenant's packs and manifests in the store. */
export async function listObjects(test: TestRepository, tenant: Scene): Promise<string[]> {
  const keys = await Array.fromAsync(test.dependencies.store.list(`${tenant.prefix}/`), ({ key }) => key)
  return keys.filter((key) => /[/](packs|manifests)[/]/.test(key))
}

/** Returns objects and rows without references. */
export async function listUnreferred(test: TestRepository, tenant: Scene): Promise<string[]> {
  const { versions, packs, chunks } = await tenant.inTransaction(async ({ trx }) => ({
    versions: await Version.query(trx).select('id', 'content'),
    packs: (
      await trx.raw(
        `select p.id, p.status, (select count(*) from chunks c where c.pack_id = p.id) as chunks from packs p`,
      )
    ).rows,
    chunks: (await trx.raw(`select encode(id, 'hex') as id from chunks`)).rows as { id: ChunkId }[],
  }))
  const fresh = test.dependencies.repository.chunkReader(tenant.id)
  const needed = new Set<string>()
  for (const { content } of versions) {
    const { bytes, root } = contentRefs(content)
    const beside = bytes ? [bytes] : []
    const { knex } = test.dependencies
    const { chunks: ids } = await walkStoredTree(knex, fresh, tenant.id, root, roomyWalk, undefined, beside)
    for (let at = 0; at < ids.length; at += 32) needed.add(ids.toString('hex', at, at + 32))
  }
  const used = new Set([
    ...versions.map(({ id }) => `${tenant.prefix}/manifests/${id}`),
    ...packs.map(({ id }: { id: string }) => `${tenant.prefix}/packs/${id}`),
  ])
  return [
    ...(await listObjects(test, tenant)).filter((key) => !used.has(key)),
    ...packs
      .filter((pack: { chunks: number }) => pack.chunks === 0)
      .map((pack: { id: string; status: string }) => `${pack.status} pack ${pack.id} without a chunk`),
    ...chunks.filter(({ id }) => !needed.has(id)).map(({ id }) => `chunk ${id}`),
  ]
}

/** Returns what an integrity check has marked as damaged and what was not repaired. */
export async function listDamage(tenant: Scene): Promise<string[]> {
  const { rows } = await tenant.inTransaction(({ trx }) =>
    trx.raw(
      `select 'pack ' || id || ' ' || damage as name from packs where damaged_at is not null and status = 'verified'
       union all select 'manifest ' || id || ' ' || manifest_damage from versions where manifest_damaged_at is not null
       union all select 'version ' || version_id from damaged_versions`,
    ),
  )
  return rows.map(({ name }: { name: string }) => name)
}

/** Returns every byte of a version by its path; a text and an archive have the path `''`. */
export async function readBack(by: ChunkReader, content: VersionContent): Promise<Expected> {
  const whole = async (one: Content) => Buffer.concat(await Array.fromAsync(readContent(by, one)))
  const { bytes, root } = contentRefs(content)
  const found: Expected = new Map()
  if (bytes) found.set('', await whole(bytes))
  for await (const { path, entry } of root ? walkTree(by, root) : []) {
    if (entry.type === 'file' && entry.content) found.set(path.toString(), await whole(entry.content))
  }
  return found
}
