import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import type { Provisioning } from './provisioning.ts'
import type { ScimFilter } from './read-filter.ts'
import { noResource } from './scim-refused.ts'

/** A group that a user belongs to. */
export interface GroupName {
  id: string
  displayName: string
}

/** An account that the provider manages. */
export interface ProvisionedUser {
  provisioned: ScimUser
  user: User
  groups: GroupName[]
}

/** Rows to skip, and to return at most. */
export interface ScimPage {
  offset: number
  limit: number
}

/** Attributes by which users are found. */
export const userFilters = ['userName', 'externalId', 'emails.value', 'id'] as const

/** Returns a page of the provider's users, in the order of their ids, and the number of all that match. */
export async function listUsers(
  { context: { trx }, provider }: Provisioning,
  filter: ScimFilter<(typeof userFilters)[number]> | null,
  { offset, limit }: ScimPage,
): Promise<{ total: number; users: ProvisionedUser[] }> {
  const all = ScimUser.query(trx).where({ providerId: provider.id }).whereNull('deletedAt')
  if (filter?.attribute === 'userName') all.whereRaw('lower(user_name) = ?', [filter.value.toLowerCase()])
  if (filter?.attribute === 'externalId') all.where({ externalId: filter.value })
  if (filter?.attribute === 'id') all.whereRaw('user_id::text = ?', [filter.value.toLowerCase()])
  if (filter?.attribute === 'emails.value') {
    const account = User.query(trx).whereRaw('lower(email) = ?', [filter.value.toLowerCase()]).select('id')
    all.whereIn('userId', account)
  }
  const total = await all.clone().resultSize()
  const rows = await all.clone().orderBy('userId').offset(offset).limit(limit)
  return { total, users: await withAccounts(trx, rows) }
}

/** @throws ScimRefused 404, also for a user of another provider or that the provider has deleted */
export async function getUser({ context: { trx }, provider }: Provisioning, id: string): Promise<ProvisionedUser> {
  const row = await ScimUser.query(trx)
    .findOne({ userId: id, providerId: provider.id })
    .whereNull('deletedAt')
    .forUpdate()
  const [found] = row ? await withAccounts(trx, [row]) : []
  if (!found) throw noResource()
  return found
}

async function withAccounts(trx: Provisioning['context']['trx'], rows: ScimUser[]): Promise<ProvisionedUser[]> {
  const ids = rows.map(({ userId }) => userId)
  const accounts = new Map((await User.query(trx).findByIds(ids)).map((user) => [user.id, user]))
  const memberships: { user_id: string; id: string; display_name: string }[] = await trx('scim_group_members as m')
    .join('scim_groups as g', 'g.id', 'm.group_id')
    .whereIn('m.user_id', ids)
    .orderBy('g.display_name')
    .select('m.user_id', 'g.id', 'g.display_name')
  return rows.flatMap((provisioned) => {
    const user = accounts.get(provisioned.userId)
    const own = memberships.filter(({ user_id: id }) => id === provisioned.userId)
    const groups = own.map(({ id, display_name: displayName }) => ({ id, displayName }))
    return user ? [{ provisioned, user, groups }] : []
  })
}
