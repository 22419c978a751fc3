import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit, recordAudits } from '../../kernel/audit/record-audit.ts'
import type { RoleHolder } from '../../kernel/role-permissions.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { lockAdmins } from '../users/require-remaining-admin.ts'
import { endSessionsOfUsers } from '../users/sessions.ts'
import { reportUserChange } from '../users/user-events.ts'
import type { Provisioning } from './provisioning.ts'

/**
 * Gives users the role of their groups, or takes it and the access that it gave. A user who was suspended remains so until
 * the next login. A break-glass account and the last administrator keep their role, the latter with an audit record.
 * @param role null: the groups no longer give one
 */
export async function setGroupRole(
  { context }: Pick<Provisioning, 'context'>,
  userIds: readonly string[],
  role: RoleHolder | null,
): Promise<void> {
  const { trx, now } = context
  const admins = role?.role === 'platform_admin' ? [] : await lockAdmins(context)
  const found = await User.query(trx)
    .findByIds([...userIds])
    .where({ isBreakGlass: false })
    .orderBy('id')
    .forUpdate()
  const remaining = admins.filter((id) => !found.some((user) => user.id === id))
  const last = admins.length > 0 && remaining.length === 0 ? admins[0] : undefined
  if (last !== undefined) {
    const detail = { changed: ['role'], kept: 'last_admin' }
    await recordAudit(context, 'user.update', { kind: 'user', id: last, outcome: 'refused', detail })
  }
  const users = found.filter(({ id }) => id !== last)
  await ScimUser.query(trx)
    .findByIds(users.map(({ id }) => id))
    .patch({ groupRole: role?.role ?? null, groupRoleId: role?.roleId ?? null })
  const before = new Map(
    users
      .filter((user) => role === null || user.role !== role.role || user.roleId !== role.roleId)
      .map((user) => [user.id, user]),
  )
  const ids = [...before.keys()]
  if (ids.length === 0) return
  const noRole = context.tenantId === null ? ('platform_custom' as const) : ('tenant_custom' as const)
  const holder = role ?? { role: noRole, roleId: null }
  await User.query(trx)
    .findByIds(ids)
    .patch({ ...holder, updatedAt: now })
  if (role === null) await User.query(trx).findByIds(ids).whereNull('suspendedAt').patch({ suspendedAt: now })
  const changed = await User.query(trx).findByIds(ids)
  await endSessionsOfUsers(context, ids)
  await recordRevocations(context, changed.map(userRevocation))
  const fields = role?.roleId ? ['role', 'role_id'] : ['role']
  const records = changed.map(({ id, tenantId, email }) => ({ kind: 'user', id, tenantId, detail: { email, changed: fields } })) // prettier-ignore
  await recordAudits(context, 'user.update', records)
  if (role === null) {
    const ended = changed.map(({ id, tenantId }) => ({ kind: 'user', id, tenantId, detail: { reason: 'scim_group' } }))
    await recordAudits(context, 'session.end', ended)
  }
  for (const user of changed) {
    const known = before.get(user.id)
    if (known) await reportUserChange(context, known, user, { hasNewPassword: false })
  }
}
