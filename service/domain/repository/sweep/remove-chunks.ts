import { message } from '../../../../shared/messages/message.ts'
import type { References } from './mark-references.ts'
import { type SweepDependencies, SweepStopped } from './sweep-dependencies.ts'
import { type RemovalContext, type SweepLease, withSweepLease } from './sweep-lease.ts'

/** Counts of what was removed. */
export interface Removed {
  chunks: number
  bytes: number
  packs: number
}

/** Attempts per batch; each retry follows a concurrent commit. */
const attempts = 50

/** Maximum number of new versions that are marked between two attempts. */
const maxUnmarked = 1_000

/**
 * Deletes the rows of chunks, and marks packs without chunks as pending deletion. It decides in one transaction that
 * blocks commits: versions committed since the references were marked are marked first, and chunks promised since then
 * are kept. The bytes stay in the store.
 * @param unreferenced raw ids
 * @throws SweepStopped
 */
export async function removeChunks(
  dependencies: SweepDependencies,
  lease: SweepLease,
  references: References,
  unreferenced: Buffer[],
  cutoff: Date,
): Promise<Removed> {
  let left = unreferenced
  for (let attempt = 0; attempt < attempts; attempt++) {
    const removed = await withSweepLease(dependencies, lease, async (context) => {
      const unmarked = await readUnmarked(context)
      return unmarked.length > 0 ? { unmarked } : removeNow(context, left, cutoff)
    })
    if (!('unmarked' in removed)) return removed
    await references.markVersions(removed.unmarked.map((row) => row.version_id))
    await deleteUnmarked(dependencies, lease, removed.unmarked)
    left = left.filter((id) => !references.mayBeReferenced(id))
  }
  throw new SweepStopped(message('commits_too_fast'))
}

/** Marks packs without chunks as pending deletion, whatever the reason. */
export async function markPendingDeletion({ trx, tenantId, now }: RemovalContext, packs: string[]): Promise<number> {
  const { rowCount } = await trx.raw(
    `update packs p set status = 'doomed', doomed_at = ?
     where p.tenant_id = ? and p.id = any(?) and p.status = 'verified'
       and not exists (select from chunks c where c.tenant_id = p.tenant_id and c.pack_id = p.id)`,
    [now, tenantId, packs],
  )
  return rowCount ?? 0
}

interface Unmarked {
  id: string
  version_id: string
}

async function readUnmarked({ trx, tenantId }: RemovalContext): Promise<Unmarked[]> {
  const { rows } = await trx.raw('select id, version_id from unmarked_versions where tenant_id = ? limit ?', [
    tenantId,
    maxUnmarked,
  ])
  return rows
}

/** Deletes the rows that were read, not all of their versions: a version may have got another snapshot meanwhile. */
async function deleteUnmarked(dependencies: SweepDependencies, lease: SweepLease, unmarked: Unmarked[]): Promise<void> {
  await withSweepLease(dependencies, lease, ({ trx, tenantId }) =>
    trx.raw('delete from unmarked_versions where tenant_id = ? and id = any(?)', [
      tenantId,
      unmarked.map((row) => row.id),
    ]),
  )
}

/** Locks in the order of ids, like promises, so that they do not deadlock. */
async function removeNow(context: RemovalContext, unreferenced: Buffer[], cutoff: Date): Promise<Removed> {
  const { trx, tenantId } = context
  const { rows } = await trx.raw(
    `with old as (
       select id from chunks where tenant_id = :tenantId and id = any(:unreferenced) and last_promised_at < :cutoff
       order by id for update
     ), gone as (
       delete from chunks using old where chunks.tenant_id = :tenantId and chunks.id = old.id
       returning chunks.pack_id, chunks.length
     )
     select pack_id, count(*) as chunks, sum(length) as bytes from gone group by pack_id`,
    { tenantId, unreferenced, cutoff },
  )
  const touched = rows as { pack_id: string; chunks: number; bytes: number }[]
  return {
    chunks: touched.reduce((sum, { chunks }) => sum + chunks, 0),
    bytes: touched.reduce((sum, { bytes }) => sum + bytes, 0),
    packs: await markPendingDeletion(
      context,
      touched.map((row) => row.pack_id),
    ),
  }
}
