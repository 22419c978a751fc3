import type { Knex } from 'knex'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { confirmedFactors } from '../second-factors/prove-factor.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { accountOfUser, attemptProof } from '../login/login-limits.ts'
import { isPassword } from '../login/password-hash.ts'
import type { BreachedPasswords, PasswordOwner } from '../passwords/check-new-password.ts'
import { hashNewPassword } from '../passwords/hash-new-password.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import { endSessions } from './sessions.ts'
import { reportUserChange } from './user-events.ts'

/** Returns the caller's account. */
export async function readOwnUser(context: ActionContext): Promise<User> {
  const user = await User.query(context.trx).findById(requireUserId(context))
  if (!user) throw notFound()
  return user
}

/** @throws DomainError account_without_password for a user who logs in with an identity provider */
export function requirePasswordHash({ passwordHash }: Pick<User, 'passwordHash'>): string {
  if (passwordHash === null) throw new DomainError('account_without_password')
  return passwordHash
}

/**
 * Returns the hash of the caller's password. Read separately: the comparison is slow and must not hold a connection.
 * @throws DomainError account_without_password for a user who logs in with an identity provider
 */
export async function readOwnPasswordHash(context: ActionContext): Promise<string> {
  return requirePasswordHash(await readOwnUser(context))
}

interface PasswordChange {
  current: string
  chosen: string
  owner: PasswordOwner
  breached: BreachedPasswords | null
}

/**
 * Verifies the current password and returns the hash of the new one. Wrong passwords count as failed logins: a stolen
 * session must not allow guessing. A user with a second factor must have confirmed with it; the password alone does not
 * reset the count.
 * @param passwordHash of the caller's current password
 * @throws DomainError validation_failed if `current` is wrong or the new password is not accepted, confirmation_required,
 *   too_many_attempts
 */
export async function verifyAndHashPassword(
  knex: Knex,
  caller: Pick<ActionContext, 'actor' | 'origin' | 'now'>,
  passwordHash: string,
  { current, chosen, owner, breached }: PasswordChange,
): Promise<string> {
  const { actor, origin, now } = caller
  if (current === chosen) throw invalidField('new_password', 'password_unchanged')
  const hasFactor = await inScope(knex, { kind: 'platform' }, async (trx) => {
    return (await confirmedFactors(trx, requireUserId(caller)).resultSize()) > 0
  })
  if (hasFactor) requireConfirmation(caller)
  const result = await attemptProof(
    knex,
    { account: accountOfUser(requireUserId(caller)), ip: origin.ip, lane: { kind: 'session' }, now },
    async () => ((await isPassword(current, passwordHash)) ? (hasFactor ? 'incomplete' : 'correct') : 'wrong'),
    (trx) =>
      recordAudit({ ...caller, tenantId: actor.tenantId, trx }, 'auth.password', {
        kind: 'user',
        id: actor.id,
        outcome: 'refused',
      }),
  )
  if (result === 'wrong') throw invalidField('current_password', 'password_wrong')
  return hashNewPassword('new_password', chosen, owner, breached)
}

/**
 * Sets the caller's password, so that no change is required any more, and ends the caller's other sessions.
 * @param verifiedHash hash of the password that the caller proved. An administrator may have set another one since.
 * @throws DomainError changed_meanwhile if that is no longer the hash, not_authenticated if the session has ended since
 */
export async function changePassword(
  context: ActionContext,
  verifiedHash: string,
  passwordHash: string,
): Promise<void> {
  const id = requireUserId(context)
  const change = {
    ...{ passwordHash, passwordChangeRequired: false },
    ...{ passwordChangedAt: context.now, updatedAt: context.now },
  }
  const [user] = await User.query(context.trx).where({ id, passwordHash: verifiedHash }).patch(change).returning('*')
  if (!user) throw new DomainError('changed_meanwhile')
  await requireOpenSession(context)
  await recordRevocations(context, [userRevocation(user)])
  await endSessions(context, id, context.actor.sessionId)
  await recordAudit(context, 'auth.password', { kind: 'user', id, tenantId: context.actor.tenantId })
  await reportUserChange(context, user, user, { hasNewPassword: true })
}

/** The session was checked before the comparison of the password, which is slow. */
async function requireOpenSession({ trx, actor }: ActionContext): Promise<void> {
  if (actor.sessionId === undefined) return
  const open = await Session.query(trx).findById(actor.sessionId).whereNull('revokedAt').forUpdate()
  if (!open) throw new DomainError('not_authenticated')
}
