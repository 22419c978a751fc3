import type { ScopedTransaction } from '../../../store/scope.ts'

/** Lock state of the packs and manifests that a tenant needs. */
export interface LockCounts {
  locked: number
  /** Number of needed objects without a lock in force. */
  unlocked: number
  /** Earliest end of a lock; null without locks. */
  lockedUntil: Date | null
}

/**
 * Counts the locks of one tenant that are in force at `now`; a tenant whose keys are destroyed needs no objects. Reads
 * an index entry for each pack, manifest and lock, and chunks only of packs without a lock. A locked pack therefore
 * counts as needed until the next sweep, even after its last chunk was deleted. The transaction has the tenant's scope.
 */
export async function countLocks(
  trx: ScopedTransaction,
  { tenantId, now }: { tenantId: string; now: Date },
): Promise<LockCounts> {
  const { rows } = await trx.raw(
    `select count(l.object_id)::int as locked, min(l.locked_until) as "lockedUntil",
            count(*) filter (where case when l.object_id is not null then false when needed.kind = 'manifest' then true
              else (select true from chunks c where c.tenant_id = :tenantId and c.pack_id = needed.id limit 1)
            end)::int as unlocked
     from (select 'pack' as kind, p.id from packs p where p.tenant_id = :tenantId and p.status = 'verified'
           union all select 'manifest', v.id from versions v where v.tenant_id = :tenantId) needed
     left join object_locks l on l.tenant_id = :tenantId and l.kind = needed.kind and l.object_id = needed.id
       and l.locked_until > :now and l.store_version is not null
     where exists (select from tenant_keys k where k.tenant_id = :tenantId and k.destroyed_at is null)`,
    { tenantId, now },
  )
  return rows[0]
}
