import { candidatesFor } from '../../inventory/devices/device-search.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** Filters of lineages; an absent filter matches all. */
export interface LineageFilter {
  /** Any of these; the other filters work the same way. */
  deviceIds?: string[]
  platforms?: string[]
  sites?: string[]
  tags?: string[]
  /** Keys of artifacts. */
  keys?: string[]
}

/** Lineages as parallel arrays: tenant and lineage id. */
export interface Lineages {
  tenantIds: string[]
  ids: string[]
}

/**
 * Up to this number, the latest changes of each lineage are read; beyond it, a scan of all changes in order finds
 * enough of them quickly.
 */
const fewLineages = 1_000

/**
 * Returns the lineages of a filter that ever changed, if they are few: a scan of all changes could rarely meet them.
 * Null if there are more than `fewLineages`, or the filter is empty.
 */
export async function findChangedLineages(context: ActionContext, filter: LineageFilter): Promise<Lineages | null> {
  const { trx, tenantId } = context
  const { deviceIds, platforms, sites, tags, keys } = filter
  const given = [deviceIds, platforms, sites, tags, keys].some((value) => value !== undefined)
  if (!given) return null
  const tagged = tags?.length === 1 ? await candidatesFor(context, tags) : null
  const conditions = [
    deviceIds && 'a.device_id = any(:deviceIds::uuid[])',
    keys && 'a.key = any(:keys::text[])',
    platforms && 'd.platform = any(:platforms::text[])',
    sites && 'd.site = any(:sites::text[])',
    tags && 'd.tags && :tags::text[]',
    tagged !== null && 'd.id = any(:tagged::uuid[])',
  ].filter((one) => one !== undefined && one !== false)
  // by tenant: the indexes start with it
  const { rows } = await trx.raw<{ rows: { tenant_id: string; id: string }[] }>(
    `select changed.* from tenants t cross join lateral (
       select a.tenant_id, a.id from artifacts a join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
       where a.tenant_id = t.id and a.has_changes and ${conditions.join(' and ')} limit :most) changed
     ${tenantId === null ? '' : 'where t.id = :tenantId'} limit :most`,
    {
      most: fewLineages + 1,
      ...Object.fromEntries(
        Object.entries({ tenantId, deviceIds, platforms, sites, tags, keys, tagged }).filter(
          ([, value]) => value != null,
        ),
      ),
    },
  )
  if (rows.length > fewLineages) return null
  return { tenantIds: rows.map((row) => row.tenant_id), ids: rows.map(({ id }) => id) }
}
