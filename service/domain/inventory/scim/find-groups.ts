import { ScimGroup } from '../../../store/models/scim-group.ts'
import type { ScimPage } from './find-users.ts'
import type { Provisioning } from './provisioning.ts'
import type { ScimFilter } from './read-filter.ts'
import { noResource } from './scim-refused.ts'

/** A member of a group. */
export interface GroupMember {
  id: string
  email: string
}

/** A group with its members, by e-mail. */
export interface ProvisionedGroup {
  group: ScimGroup
  members: GroupMember[]
}

/** Attributes by which groups are found. */
export const groupFilters = ['displayName', 'externalId', 'id'] as const

/**
 * Returns a page of the provider's groups, in the order of their ids, and the number of all that match.
 * @param hasMembers false: members are not read, and the lists are empty
 */
export async function listGroups(
  { context: { trx }, provider }: Provisioning,
  filter: ScimFilter<(typeof groupFilters)[number]> | null,
  { offset, limit }: ScimPage,
  { hasMembers }: { hasMembers: boolean },
): Promise<{ total: number; groups: ProvisionedGroup[] }> {
  const all = ScimGroup.query(trx).where({ providerId: provider.id })
  if (filter?.attribute === 'displayName') all.whereRaw('lower(display_name) = ?', [filter.value.toLowerCase()])
  if (filter?.attribute === 'externalId') all.where({ externalId: filter.value })
  if (filter?.attribute === 'id') all.whereRaw('id::text = ?', [filter.value.toLowerCase()])
  const total = await all.clone().resultSize()
  const rows = await all.clone().orderBy('id').offset(offset).limit(limit)
  return { total, groups: hasMembers ? await withMembers(trx, rows) : rows.map(withoutMembers) }
}

/**
 * @param hasMembers as for `listGroups`
 * @throws ScimRefused 404, also for a group of another provider
 */
export async function getGroup(
  { context: { trx }, provider }: Provisioning,
  id: string,
  { hasMembers } = { hasMembers: true },
): Promise<ProvisionedGroup> {
  const row = await ScimGroup.query(trx).findOne({ id, providerId: provider.id }).forUpdate()
  if (row && !hasMembers) return withoutMembers(row)
  const [found] = row ? await withMembers(trx, [row]) : []
  if (!found) throw noResource()
  return found
}

function withoutMembers(group: ScimGroup): ProvisionedGroup {
  return { group, members: [] }
}

async function withMembers(trx: Provisioning['context']['trx'], groups: ScimGroup[]): Promise<ProvisionedGroup[]> {
  const rows: { group_id: string; id: string; email: string }[] = await trx('scim_group_members as m')
    .join('users as u', 'u.id', 'm.user_id')
    .whereIn(
      'm.group_id',
      groups.map(({ id }) => id),
    )
    .orderBy('u.email')
    .select('m.group_id', 'u.id', 'u.email')
  const members = Map.groupBy(rows, ({ group_id: id }) => id)
  return groups.map((group) => ({
    group,
    members: (members.get(group.id) ?? []).map(({ id, email }) => ({ id, email })),
  }))
}
