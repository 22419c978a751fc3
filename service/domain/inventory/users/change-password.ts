import type { Knex } from 'knex'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField, notFound } from '../../kernel/domain-error.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { accountOfUser, tryPassword } from './login-limits.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import { reportUserChange } from './user-events.ts'

/**
 * Returns the hash of the caller's password. Read separately: the comparison is slow and must not hold a connection.
 */
export async function ownPasswordHash(context: ActionContext): Promise<string> {
  const user = await User.query(context.trx).findById(context.actor.id ?? '')
  if (!user) throw notFound()
  return user.passwordHash
}

/**
 * Verifies the current password and returns the hash of the new one. Wrong passwords count as failed logins: a stolen
 * session must not allow guessing.
 * @param hash of the caller's current password
 * @throws DomainError validation_failed if `current` is wrong or the new password is the same, too_many_attempts
 */
export async function newPasswordHash(
  knex: Knex,
  caller: Pick<ActionContext, 'actor' | 'origin' | 'now'>,
  hash: string,
  { current, wanted }: { current: string; wanted: string },
): Promise<string> {
  const { actor, origin, now } = caller
  const isKnown = await tryPassword(
    knex,
    { account: accountOfUser(actor.id ?? ''), ip: origin.ip, lane: { kind: 'session' }, now },
    () => isPassword(current, hash),
    (trx) => {
      const object = { kind: 'user', id: actor.id, outcome: 'refused' } as const
      return recordAudit({ ...caller, tenantId: actor.tenantId, trx }, 'auth.password', object)
    },
  )
  if (!isKnown) throw invalidField('current_password', 'password_wrong')
  if (current === wanted) throw invalidField('new_password', 'password_unchanged')
  return hashPassword(wanted)
}

/** Sets the caller's password and ends the caller's other sessions. */
export async function changePassword(context: ActionContext, passwordHash: string): Promise<void> {
  const id = context.actor.id ?? ''
  const change = { passwordHash, passwordChangedAt: context.now, updatedAt: context.now }
  const user = await User.query(context.trx).patchAndFetchById(id, change)
  await recordRevocations(context, [userRevocation(user)])
  await endSessions(context, id, context.actor.sessionId)
  await recordAudit(context, 'auth.password', { kind: 'user', id, tenantId: context.actor.tenantId })
  await reportUserChange(context, user, user, { hasNewPassword: true })
}

/** Ends a user's sessions except the one named. */
export async function endSessions(
  context: Omit<ActionContext, 'keys'>,
  userId: string,
  except?: string,
): Promise<void> {
  const ending = Session.query(context.trx).where({ userId }).whereNull('revokedAt').patch({ revokedAt: context.now })
  await (except ? ending.whereNot('id', except) : ending)
}
