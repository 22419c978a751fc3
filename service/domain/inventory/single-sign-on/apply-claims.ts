import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { updateUser } from '../users/update-user.ts'
import { type Claims, type IdentityRules, readIdentity } from './read-identity.ts'

/**
 * Gives a user the role of these claims, which ends the user's sessions if it is another one. A break-glass account keeps its
 * role. Name and e-mail address change at logins only.
 * @returns whether the role changed
 * @throws DomainError of `readIdentity` if a login with these claims would be refused, last_admin
 */
export async function applyClaims(
  context: Omit<ActionContext, 'keys'>,
  rules: IdentityRules,
  userId: string,
  claims: Claims,
): Promise<boolean> {
  const { role, roleId } = readIdentity(rules, claims)
  const user = await User.query(context.trx).findById(userId).forUpdate()
  if (!user || user.isBreakGlass) return false
  if (user.role === role && user.roleId === (roleId ?? null)) return false
  await updateUser(context, userId, { role, ...(roleId && { roleId }) })
  return true
}
