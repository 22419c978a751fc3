import type { Transport } from '../../../../shared/platforms/platform.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** Bytes as collected, after deduplication, and in the store. */
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
 * Returns the stored content of each tenant in scope, by slug, and the largest lineages. Reads the figures that every
 * change updates, never versions or packs.
 */
export async function readContents(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  limit: number,
): Promise<{ customers: TenantContents[]; lineages: LineageContents[] }> {
  const which = tenantId === null ? '' : 'where t.id = :tenantId'
  const { rows } = await trx.raw<{ rows: { customers: TenantContents[]; lineages: LineageContents[] }[] }>(
    `with customers as (
       select t.id, t.slug, f.lineages, f.versions, f.collected, f.unpacked as unique, f.stored
       from tenants t
       cross join lateral (
         select coalesce(sum(lineages), 0)::bigint as lineages, coalesce(sum(versions), 0)::bigint as versions,
           coalesce(sum(collected), 0)::bigint as collected, coalesce(sum(unpacked), 0)::bigint as unpacked,
           coalesce(sum(stored), 0)::bigint as stored
         from storage_figures where tenant_id = t.id) f
       ${which}
     ), largest as (
       select l.* from tenants t
       cross join lateral (
         select * from storage_lineages where tenant_id = t.id
         order by collected desc, artifact_id limit :limit) l
       ${which}
       order by l.collected desc, l.artifact_id limit :limit
     ), lineages as (
       select a.id as "artifactId", a.tenant_id as "tenantId", a.key, a.transport, d.id as "deviceId",
         d.name as "deviceName", l.versions, l.collected
       from largest l
       join artifacts a on a.tenant_id = l.tenant_id and a.id = l.artifact_id
       join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
     )
     select (select coalesce(json_agg(c order by c.slug), '[]') from customers c) as customers,
       (select coalesce(json_agg(l order by l.collected desc, l."artifactId"), '[]') from lineages l) as lineages`,
    { tenantId, limit },
  )
  return rows[0] ?? { customers: [], lineages: [] }
}
