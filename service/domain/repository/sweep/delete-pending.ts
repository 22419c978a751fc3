import { packObject } from '../chunks/object-names.ts'
import { type Deleted, deleteObjects } from './remove-orphans.ts'
import { type SweepDependencies, pendingDeletionMs } from './sweep-dependencies.ts'
import { type SweepLease, withSweepLease } from './sweep-lease.ts'

/** Packs per batch. */
const batchSize = 200

/**
 * Deletes the objects of packs whose grace period has ended, then their rows; an interrupted deletion is repeated. A
 * batch continues past objects that cannot be deleted.
 */
export async function deletePending(
  dependencies: SweepDependencies,
  lease: SweepLease,
  prefix: string,
  { waitMs = pendingDeletionMs }: { waitMs?: number } = {},
): Promise<Deleted> {
  const sum: Deleted = { deleted: 0, locked: 0, failures: 0 }
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = await withSweepLease(dependencies, lease, async ({ trx, tenantId, now }) => {
      const { rows } = await trx.raw(
        `select p.id from packs p
         where p.tenant_id = ? and p.status = 'doomed' and p.doomed_at <= ? and p.id > ?
           and not exists (select from chunks c where c.tenant_id = p.tenant_id and c.pack_id = p.id)
         order by p.id limit ${batchSize}`,
        [tenantId, new Date(now.getTime() - waitMs), after],
      )
      return rows.map((row: { id: string }) => row.id) as string[]
    })
    const { deleted, locked, failures } = await deleteObjects(
      dependencies,
      lease.tenantId,
      ids.map((id) => packObject(prefix, id)),
    )
    const gone = new Set(deleted)
    await withSweepLease(dependencies, lease, ({ trx, tenantId }) =>
      trx.raw(`delete from packs where tenant_id = ? and id = any(?) and status = 'doomed'`, [
        tenantId,
        ids.filter((id) => gone.has(packObject(prefix, id))),
      ]),
    )
    sum.deleted += deleted.length
    sum.locked += locked
    sum.failures += failures
    if (ids.length < batchSize || deleted.length + locked + failures < ids.length) return sum
    after = ids.at(-1) as string
  }
}
