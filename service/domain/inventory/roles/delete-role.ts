import { ApiToken } from '../../../store/models/api-token.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { ReportSchedule } from '../../../store/models/report-schedule.ts'
import { StoredRole } from '../../../store/models/role.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { coversAll } from './require-covered.ts'
import { reportRole } from './role-view.ts'

/** Users and tokens that an answer names. */
const namedHolders = 20

/**
 * Deletes a custom role that no user and no token has. Channels and report schedules of the role are suspended when they
 * are next used; those of its tenant name it then.
 * @throws DomainError not_found, role_exceeds_yours, role_in_use with the users and the tokens that have it
 */
export async function deleteRole(context: ActionContext, id: string): Promise<void> {
  const { trx, actor } = context
  const role = await StoredRole.query(trx).findById(id).forUpdate()
  if (!role) throw notFound()
  if (!coversAll(actor, role.permissions)) throw new DomainError('role_exceeds_yours')
  const users = await User.query(trx).where({ roleId: id }).orderBy('email').limit(namedHolders).select('email')
  const tokens = await ApiToken.query(trx).where({ roleId: id }).orderBy('name').limit(namedHolders).select('name')
  const holders = [...users.map(({ email }) => email), ...tokens.map(({ name }) => `token:${name}`)]
  if (holders.length > 0) throw new DomainError('role_in_use', { holders })
  // a customer may not read the names of the platform's roles
  const objects = { roleId: id, tenantId: role.tenantId }
  await NotificationChannel.query(trx).where(objects).patch({ deletedRole: role.name })
  await ReportSchedule.query(trx).where(objects).patch({ deletedRole: role.name })
  await StoredRole.query(trx).deleteById(id)
  const { tenantId, name, permissions } = role
  await recordAudit(context, 'role.delete', { kind: 'role', id, tenantId, detail: { name, permissions } })
  await reportRole(context, 'role.deleted', { ...role, permissions: [] } as unknown as StoredRole, permissions)
}
