import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/**
 * Rejects a change that would leave no enabled platform_admin. Locks all administrators before any other user, in a
 * fixed order: two concurrent requests that each remove the other's administrator would otherwise both succeed, or
 * deadlock.
 * @throws DomainError last_admin
 */
export async function requireRemainingAdmin(context: Omit<ActionContext, 'keys'>, id: string) {
  const admins = await User.query(context.trx)
    .where({ role: 'platform_admin', isServiceAccount: false })
    .whereNull('disabledAt')
    .orderBy('id')
    .forUpdate()
  if (admins.length === 1 && admins[0]?.id === id) {
    throw new DomainError('last_admin')
  }
}
