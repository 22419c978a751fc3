import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { TenantContext } from '../../kernel/context.ts'

/**
 * Which of these chunks are not stored, as indexes into `ids`, in order. For the others this is a promise that they stay
 * for two days, long enough for the job that asked: `last_promised_at` moves. A promise given within the last hour is
 * left as it is, because each one rewrites a row. One that is known to be damaged is not stored: a good one is welcome.
 */
export async function missingChunks(context: TenantContext, ids: ChunkId[]): Promise<number[]> {
  const present = await promiseChunks(context, ids)
  return ids.flatMap((id, index) => (present.has(id) ? [] : [index]))
}

/** In one order of ids, so that two who ask at once never wait for each other. */
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
