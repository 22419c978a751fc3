import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { getProvider } from './find-provider.ts'
import { endProviderSessions } from './save-provider.ts'

/**
 * Removes the provider of the context's tenant, or of the platform, and ends the sessions that it opened. Its users
 * remain, are no longer linked, and need a password to log in.
 * @throws DomainError not_found, confirmation_required
 */
export async function removeProvider(context: ActionContext): Promise<void> {
  requireConfirmation(context)
  await requireApproval(context, 'security_settings')
  const { provider } = await getProvider(context)
  await endProviderSessions(context, provider.id)
  const users = await User.query(context.trx)
    .where({ identityProviderId: provider.id })
    .patch({ providerSubject: null, updatedAt: context.now })
    .returning('*')
  await recordRevocations(context, users.map(userRevocation))
  await IdentityProvider.query(context.trx).deleteById(provider.id)
  const { id, issuer } = provider
  await recordAudit(context, 'identity_provider.remove', { kind: 'identity_provider', id, detail: { issuer } })
}
