import { candidatesFor } from '../../inventory/devices/device-search.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** Which lineages' changes are meant; absent: all. */
export interface LineageFilter {
  /** One of these; so with the others. */
  deviceIds?: string[]
  platforms?: string[]
  sites?: string[]
  tags?: string[]
  /** Of the artifact. */
  keys?: string[]
}

/** Lineages by their customer, side by side. */
export interface Lineages {
  tenantIds: string[]
  ids: string[]
}

/** Each of so many may be asked for its latest changes; of more the latest changes of all are soon found in order. */
const fewLineages = 1_000

/**
 * The lineages of a filter that ever changed, where they are few: among all changes, theirs may be rare. Null when they
 * are more than a few, or the filter names none.
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
  // customer by customer: that is how the indexes begin
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
