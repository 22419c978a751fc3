import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { endApprovalsOf } from '../../approvals/end-approvals-of.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import { type RevokedTokens, revokeTokens } from './revoke-tokens.ts'

/** Returns the caller's open sessions, latest first. */
export function listOwnSessions(context: ActionContext): Promise<Session[]> {
  return listOpenSessions(context, requireUserId(context))
}

/**
 * Ends a session of the caller, from the next request on.
 * @throws DomainError not_found, also for another user's session
 */
export async function endOwnSession(context: ActionContext, id: string): Promise<void> {
  const { trx, actor, now } = context
  const ended = await Session.query(trx)
    .where({ id, userId: requireUserId(context) })
    .whereNull('revokedAt')
    .patch({ revokedAt: now })
  if (ended === 0) throw notFound()
  await recordAudit(context, 'session.end', { kind: 'session', id, tenantId: actor.tenantId })
}

/**
 * Returns a user's open sessions, latest first.
 * @throws DomainError not_found
 */
export async function listUserSessions(context: ActionContext, userId: string): Promise<Session[]> {
  await findUser(context, userId)
  return listOpenSessions(context, userId)
}

/**
 * Ends all sessions of a user except the caller's, and revokes the user's API tokens unless they are to be kept.
 * @throws DomainError not_found, confirmation_required for another user
 */
export async function endUserSessions(
  context: ActionContext,
  userId: string,
  { keepTokens = false } = {},
): Promise<RevokedTokens> {
  const user = await findUser(context, userId)
  if (userId !== context.actor.id) requireConfirmation(context)
  const { tenantId, email } = user
  await endSessions(context, userId, context.actor.sessionId)
  await recordRevocations(context, [userRevocation(user)])
  const tokens = await revokeTokens(context, userId, { keep: keepTokens })
  const detail = { email, tokens_revoked: tokens.tokensRevoked.length, tokens_kept: tokens.tokensKept.length }
  await recordAudit(context, 'user.end_sessions', { kind: 'user', id: userId, tenantId, detail })
  return tokens
}

/** Ends a user's sessions except the one named, logins that await a second factor, and unused approvals. */
export async function endSessions(
  context: Omit<ActionContext, 'keys'>,
  userId: string,
  except?: string,
): Promise<void> {
  await context.trx('login_challenges').where({ user_id: userId }).delete()
  await endApprovalsOf(context, userId)
  const ending = Session.query(context.trx).where({ userId }).whereNull('revokedAt').patch({ revokedAt: context.now })
  await (except ? ending.whereNot('id', except) : ending)
}

/** Ends all sessions of users, their logins that await a second factor, and unused approvals. */
export async function endSessionsOfUsers(
  context: Omit<ActionContext, 'keys'>,
  userIds: readonly string[],
): Promise<void> {
  const { trx, now } = context
  await trx('login_challenges').whereIn('user_id', userIds).delete()
  await endApprovalsOf(context, ...userIds)
  await Session.query(trx).whereIn('userId', userIds).whereNull('revokedAt').patch({ revokedAt: now })
}

async function findUser({ trx }: ActionContext, id: string): Promise<User> {
  return (await User.query(trx).findById(id)) ?? Promise.reject(notFound())
}

/** A program that logs in for each request has thousands of sessions. */
const maxListed = 1_000

function listOpenSessions({ trx, now }: ActionContext, userId: string): Promise<Session[]> {
  return Session.query(trx)
    .where({ userId })
    .whereNull('revokedAt')
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
}
