import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { endApprovalsOf } from '../../approvals/end-approvals-of.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'

/**
 * Ends the sessions that a provider opened for a user whom it no longer accepts, or to whom it gives no role, logins that
 * await a second factor, and unused approvals. The user's API tokens are refused until the next login.
 * @param reason for the audit log
 */
export async function endProviderAccess(
  context: Omit<ActionContext, 'keys'>,
  { userId, identityProviderId }: Pick<Session, 'userId' | 'identityProviderId'>,
  reason: string,
): Promise<void> {
  const { trx, now } = context
  await Session.query(trx).where({ userId, identityProviderId }).whereNull('revokedAt').patch({ revokedAt: now })
  await trx('login_challenges').where({ user_id: userId, identity_provider_id: identityProviderId }).delete()
  await endApprovalsOf(context, userId)
  const suspended = await User.query(trx)
    .where({ id: userId, suspendedAt: null })
    .patch({ suspendedAt: now })
    .returning('*')
  await recordRevocations(context, suspended.map(userRevocation))
  await recordAudit(context, 'session.end', { kind: 'user', id: userId, detail: { reason } })
}
