import type { Transport } from '../../../../shared/platforms/platform.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** In bytes: as the devices gave it, without what is equal, and as it lies in the store. */
export interface TenantContents {
  id: string
  slug: string
  lineages: number
  versions: number
  collected: number
  unique: number
  stored: number
}

export interface LineageContents {
  artifactId: string
  tenantId: string
  deviceId: string
  deviceName: string
  key: string
  transport: Transport
  versions: number
  collected: number
}

/**
 * What the store holds of each customer in scope, by slug, and the lineages that collected the most. One pass over an index
 * of the versions' sizes, from which both are summed.
 */
export async function readContents(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  limit: number,
): Promise<{ customers: TenantContents[]; lineages: LineageContents[] }> {
  const isOne = tenantId !== null
  const { rows } = await trx.raw<{ rows: { customers: TenantContents[]; lineages: LineageContents[] }[] }>(
    `with sizes as materialized (
       select tenant_id, artifact_id, count(*)::int as versions, sum(size_bytes)::bigint as collected
       from versions ${isOne ? 'where tenant_id = :tenantId' : ''} group by tenant_id, artifact_id
     ), customers as (
       select t.id, t.slug, coalesce(v.lineages, 0) as lineages, coalesce(v.versions, 0) as versions,
         coalesce(v.collected, 0)::bigint as collected, coalesce(p.unpacked, 0)::bigint as unique,
         coalesce(p.stored, 0)::bigint as stored
       from tenants t
       left join (select tenant_id, count(*)::int as lineages, sum(versions)::int as versions,
                    sum(collected) as collected from sizes group by tenant_id) v on v.tenant_id = t.id
       left join (select tenant_id, sum(raw_bytes) as unpacked, sum(size) as stored from packs
                  where status <> 'announced' ${isOne ? 'and tenant_id = :tenantId' : ''}
                  group by tenant_id) p on p.tenant_id = t.id
       ${isOne ? 'where t.id = :tenantId' : ''}
     ), lineages as (
       select a.id as "artifactId", a.tenant_id as "tenantId", a.key, a.transport, d.id as "deviceId",
         d.name as "deviceName", largest.versions, largest.collected
       from (select * from sizes order by collected desc, artifact_id limit :limit) largest
       join artifacts a on a.tenant_id = largest.tenant_id and a.id = largest.artifact_id
       join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
     )
     select (select coalesce(json_agg(c order by c.slug), '[]') from customers c) as customers,
       (select coalesce(json_agg(l order by l.collected desc, l."artifactId"), '[]') from lineages l) as lineages`,
    { tenantId, limit },
  )
  return rows[0] ?? { customers: [], lineages: [] }
}
