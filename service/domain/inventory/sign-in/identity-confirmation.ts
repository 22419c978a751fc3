import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { Session } from '../../../store/models/session.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { accountOfUser, attemptPassword } from './login-limits.ts'
import { isPassword } from './password-hash.ts'
import { requireSessionId, requireUserId } from '../../kernel/require-user.ts'

const confirmationLifetimeMs = 5 * 60_000

/**
 * Verifies that the caller is still the user who logged in. The only place that defines proof of identity: currently
 * the password, under the login limits.
 * @param passwordHash of the caller's current password
 * @throws DomainError validation_failed for a wrong password, too_many_attempts
 */
export async function proveIdentity(
  knex: Knex,
  caller: Pick<ActionContext, 'actor' | 'origin' | 'now'>,
  passwordHash: string,
  password: string,
): Promise<void> {
  const { actor, origin, now } = caller
  const isCorrect = await attemptPassword(
    knex,
    { account: accountOfUser(requireUserId(caller)), ip: origin.ip, lane: { kind: 'session' }, now },
    () => isPassword(password, passwordHash),
    (trx) =>
      recordAudit({ ...caller, tenantId: actor.tenantId, trx }, 'auth.confirm', {
        kind: 'session',
        id: actor.sessionId,
        outcome: 'refused',
      }),
  )
  if (!isCorrect) throw invalidField('password', 'password_wrong')
}

/**
 * Issues a confirmation for the caller's session, replacing an earlier one. Its value is random, returned only once and
 * stored as SHA-256.
 */
export async function issueConfirmation(context: ActionContext): Promise<{ confirmation: string; expiresAt: Date }> {
  const { actor, now, trx } = context
  const id = requireSessionId(context)
  const confirmation = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + confirmationLifetimeMs)
  await Session.query(trx)
    .findById(id)
    .patch({ confirmationHash: sha256(confirmation), confirmationExpiresAt: expiresAt })
  await recordAudit(context, 'auth.confirm', { kind: 'session', id, tenantId: actor.tenantId })
  return { confirmation, expiresAt }
}

/** Whether `presented` is the session's confirmation and still valid at `now`. */
export function isValidConfirmation(
  presented: string | undefined,
  { hash, expiresAt }: { hash: Buffer | null; expiresAt: Date | null },
  now: Date,
): boolean {
  if (!presented || !hash || !expiresAt || expiresAt <= now) return false
  return timingSafeEqual(sha256(presented), hash)
}
