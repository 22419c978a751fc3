import type { ActionContext } from '../../kernel/context.ts'
import type { StorageSample } from './forecast.ts'

const dayMs = 86_400_000

/**
 * Returns what was stored for the tenant, or in total: the last sample of each of the last `days` days (UTC), oldest
 * first.
 */
export async function listSamples(
  { trx, tenantId, now }: Pick<ActionContext, 'trx' | 'tenantId' | 'now'>,
  days: number,
): Promise<StorageSample[]> {
  const since = new Date(now.getTime() - days * dayMs)
  const { rows } = await trx.raw<{ rows: StorageSample[] }>(
    `select distinct on (date_trunc('day', sampled_at, 'UTC')) sampled_at as "sampledAt", stored
     from storage_samples
     where sampled_at >= :since and sampled_at <= :now and ${tenantId === null ? 'tenant_id is null' : 'tenant_id = :tenantId'}
     order by date_trunc('day', sampled_at, 'UTC'), sampled_at desc`,
    { since, now, tenantId },
  )
  return rows
}
