import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Session } from '../../../store/models/session.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, Actor } from '../../kernel/context.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'
import { requireSessionId, requireUserId } from '../../kernel/require-user.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { reportRecoveryCode } from '../second-factors/factor-events.ts'
import {
  type FactorDependencies,
  type FactorProof,
  confirmedFactors,
  proveFactor,
} from '../second-factors/prove-factor.ts'
import { type ProofAttempt, accountOfUser, attemptProof, attemptSingleUseProof } from './login-limits.ts'

/** An action that a user confirmed in another session. */
export interface ConfirmedAction {
  /** SHA-256 of the only request that the confirmation is valid for. */
  fingerprint: Buffer
  /** Facts for the audit log. */
  detail: Record<string, unknown>
}

const confirmationLifetimeMs = 5 * 60_000

/** What a user presents to confirm. Without a second factor the password, with one also a factor, or only a passkey. */
export interface IdentityProof {
  password?: string | undefined
  factor?: FactorProof | undefined
}

/** The caller of a confirmation. */
type Caller = Pick<ActionContext, 'actor' | 'origin' | 'now'>

/**
 * Verifies that the caller is still the user who logged in, under the login limits. The only place that defines proof
 * of identity.
 * @param isCorrectPassword compares with the caller's current password, here or in the directory
 * @throws DomainError validation_failed for a wrong or missing password or a wrong factor,
 *   second_factor_proof_missing, too_many_attempts
 */
export async function proveIdentity(
  dependencies: FactorDependencies,
  caller: Caller,
  isCorrectPassword: (password: string) => Promise<boolean>,
  { password, factor }: IdentityProof,
): Promise<void> {
  const { knex } = dependencies
  const userId = requireUserId(caller)
  const hasFactor = await inScope(knex, scopeOf(caller.actor), async (trx) => {
    return (await confirmedFactors(trx, userId).resultSize()) > 0
  })
  if (hasFactor && !factor) throw new DomainError('second_factor_proof_missing', {}, { missing: 'second_factor' })
  const needsPassword = !hasFactor || factor?.kind !== 'passkey'
  if (needsPassword) {
    if (password === undefined) throw invalidField('password', 'is_required')
    const result = await attemptProof(
      knex,
      attemptOf(caller),
      async () => ((await isCorrectPassword(password)) ? (hasFactor ? 'incomplete' : 'correct') : 'wrong'),
      (trx) => recordRefusal(trx, caller),
    )
    if (result === 'wrong') throw invalidField('password', 'password_wrong')
  }
  if (!hasFactor || !factor) return
  const result = await attemptSingleUseProof(
    knex,
    attemptOf(caller),
    async (trx) => ((await proveFactorOf(trx, dependencies, caller, factor)) ? 'correct' : 'wrong'),
    (trx) => recordRefusal(trx, caller),
  )
  if (result === 'wrong') throw invalidField(factor.kind, 'code_wrong')
}

function attemptOf(caller: Caller): ProofAttempt {
  const { origin, now } = caller
  return { account: accountOfUser(requireUserId(caller)), ip: origin.ip, lane: { kind: 'session' }, now }
}

function recordRefusal(trx: ScopedTransaction, caller: Caller): Promise<void> {
  const { tenantId, sessionId: id } = caller.actor
  return recordAudit({ ...caller, tenantId, trx }, 'auth.confirm', { kind: 'session', id, outcome: 'refused' })
}

async function proveFactorOf(
  trx: ScopedTransaction,
  dependencies: FactorDependencies,
  caller: Caller,
  factor: FactorProof,
): Promise<boolean> {
  const { actor, now } = caller
  const id = requireUserId(caller)
  const proven = await proveFactor(dependencies, trx, id, factor, now)
  const codesLeft = proven?.codesLeft ?? null
  if (codesLeft !== null) {
    await reportRecoveryCode({ trx, now }, { id, tenantId: actor.tenantId, email: actor.name }, codesLeft)
  }
  return proven !== null
}

function scopeOf({ tenantId }: Actor) {
  return tenantId ? ({ kind: 'tenant', tenantId } as const) : ({ kind: 'platform' } as const)
}

/**
 * Issues a confirmation for the caller's session, replacing an earlier one. Its value is random, returned only once and
 * stored as SHA-256.
 * @param options.refreshToken of a confirmation at the provider, sealed
 * @param options.byCode set if the user confirmed it in another session: it is then valid for one request only, and
 *   confirms no further code
 */
export async function issueConfirmation(
  context: ActionContext,
  { refreshToken = null, byCode }: { refreshToken?: Buffer | null; byCode?: ConfirmedAction } = {},
): Promise<{ confirmation: string; expiresAt: Date }> {
  const { actor, now, trx } = context
  const id = requireSessionId(context)
  const confirmation = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + confirmationLifetimeMs)
  await Session.query(trx)
    .findById(id)
    .patch({
      confirmationHash: sha256(confirmation),
      confirmationExpiresAt: expiresAt,
      confirmationRefreshToken: refreshToken,
      confirmationFingerprint: byCode?.fingerprint ?? null,
      isConfirmedByCode: byCode !== undefined,
    })
  await recordAudit(context, 'auth.confirm', {
    kind: 'session',
    id,
    tenantId: actor.tenantId,
    ...(byCode && { detail: byCode.detail }),
  })
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
