import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { recordRevocations } from '../revocations/record-revocations.ts'
import { requireCovered } from '../roles/require-covered.ts'
import { requireBreakGlassUser } from './require-break-glass-user.ts'
import { requireRemainingAdmin } from './require-remaining-admin.ts'
import { reportUser } from './user-events.ts'

/**
 * Removes a user and the user's sessions.
 * @throws DomainError not_found, role_exceeds_yours, last_admin for the last enabled platform_admin
 */
export async function deleteUser(context: ActionContext, id: string): Promise<void> {
  await requireRemainingAdmin(context, id)
  const user = await User.query(context.trx).findById(id).forUpdate()
  if (!user) throw notFound()
  await requireCovered(context, user)
  await User.query(context.trx).deleteById(id)
  if (user.isBreakGlass && user.tenantId === null) await requireBreakGlassUser(context.trx)
  await recordRevocations(context, [{ kind: 'user', id, tenantId: user.tenantId, state: { isDeleted: true } }])
  await recordAudit(context, 'user.delete', {
    kind: 'user',
    id,
    tenantId: user.tenantId,
    detail: { email: user.email },
  })
  await reportUser(context, 'user.deleted', user)
}
