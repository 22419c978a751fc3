import type { Knex } from 'knex'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Call } from '../../kernel/context.ts'
import { invalidField, notFound } from '../../kernel/domain-error.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { accountOfUser, tryPassword } from './login-limits.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import { reportUserChange } from './user-events.ts'

/** What the caller's password is now; read apart, because comparing takes long and holds no connection. */
export async function ownPasswordHash(call: Call): Promise<string> {
  const user = await User.query(call.trx).findById(call.actor.id ?? '')
  if (!user) throw notFound()
  return user.passwordHash
}

/**
 * The hash of the wanted password, for who knows the present one: a stolen session may not guess it, so wrong ones count
 * with failed logins.
 * @param hash what the caller's password is now
 * @throws Refusal 422 when `current` is not the password of `hash`, 429 after too many failures
 */
export async function newPasswordHash(
  knex: Knex,
  caller: Pick<Call, 'actor' | 'origin' | 'now'>,
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

/** Sets the caller's password and ends every other session of his. */
export async function changePassword(call: Call, passwordHash: string): Promise<void> {
  const id = call.actor.id ?? ''
  const change = { passwordHash, passwordChangedAt: call.now, updatedAt: call.now }
  const user = await User.query(call.trx).patchAndFetchById(id, change)
  await recordRevocations(call, [userRevocation(user)])
  await endSessions(call, id, call.actor.sessionId)
  await recordAudit(call, 'auth.password', { kind: 'user', id, tenantId: call.actor.tenantId })
  await reportUserChange(call, user, user, { hasNewPassword: true })
}

/** Ends a person's sessions, but for the one named. */
export async function endSessions(call: Omit<Call, 'keys'>, userId: string, except?: string): Promise<void> {
  const ending = Session.query(call.trx).where({ userId }).whereNull('revokedAt').patch({ revokedAt: call.now })
  await (except ? ending.whereNot('id', except) : ending)
}
