import { User } from '../../../store/models/user.ts'
import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { inScope } from '../../../store/scope.ts'
import type { Knex } from 'knex'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { requireSessionId, requireUserId } from '../../kernel/require-user.ts'
import { findEnabled } from './find-provider.ts'

/**
 * Returns whether a user logs in at an identity provider in a browser, and has no password to enter here, and the
 * provider's name. Reads in the platform scope: a token of a platform user may be bound to a tenant.
 */
export function readSsoUser(knex: Knex, userId: string): Promise<{ sso: boolean; provider_name: string | null }> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const user = await User.query(trx).findById(userId)
    if (!user?.identityProviderId) return { sso: false, provider_name: null }
    const provider = await IdentityProvider.query(trx).findById(user.identityProviderId)
    return { sso: user.passwordHash === null && provider?.kind !== 'ldap', provider_name: provider?.name ?? null }
  })
}

/** Returns the caller's account and session, for a confirmation at the provider, and records that it begins. */
export async function readConfirmingUser(context: ActionContext): Promise<{ user: User; sessionId: string }> {
  const sessionId = requireSessionId(context)
  const user = await User.query(context.trx).findById(requireUserId(context))
  if (!user) throw new DomainError('sso_unavailable')
  await recordAudit(context, 'auth.sso_confirm', { kind: 'session', id: sessionId, tenantId: context.actor.tenantId })
  return { user, sessionId }
}

/**
 * Returns the enabled provider of a user.
 * @throws DomainError sso_unavailable
 */
export async function providerOfUser(
  knex: Knex,
  { identityProviderId }: Pick<User, 'identityProviderId'>,
): Promise<IdentityProvider> {
  const found =
    identityProviderId && (await inScope(knex, { kind: 'platform' }, (trx) => findEnabled(trx, identityProviderId)))
  if (!found) throw new DomainError('sso_unavailable')
  return found.provider
}
