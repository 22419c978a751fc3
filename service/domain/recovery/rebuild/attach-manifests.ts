import { ManifestDamaged } from '../../../../shared/repository/damaged.ts'
import { type Manifest, openManifest } from '../../../../shared/repository/manifest.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { markRebuilt, isRestored } from '../../kernel/installation/restore-marker.ts'
import { readObject } from '../../repository/stored-objects/read-object.ts'
import { recordOrphanManifests } from '../../repository/chunks/orphan-manifests.ts'
import { manifestObject } from '../../repository/chunks/object-names.ts'
import { type OpenTenant, type RebuildCounts, type RebuildDependencies, listIds } from './rebuild-dependencies.ts'
import { withoutDoubles } from './skip-duplicates.ts'
import { writeManifests } from './write-manifests.ts'

/** Manifests per query and per transaction. */
const batchSize = 200

/** Manifests read at the same time: they are small, and latency dominates. */
const readers = 8

/**
 * Attaches a tenant's versions that the database does not contain, with their snapshots, lineages and devices. Existing
 * rows stay unchanged. Manifests that the database records as left over (never committed, or removed by a policy) are
 * skipped. Of two with the same bytes from one run, the first is attached and the other reported. Versions are attached
 * in the order of their ids, which is that of their creation.
 * @returns how many manifests the store lists
 * @throws StoreUnreachable; versions attached so far stay, and a repetition continues after them
 */
export async function attachManifests(
  dependencies: RebuildDependencies,
  customer: OpenTenant,
  counts: RebuildCounts,
): Promise<number> {
  const { knex, dryRun } = dependencies
  const { tenantId } = customer
  const isPutBack = await inScope(knex, { kind: 'platform' }, isRestored)
  let listed = 0
  for await (const ids of listIds(dependencies, `${customer.prefix}/manifests/`, batchSize, counts)) {
    listed += ids.length
    const known = await inScope(knex, { kind: 'tenant', tenantId }, (trx) => findKnown(trx, tenantId, ids, isPutBack))
    const found = await readAll(
      dependencies,
      customer,
      ids.filter((id) => !known.has(id)),
      counts,
    )
    const manifests = await passDoubles(dependencies, customer, found)
    if (dryRun) {
      counts.versions_attached += manifests.length
      counts.snapshots_attached += manifests.filter(({ snapshotId }) => snapshotId !== null).length
    } else if (manifests.length > 0) {
      await inScope(knex, { kind: 'platform' }, (trx) => markRebuilt({ trx, now: dependencies.now() }))
      await writeManifests(dependencies, customer, manifests, counts)
    }
  }
  counts.manifests += listed
  return listed
}

/** The sweep removes the manifests that are skipped. */
async function passDoubles(
  { knex, now, dryRun, onSkipped }: RebuildDependencies,
  { tenantId, prefix }: OpenTenant,
  found: Manifest[],
): Promise<Manifest[]> {
  if (found.length === 0) return []
  const { kept, doubles } = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const split = await withoutDoubles(trx, tenantId, found)
    const ids = split.doubles.map(({ versionId }) => versionId)
    if (!dryRun) await recordOrphanManifests({ trx, tenantId, now: now() }, ids)
    return split
  })
  const why = 'it is left from an interrupted commit: its run stored the same bytes as another version'
  for (const { versionId } of doubles) onSkipped(manifestObject(prefix, versionId), why)
  return kept
}

/**
 * Returns existing versions, those whose manifests a sweep is about to remove, and those recorded as left over. In a
 * restored database the last are not returned: they may have been committed since the dump.
 */
async function findKnown(
  trx: ScopedTransaction,
  tenantId: string,
  ids: string[],
  isPutBack: boolean,
): Promise<Set<string>> {
  const { rows } = await trx.raw(
    `select id from versions where tenant_id = :tenantId and id = any(:ids)
     union all select version_id from swept_manifests where tenant_id = :tenantId and version_id = any(:ids)
     union all select version_id from unnamed_manifests
       where not :isPutBack and tenant_id = :tenantId and version_id = any(:ids)`,
    { tenantId, ids, isPutBack },
  )
  return new Set(rows.map(({ id }: { id: string }) => id))
}

async function readAll(
  { store, onSkipped }: RebuildDependencies,
  { prefix, keys }: OpenTenant,
  ids: string[],
  counts: RebuildCounts,
): Promise<Manifest[]> {
  const manifests: Manifest[] = []
  const left = ids.values()
  const pass = (id: string, why: string) => {
    counts.damaged++
    onSkipped(manifestObject(prefix, id), why)
  }
  await Promise.all(
    Array.from({ length: readers }, async () => {
      for (const id of left) {
        const found = await readObject(store, manifestObject(prefix, id))
        if (found.state === 'read') manifests.push(...open(found.bytes, id, keys, pass))
        else pass(id, found.state === 'missing' ? 'the store lists it but does not have it' : found.words)
      }
    }),
  )
  return manifests.sort((a, b) => (a.versionId < b.versionId ? -1 : 1))
}

function open(
  bytes: Buffer,
  id: string,
  keys: OpenTenant['keys'],
  pass: (id: string, why: string) => void,
): Manifest[] {
  try {
    return [openManifest(bytes, id, keys)]
  } catch (error) {
    if (!(error instanceof ManifestDamaged)) throw error
    pass(id, error.message)
    return []
  }
}
