import type { SystemContext } from '../../kernel/context.ts'
import { closeAlert, openAlert } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

const weekMs = 7 * 86_400_000
const monthMs = 30 * 86_400_000

/** Smaller growth is usual after the first backups of a customer. */
const leastGrowthBytes = 2 ** 30

/** What a tenant, or the installation (null), stores now and stored a week ago. */
interface Growth {
  tenantId: string | null
  stored: number
  before: number
  beforeAt: Date
}

/**
 * Records `storage.grown` for each tenant, and for the installation, that stores at least twice as much as a week ago and
 * 1 GiB more. It is recorded once, until the growth of a week is smaller. Compares the latest samples with the last ones
 * that are at
 * least a week and less than 30 days old.
 */
export async function reportGrowth(context: SystemContext): Promise<void> {
  const { trx, now } = context
  const { rows } = await trx.raw<{ rows: Growth[] }>(
    `with latest as (
       select distinct on (tenant_id) tenant_id, stored from storage_samples
       where sampled_at <= :now and sampled_at > :weekAgo order by tenant_id, sampled_at desc),
     earlier as (
       select distinct on (tenant_id) tenant_id, stored, sampled_at from storage_samples
       where sampled_at <= :weekAgo and sampled_at > :monthAgo order by tenant_id, sampled_at desc)
     select latest.tenant_id as "tenantId", latest.stored, earlier.stored as before, earlier.sampled_at as "beforeAt"
     from latest join earlier
       on coalesce(latest.tenant_id::text, 'installation') = coalesce(earlier.tenant_id::text, 'installation')`,
    { now, weekAgo: new Date(now.getTime() - weekMs), monthAgo: new Date(now.getTime() - monthMs) },
  )
  for (const growth of rows) await reportOne(context, growth)
}

async function reportOne(context: SystemContext, { tenantId, stored, before, beforeAt }: Growth): Promise<void> {
  const { trx, now } = context
  const key = `storage grown ${tenantId ?? 'installation'}`
  const isDoubled = stored >= 2 * before && stored - before >= leastGrowthBytes
  if (!isDoubled) return void (await closeAlert(trx, key))
  if (!(await openAlert(trx, key, now))) return
  const data = { stored_bytes: stored, before_bytes: before, before_at: beforeAt.toISOString() }
  await recordEvents(context, [{ type: 'storage.grown', tenantId, data }])
}
