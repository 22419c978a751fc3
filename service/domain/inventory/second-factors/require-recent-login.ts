import { Session } from '../../../store/models/session.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { confirmationRequired } from '../../kernel/domain-error.ts'
import { requireSessionId } from '../../kernel/require-user.ts'

const recentMs = 5 * 60_000

/**
 * Requires that the user has just proved who they are: by signing in, or by a confirmation. A user who has to set up a
 * factor at the first login is not asked for the password twice.
 * @throws DomainError session_required for an API token, confirmation_required
 */
export async function requireRecentLogin(context: ActionContext): Promise<void> {
  const { actor, now, trx } = context
  const id = requireSessionId(context)
  if (actor.isConfirmed) return
  const session = await Session.query(trx).findById(id)
  const isRecent = session !== undefined && now.getTime() - session.createdAt.getTime() < recentMs
  if (!isRecent) throw confirmationRequired()
}
