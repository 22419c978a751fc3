import { Session } from '../../store/models/session.ts'
import { User } from '../../store/models/user.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call } from '../call.ts'
import { notFound, refused } from '../refusal.ts'
import { hashPassword, isPassword } from './password-hash.ts'

/** What the caller's password is now; read apart, because comparing takes long and holds no connection. */
export async function ownPasswordHash(call: Call): Promise<string> {
  const user = await User.query(call.trx).findById(call.actor.id ?? '')
  if (!user) throw notFound()
  return user.passwordHash
}

/** @throws Refusal 422 when `current` is not the password of `hash` */
export async function newPasswordHash(hash: string, current: string, wanted: string): Promise<string> {
  if (!(await isPassword(current, hash))) throw refused('current_password', 'is not your password')
  if (current === wanted) throw refused('new_password', 'is the password that you have')
  return hashPassword(wanted)
}

/** Sets the caller's password and ends every other session of his. */
export async function changePassword(call: Call, passwordHash: string): Promise<void> {
  const id = call.actor.id ?? ''
  await User.query(call.trx).findById(id).patch({ passwordHash, passwordChangedAt: call.now, updatedAt: call.now })
  await endSessions(call, id, call.actor.sessionId)
  await recordAudit(call, 'auth.password', { kind: 'user', id, tenantId: call.actor.tenantId })
}

/** Ends a person's sessions, but for the one named. */
export async function endSessions(call: Call, userId: string, except?: string): Promise<void> {
  const ending = Session.query(call.trx).where({ userId }).whereNull('revokedAt').patch({ revokedAt: call.now })
  await (except ? ending.whereNot('id', except) : ending)
}
