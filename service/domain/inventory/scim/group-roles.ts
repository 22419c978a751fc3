import { ScimUser } from '../../../store/models/scim-user.ts'
import type { RoleMapping } from '../../../store/models/identity-provider.ts'
import { type RoleHolder, readRolePermissions } from '../../kernel/role-permissions.ts'
import { findMapping } from '../single-sign-on/read-identity.ts'
import type { Provisioning } from './provisioning.ts'
import { scimForbidden } from './scim-refused.ts'
import { setGroupRole } from './set-group-role.ts'

/** Users whose roles are determined together: PostgreSQL allows 65,535 parameters in a statement. */
const usersAtOnce = 5_000

/**
 * Changes memberships, and gives each of these users the role of the first mapping of the claim `groups` that matches. A user
 * whose groups gave a role before, and no longer give one, has no role and no access.
 * @param gaining those whom the change adds to a group; for the others, a role that the token cannot give is left out
 * @throws ScimRefused 403 if the change gives a role with permissions that the creator of the token lacked
 */
export async function changeMemberships(
  provisioning: Provisioning,
  userIds: readonly string[],
  gaining: ReadonlySet<string>,
  change: () => Promise<void>,
): Promise<void> {
  const ids = [...userIds].sort()
  for (let at = 0; at < ids.length; at += usersAtOnce) {
    await ScimUser.query(provisioning.context.trx)
      .findByIds(ids.slice(at, at + usersAtOnce))
      .orderBy('userId')
      .forUpdate()
      .select('userId')
  }
  await change()
  await applyGroupRoles(provisioning, ids, gaining)
}

/**
 * Gives these users the role of their groups where it differs from the one that their groups gave before. A break-glass
 * account and the last administrator keep their role.
 * @param gaining as for `changeMemberships`
 */
export async function applyGroupRoles(
  provisioning: Provisioning,
  userIds: readonly string[],
  gaining: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (let at = 0; at < userIds.length; at += usersAtOnce) {
    await applyToSome(provisioning, userIds.slice(at, at + usersAtOnce), gaining)
  }
}

async function applyToSome(
  provisioning: Provisioning,
  userIds: readonly string[],
  gaining: ReadonlySet<string>,
): Promise<void> {
  const { trx } = provisioning.context
  const lackingOf = await readLacking(provisioning)
  const names = await readGroupNames(trx, userIds)
  const accounts = await ScimUser.query(trx).findByIds([...userIds])
  const changes = new Map<string, { role: RoleHolder | null; ids: string[] }>()
  for (const { userId, groupRole, groupRoleId } of accounts) {
    const given = groupRole && { role: groupRole, roleId: groupRoleId }
    const claims = { groups: names.get(userId) ?? [] }
    const matching = provisioning.provider.roleMappings.filter((mapping) => findMapping([mapping], claims))
    const wanted = matching[0] ? holderOf(matching[0]) : null
    if (isSame(wanted, given)) continue
    const isLost = given !== null && !matching.some((mapping) => isSame(holderOf(mapping), given))
    const lacking = matching[0] ? (lackingOf.get(matching[0]) ?? []) : []
    if (lacking.length > 0 && !isLost) {
      if (gaining.has(userId)) throw notGrantable(lacking)
      continue
    }
    const role = lacking.length > 0 ? null : wanted
    const key = `${role?.role} ${role?.roleId}`
    const change = changes.get(key) ?? { role, ids: [] }
    change.ids.push(userId)
    changes.set(key, change)
  }
  for (const { role, ids } of changes.values()) await setGroupRole(provisioning, ids, role)
}

function notGrantable(lacking: readonly string[]): Error {
  const missing = lacking.join(', ')
  return scimForbidden(`The creator of the API token could not give the role of a group: it has ${missing}.`, missing)
}

/** Returns the permissions of each mapping's role that the creator of the token lacked. */
async function readLacking({ context, provider, grantable }: Provisioning): Promise<Map<RoleMapping, string[]>> {
  const { roleMappings } = provider
  const permissions = await readRolePermissions(context.trx, roleMappings.map(holderOf))
  return new Map(
    roleMappings.map((mapping, at) => [mapping, [...(permissions[at] ?? [])].filter((one) => !grantable.has(one))]),
  )
}

function holderOf({ role, role_id: roleId }: RoleMapping): RoleHolder {
  return { role, roleId: roleId?.toLowerCase() ?? null }
}

function isSame(one: RoleHolder | null, other: RoleHolder | null): boolean {
  return one?.role === other?.role && one?.roleId === other?.roleId
}

async function readGroupNames(
  trx: Provisioning['context']['trx'],
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows: { user_id: string; display_name: string }[] = await trx('scim_group_members as m')
    .join('scim_groups as g', 'g.id', 'm.group_id')
    .whereIn('m.user_id', userIds)
    .select('m.user_id', 'g.display_name')
  const names = new Map<string, string[]>()
  for (const { user_id: id, display_name: name } of rows) names.set(id, [...(names.get(id) ?? []), name])
  return names
}
