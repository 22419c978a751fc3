import type { DiskSpace } from '../../../objects/object-store.ts'
import { StorageSample } from '../../../store/models/storage-sample.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type StoredLockCounts, readLockCounts } from '../../repository/object-lock/read-lock-counts.ts'
import { type Growth, type Transfers, fullAt, growthOf, samplesDays } from './forecast.ts'
import { type StoredOfTenant, storedByTenant } from './stored-by-tenant.ts'

const dayMs = 86_400_000

/** Stored amount and growth. `disk` and `fullAt` belong to the installation and are null for one tenant. */
export interface StorageUsage {
  stored: number
  growth: Growth
  fullAt: Date | null
  disk: DiskSpace | null
  byTenant: StoredOfTenant[]
  /** Of the counted tenants; empty if objects are not locked. */
  lockCounts: StoredLockCounts[]
}

/**
 * @param room of the disk of the objects; null if the store's capacity is unknown
 * @param isLocking whether the store locks objects
 */
export async function readUsage(
  { trx, tenantId, now }: Pick<ActionContext, 'trx' | 'tenantId' | 'now'>,
  room: DiskSpace | null,
  isLocking: boolean,
): Promise<StorageUsage> {
  const byTenant = await storedByTenant(trx, tenantId)
  const stored = byTenant.reduce((sum, one) => sum + one.stored, 0)
  const samples = await StorageSample.query(trx)
    .where('sampledAt', '>=', new Date(now.getTime() - samplesDays * dayMs))
    .where((whose) => (tenantId === null ? whose.whereNull('tenantId') : whose.where({ tenantId })))
    .select('sampledAt', 'stored')
  const measured = growthOf(samples, null, now)
  const isMeasured = measured.basis === 'measured'
  const growth = isMeasured ? measured : growthOf(samples, await readTransfers({ trx, tenantId, now }, stored), now)
  const disk = tenantId === null ? room : null
  const lockCounts = isLocking ? await readLockCounts(trx, tenantId) : []
  return { stored, growth, fullAt: fullAt(growth, disk?.free ?? null, now), disk, byTenant, lockCounts }
}

/** Days of transfers that the growth is computed from. */
const transferDays = 30

/**
 * Returns uploads since the day after the first pack, at most of the last 30 days: on its first day a fleet is stored
 * completely. Merged packs count on the day of the merge, and what sweeps deleted counts as uploaded and deleted.
 */
async function readTransfers(
  { trx, tenantId, now }: Pick<ActionContext, 'trx' | 'tenantId' | 'now'>,
  stored: number,
): Promise<Transfers | null> {
  const whose = tenantId === null ? '' : 'and tenant_id = :tenantId'
  const since = new Date(now.getTime() - transferDays * dayMs)
  const { rows } = await trx.raw(
    `select since, coalesce((select sum(size) from packs
       where status <> 'announced' and verified_at > since and verified_at <= :now ${whose}), 0)::bigint as bytes,
       (select coalesce(sum((counts->>'bytes')::numeric), 0)::bigint from policy_runs
        where kind = 'sweep' and outcome = 'done' and not dry_run ${whose}) as removed
     from (select greatest(min(verified_at) + interval '1 day', :since) as since from packs
           where status <> 'announced' ${whose}) began`,
    { tenantId, now, since },
  )
  const [{ since: from, bytes, removed }] = rows
  if (from === null || stored === 0) return null
  const days = (now.getTime() - from.getTime()) / dayMs
  return { bytes, days, stayingShare: stored / (stored + removed) }
}
