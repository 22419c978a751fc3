import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { User } from '../../../store/models/user.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/**
 * Rejects a change after which no administrator could log in without the provider of the platform, while it is required
 * or verifies passwords.
 * The transaction has the platform scope.
 * @throws DomainError break_glass_user_missing
 */
export async function requireBreakGlassUser(trx: ScopedTransaction): Promise<void> {
  const required = await IdentityProvider.query(trx)
    .findOne({ tenantId: null, isEnabled: true })
    .where((either) => either.where({ isRequired: true }).orWhere({ kind: 'ldap' }))
  if (!required) return
  await trx.raw(`select pg_advisory_xact_lock(hashtext('break-glass users'))`) // two changes at once see each other
  const count = await User.query(trx)
    .where({ role: 'platform_admin', isBreakGlass: true })
    .whereNotNull('passwordHash')
    .whereNull('disabledAt')
    .resultSize()
  if (count === 0) throw new DomainError('break_glass_user_missing')
}
