import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/**
 * Rejects a change that would leave no platform_admin who can log in.
 * @throws DomainError last_admin
 */
export async function requireRemainingAdmin(context: Omit<ActionContext, 'keys'>, id: string) {
  const admins = await lockAdmins(context)
  if (admins.length === 1 && admins[0] === id) throw new DomainError('last_admin')
}

/**
 * Returns the ids of each enabled platform_admin who can log in: with a password, or linked to a user whom an enabled
 * provider accepts. Locks all administrators before any other user, in a fixed order: two concurrent requests that each
 * remove the other's administrator would otherwise both succeed, or deadlock.
 */
export async function lockAdmins({ trx }: Pick<ActionContext, 'trx'>): Promise<string[]> {
  const admins = await User.query(trx)
    .where({ role: 'platform_admin', isServiceAccount: false })
    .whereNull('disabledAt')
    .orderBy('id')
    .forUpdate()
  if (admins.length === 0) return []
  const providers = await IdentityProvider.query(trx).where({ tenantId: null, isEnabled: true }).select('id')
  const enabled = new Set(providers.map(({ id }) => id))
  const isLinked = ({ providerSubject, suspendedAt, identityProviderId }: User) =>
    providerSubject !== null && suspendedAt === null && identityProviderId !== null && enabled.has(identityProviderId)
  return admins.filter((admin) => admin.passwordHash !== null || isLinked(admin)).map(({ id }) => id)
}
