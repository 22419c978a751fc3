import type { ScopedTransaction } from '../../../store/scope.ts'

/** How many of the packs and manifests that a tenant needs are locked. */
export interface LockCounts {
  locked: number
  /** Needed without a lock that lasts. */
  unlocked: number
  /** When the first of the locks ends; null where nothing is locked. */
  lockedUntil: Date | null
}

/**
 * Counts the locks of one tenant that last at `now`; a tenant whose keys are destroyed needs nothing. Reads an index entry
 * for each pack, manifest and lock, and chunks only of packs without a lock: a pack that is locked counts as needed until
 * the next sweep, also when its last chunk is gone. The transaction sees the tenant.
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
