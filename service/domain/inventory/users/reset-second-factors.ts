import { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { requireCovered } from '../roles/require-covered.ts'
import { removeAllFactors } from '../second-factors/remove-all-factors.ts'
import { limitSessionsWithoutFactor } from '../second-factors/required-factor.ts'
import { endSessions } from './sessions.ts'

/**
 * Removes all second factors and recovery codes of a user who lost them, and ends the user's sessions except the
 * caller's. A user who must have a factor sets up a new one at the next login.
 * @throws DomainError not_found, role_exceeds_yours for a user with permissions that the caller lacks
 */
export async function resetSecondFactors(context: ActionContext, userId: string): Promise<void> {
  const { actor } = context
  const user = await User.query(context.trx).findById(userId).forUpdate()
  if (!user) throw notFound()
  await requireCovered(context, user)
  await removeAllFactors(context, user)
  await endSessions(context, userId, actor.sessionId)
  if (userId === actor.id) await limitSessionsWithoutFactor(context.trx, { userId })
}
