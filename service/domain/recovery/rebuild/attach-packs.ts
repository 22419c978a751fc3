import { createHash } from 'node:crypto'
import { Pack } from '../../../store/models/pack.ts'
import { inScope } from '../../../store/scope.ts'
import { readObject } from '../../repository/stored-objects/read-object.ts'
import { packObject } from '../../repository/chunks/object-names.ts'
import { registerPacks } from '../../repository/chunks/register-packs.ts'
import { type OpenTenant, type RebuildCounts, type RebuildDependencies, listIds } from './rebuild-dependencies.ts'

/** Ids per query. */
const batchSize = 500

/** Packs read and verified at the same time, 16 MiB each. */
const readers = 3

/**
 * Attaches a tenant's packs that the database does not contain. Each is read completely and every chunk verified, as on
 * upload: a malicious agent controls the header, and the pack may never have been verified.
 * @returns how many packs the store lists
 * @throws StoreUnreachable; packs attached so far stay, and a repetition continues after them
 */
export async function attachPacks(
  dependencies: RebuildDependencies,
  customer: OpenTenant,
  counts: RebuildCounts,
): Promise<number> {
  let listed = 0
  for await (const ids of listIds(dependencies, `${customer.prefix}/packs/`, batchSize, counts)) {
    listed += ids.length
    const known = await inScope(dependencies.knex, { kind: 'tenant', tenantId: customer.tenantId }, (trx) =>
      Pack.query(trx).findByIds(ids),
    )
    const settled = new Set(known.flatMap(({ id, status }) => (status === 'announced' ? [] : [id])))
    const announced = new Map(known.map((pack) => [pack.id, pack]))
    const left = ids.filter((id) => !settled.has(id)).values()
    await Promise.all(
      Array.from({ length: readers }, async () => {
        for (const id of left) {
          const isAttached = dependencies.dryRun || (await attach(dependencies, customer, id, announced.get(id)))
          if (isAttached) counts.packs_attached++
          else counts.damaged++
        }
      }),
    )
  }
  counts.packs += listed
  return listed
}

async function attach(
  { knex, store, workers, now, onSkipped }: RebuildDependencies,
  { tenantId, prefix, keys }: OpenTenant,
  id: string,
  announced: Pack | undefined,
): Promise<boolean> {
  const key = packObject(prefix, id)
  const found = await readObject(store, key)
  if (found.state !== 'read') {
    onSkipped(key, found.state === 'missing' ? 'the store lists it but does not have it' : found.words)
    return false
  }
  const { bytes } = found
  const size = bytes.length
  const sha256 = announced?.sha256 ?? createHash('sha256').update(bytes).digest()
  const { repositoryPrivateKey, chunkIdKey } = keys
  const opened = { bytes, sha256, md5: announced?.md5 ?? null, tenantId, repositoryPrivateKey, chunkIdKey }
  const verified = await workers.run('verifyPack', opened)
  if (verified.wrong !== null) {
    onSkipped(key, verified.wrong)
    return false
  }
  const at = now()
  await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const row = { id, tenantId, status: 'announced' as const, size, sha256, md5: null, announcedAt: at, expiresAt: at }
    await Pack.query(trx).insert(row).onConflict('id').ignore()
    await registerPacks(trx, tenantId, [{ packId: id, keys, verified }], at)
    await Pack.query(trx).findById(id).patch({ checkedAt: at })
  })
  return true
}
