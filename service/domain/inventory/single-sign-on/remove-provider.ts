import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { getProvider } from './find-provider.ts'
import { endProviderSessions } from './save-provider.ts'

/**
 * Removes the provider of the context's tenant, or of the platform, and ends the sessions that it opened. Its users
 * remain, and need a password to log in.
 * @throws DomainError not_found, confirmation_required
 */
export async function removeProvider(context: ActionContext): Promise<void> {
  requireConfirmation(context)
  await requireApproval(context, 'security_settings')
  const { provider } = await getProvider(context)
  await endProviderSessions(context, provider.id)
  await IdentityProvider.query(context.trx).deleteById(provider.id)
  const { id, issuer } = provider
  await recordAudit(context, 'identity_provider.remove', { kind: 'identity_provider', id, detail: { issuer } })
}
