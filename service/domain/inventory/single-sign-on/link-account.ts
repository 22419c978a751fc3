import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { requireCovered } from '../roles/require-covered.ts'
import { endSessions } from '../users/sessions.ts'
import { findProvider } from './find-provider.ts'

/**
 * Links an account to the user with this subject at the provider of its tenant, or of the platform. The password is
 * deleted, unless it is a break-glass account, and the user's sessions end. No change of the password is required any
 * more: the user logs in without it.
 * @throws DomainError not_found, confirmation_required, role_exceeds_yours, sso_unavailable without a provider,
 *   sso_subject_taken
 */
export async function linkAccount(context: ActionContext, id: string, subject: string): Promise<void> {
  const { trx, now } = context
  requireConfirmation(context)
  await requireApproval(context, 'security_settings')
  const user = await User.query(trx).findById(id).forUpdate()
  if (!user) throw notFound()
  await requireCovered(context, user)
  const found = await findProvider(trx, user.tenantId)
  if (!found) throw new DomainError('sso_unavailable')
  const change = {
    identityProviderId: found.provider.id,
    providerSubject: subject,
    passwordChangeRequired: false,
    updatedAt: now,
    ...(!user.isBreakGlass && { passwordHash: null, passwordChangedAt: now }),
  }
  const linked = await rejectDuplicate(
    User.query(trx).patchAndFetchById(id, change).execute(),
    () => new DomainError('sso_subject_taken'),
  )
  await endSessions(context, id)
  await recordRevocations(context, [userRevocation(linked)])
  const { tenantId, email } = user
  await recordAudit(context, 'user.link', { kind: 'user', id, tenantId, detail: { email, subject } })
}
