import { timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { LoginCode } from '../../../store/models/login-code.ts'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import type { RateLimiter } from '../../kernel/limits/rate-limiter.ts'
import { sha256 } from '../../kernel/sha256.ts'
import type { ConfirmedAction } from '../login/identity-confirmation.ts'
import { arePasswordsRefused } from '../login/refused-passwords.ts'
import {
  type LoginContext,
  type LoginDependencies,
  type LoginMethod,
  type OpenedSession,
  openSession,
} from '../login/open-session.ts'
import { consumeRateLimit } from './begin-code.ts'

/** A client that asks whether its code was confirmed. */
export interface CodeCompletion {
  id: string
  verifier: string
}

/** Seconds between two polls of a client, and how many it may send. */
export const pollSeconds = 2
const pollsPerMinute = 60

/**
 * Opens a session for a code that a user confirmed, as the user and with the login methods of the session that confirmed
 * it. It ends with that session at the latest, unless the provider issued a refresh token for it, and after five minutes
 * if the provider can be asked about that one only.
 * @returns null until the user decides
 * @throws DomainError password_login_refused, login_code_expired for a code or verifier that is not valid, login_code_rejected,
 *   too_many_attempts, network_not_allowed
 */
export async function completeLoginCode(
  dependencies: LoginDependencies & { limits: RateLimiter },
  request: LoginContext & CodeCompletion,
): Promise<OpenedSession | null> {
  const { knex, limits } = dependencies
  const { now } = request
  const taken = await takeCode({ knex, limits }, { ...request, sessionId: null, now })
  if (!taken) return null
  const { confirming, user, code } = taken
  const { identityProviderId, providerSessionId } = confirming
  const person = { user_id: user.id, tenant_id: user.tenantId, role: user.role, email: user.email.toLowerCase() }
  const methods = new Set([...(confirming.loginMethods as LoginMethod[]), 'code' as const])
  const { sealedRefreshToken } = code
  const provider = identityProviderId
    ? {
        identityProviderId,
        providerSessionId,
        sealedRefreshToken,
        sessionExpiresAt: sealedRefreshToken === null ? latestEnd(confirming, now) : null,
        isFactorVerified: !confirming.needsSecondFactor,
      }
    : null
  if (!provider && (await arePasswordsRefused(knex, user.id))) throw new DomainError('password_login_refused')
  const isOwn = sealedRefreshToken !== null // the session was confirmed at the provider
  const minutes = isOwn ? Infinity : (confirming.expiresAt.getTime() - now.getTime()) / 60_000
  const sessionTtlMinutes = Math.min(request.sessionTtlMinutes, minutes)
  const login = { ...request, sessionTtlMinutes, detail: describeConfirmation(taken) }
  return openSession(dependencies, person, [...methods], login, provider)
}

const uncheckedMs = 5 * 60_000

/** Returns when a session ends about which the provider cannot be asked. */
function latestEnd({ sealedRefreshToken, expiresAt }: Session, now: Date): Date {
  const limit = now.getTime() + uncheckedMs
  return sealedRefreshToken === null ? expiresAt : new Date(Math.min(limit, expiresAt.getTime()))
}

/**
 * Completes the confirmation of an action of a session.
 * @returns null until the user decides
 * @throws DomainError login_code_expired, login_code_rejected, too_many_attempts
 */
export async function completeConfirmationCode(
  dependencies: { knex: Knex; limits: RateLimiter },
  question: CodeCompletion & { sessionId: string; now: Date },
): Promise<ConfirmedAction | null> {
  const taken = await takeCode(dependencies, question)
  if (!taken) return null
  const { action, fingerprint } = taken.code
  if (!action || !fingerprint) throw new DomainError('login_code_expired')
  return { fingerprint, detail: { ...describeConfirmation(taken), operation: action.operation, path: action.path } }
}

/** Returns which code was used, and the session in which its user confirmed it. */
function describeConfirmation({ code, confirming }: TakenCode): Record<string, unknown> {
  const { id, ip, userAgent } = confirming
  return {
    login_code_id: code.id,
    confirmed_in: { session_id: id, ip, user_agent: userAgent },
  }
}

interface TakenCode {
  code: LoginCode
  /** The session in which the user confirmed. */
  confirming: Session
  user: User
}

/** Takes a decided code, which is used once. A wrong verifier does not use it: the id is not secret. */
async function takeCode(
  { knex, limits }: { knex: Knex; limits: RateLimiter },
  { id, verifier, sessionId, now }: CodeCompletion & { sessionId: string | null; now: Date },
): Promise<TakenCode | null> {
  const isKnown = await inScope(knex, { kind: 'platform' }, (trx) => LoginCode.query(trx).findById(id).select('id'))
  if (!isKnown) throw new DomainError('login_code_expired')
  await consumeRateLimit(limits, `polls of login code ${id}`, pollsPerMinute)
  const taken = await inScope(knex, { kind: 'platform' }, async (trx) => {
    const code = await LoginCode.query(trx).findById(id).where({ sessionId }).where('expiresAt', '>', now).forUpdate()
    const isValid = code && timingSafeEqual(sha256(sha256(verifier)), sha256(code.challenge))
    if (!isValid) throw new DomainError('login_code_expired')
    if (code.decision === null) return null
    await LoginCode.query(trx).deleteById(id)
    const confirming = await Session.query(trx)
      .findById(code.confirmedBy ?? id)
      .whereNull('revokedAt')
      .where('expiresAt', '>', now)
    const user = confirming && (await User.query(trx).findById(confirming.userId).whereNull('disabledAt'))
    return { code, confirming, user }
  })
  if (taken === null) return null
  const { code, confirming, user } = taken
  if (code.decision === 'rejected') throw new DomainError('login_code_rejected')
  if (!confirming || !user) throw new DomainError('login_code_expired')
  return { code, confirming, user }
}
