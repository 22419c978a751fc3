import type { ScopedTransaction } from '../../../store/scope.ts'

/**
 * Sets the ends of sale and support of devices by their facts: of the entries for the model and of those for the version
 * of the operating system, the one with the longest pattern counts, and of these two the earlier end of support.
 * @param deviceIds of a tenant; null for all devices
 * @returns the number of devices that changed
 */
export async function matchEndOfLife(
  trx: ScopedTransaction,
  of: { tenantId: string; deviceIds: readonly string[] } | null,
): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `with facts as materialized (
       select distinct fact_vendor as vendor, fact_model as model, fact_os_version as os_version from devices
       where ${of ? 'tenant_id = :tenantId and id = any(:ids::uuid[])' : 'true'}),
     matched as (
       select f.*, coalesce(e.end_of_sale, '') as sale, coalesce(e.end_of_support, '') as support
       from facts f
       left join lateral (
         select best.end_of_sale, best.end_of_support
         from (
           select distinct on (os_like = '%') end_of_sale, end_of_support from end_of_life
           where vendor_key = lower(f.vendor) and lower(f.model) like model_like and lower(f.os_version) like os_like
           order by os_like = '%', length(model_like) + length(os_like) desc, position) best
         order by best.end_of_support limit 1) e on true),
     changed as (
       select d.tenant_id, d.id, m.sale, m.support from devices d
       join matched m on m.vendor = d.fact_vendor and m.model = d.fact_model and m.os_version = d.fact_os_version
       where ${of ? 'd.tenant_id = :tenantId and d.id = any(:ids::uuid[]) and' : ''}
         (d.end_of_sale_on, d.end_of_support_on) is distinct from (m.sale, m.support)
       order by d.tenant_id, d.id for no key update of d)
     update devices d set end_of_sale_on = c.sale, end_of_support_on = c.support
     from changed c where d.tenant_id = c.tenant_id and d.id = c.id`,
    of ? { tenantId: of.tenantId, ids: [...of.deviceIds] } : {},
  )
  return rowCount
}

/** Returns a pattern with `*` as one of SQL's `like`, in lower case; empty matches any value. */
export function likePatternOf(pattern: string): string {
  if (pattern === '') return '%'
  return pattern
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
}
