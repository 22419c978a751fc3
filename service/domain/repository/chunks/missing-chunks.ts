import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { TenantContext } from '../../kernel/context.ts'

/**
 * Returns which of these chunks are not stored, as indexes into `ids`, in order. The others are promised to stay for
 * two days, longer than any job, by updating `last_promised_at`. A promise of the last hour is not renewed, because
 * each renewal rewrites a row. Damaged chunks count as not stored, so that agents upload them again.
 */
export async function missingChunks(context: TenantContext, ids: ChunkId[]): Promise<number[]> {
  const present = await promiseChunks(context, ids)
  return ids.flatMap((id, index) => (present.has(id) ? [] : [index]))
}

/** In the order of ids, so that concurrent requests do not deadlock. */
async function promiseChunks({ trx, tenantId, now }: TenantContext, ids: ChunkId[]): Promise<Set<string>> {
  const wanted = ids.map((id) => Buffer.from(id, 'hex'))
  const fresh = new Date(now.getTime() - promiseStandsMs)
  const { rows } = await trx.raw(
    `with stale as (
       select id from chunks
       where tenant_id = :tenantId and id = any(:wanted) and last_promised_at < :fresh and damaged_at is null
       order by id for no key update
     ), moved as (
       update chunks set last_promised_at = :now from stale
       where chunks.tenant_id = :tenantId and chunks.id = stale.id
       returning chunks.id
     )
     select encode(id, 'hex') as id from moved
     union all
     select encode(id, 'hex') from chunks
     where tenant_id = :tenantId and id = any(:wanted) and last_promised_at >= :fresh and damaged_at is null`,
    { tenantId, wanted, fresh, now },
  )
  return new Set(rows.map((row: { id: string }) => row.id))
}

const promiseStandsMs = 60 * 60 * 1000
