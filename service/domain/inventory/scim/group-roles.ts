import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import type { RoleMapping } from '../../../store/models/identity-provider.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { readRolePermissions } from '../../kernel/role-permissions.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { endProviderAccess } from '../single-sign-on/end-provider-access.ts'
import { findMapping } from '../single-sign-on/read-identity.ts'
import { requireRemainingAdmin } from '../users/require-remaining-admin.ts'
import { endSessions } from '../users/sessions.ts'
import { updateUser } from '../users/update-user.ts'
import { reportUserChange } from '../users/user-events.ts'
import type { Provisioning } from './provisioning.ts'
import { scimForbidden } from './scim-refused.ts'

/**
 * Changes memberships, and gives each of these users the role of the first mapping of the claim `groups` that matches. A user
 * whose groups gave a role before, and no longer give one, has no role and no access. A break-glass account keeps its role.
 * @throws ScimRefused 403 for a role with permissions that the creator of the token lacked
 * @throws DomainError last_admin
 */
export async function changeMemberships(
  provisioning: Provisioning,
  userIds: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  await ScimUser.query(provisioning.context.trx)
    .findByIds([...userIds])
    .orderBy('userId')
    .forUpdate()
  const before = await readMappings(provisioning, userIds)
  await change()
  const after = await readMappings(provisioning, userIds)
  for (const id of [...userIds].sort()) {
    const mapping = after.get(id)
    if (mapping === before.get(id)) continue
    const user = await User.query(provisioning.context.trx).findById(id)
    if (!user || user.isBreakGlass) continue
    await (mapping ? giveRole(provisioning, user, mapping) : takeRole(provisioning, user))
  }
}

async function readMappings(
  { context: { trx }, provider }: Provisioning,
  userIds: readonly string[],
): Promise<Map<string, RoleMapping | undefined>> {
  const rows: { user_id: string; display_name: string }[] = await trx('scim_group_members as m')
    .join('scim_groups as g', 'g.id', 'm.group_id')
    .whereIn('m.user_id', userIds)
    .select('m.user_id', 'g.display_name')
  const groups = Map.groupBy(rows, ({ user_id: id }) => id)
  return new Map(
    userIds.map((id) => {
      const names = (groups.get(id) ?? []).map(({ display_name: name }) => name)
      return [id, findMapping(provider.roleMappings, { groups: names })]
    }),
  )
}

async function giveRole({ context, grantable }: Provisioning, user: User, mapping: RoleMapping): Promise<void> {
  const { role, role_id: roleId = null } = mapping
  const [needed = []] = await readRolePermissions(context.trx, [{ role, roleId }])
  const lacking = [...needed].filter((permission) => !grantable.has(permission))
  if (lacking.length > 0) {
    const names = lacking.join(', ')
    throw scimForbidden(`The creator of the API token could not give the role of a group: it has ${names}.`, names)
  }
  await User.query(context.trx).findById(user.id).patch({ suspendedAt: null })
  if (user.role === role && user.roleId === roleId) return
  await updateUser(context, user.id, { role, ...(roleId && { roleId }) })
}

async function takeRole({ context, provider }: Provisioning, user: User): Promise<void> {
  const { id, tenantId, email } = user
  await requireRemainingAdmin(context, id)
  const role = tenantId === null ? ('platform_custom' as const) : ('tenant_custom' as const)
  const changed = await User.query(context.trx).patchAndFetchById(id, { role, roleId: null, updatedAt: context.now })
  await endSessions(context, id)
  await endProviderAccess(context, { userId: id, identityProviderId: provider.id }, 'scim_group')
  await recordRevocations(context, [userRevocation(changed)])
  await recordAudit(context, 'user.update', { kind: 'user', id, tenantId, detail: { email, changed: ['role'] } })
  await reportUserChange(context, user, changed, { hasNewPassword: false })
}
