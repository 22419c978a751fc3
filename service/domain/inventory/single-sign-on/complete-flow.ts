import { timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { SsoFlow } from '../../../store/models/sso-flow.ts'
import type { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import type { PendingLogin } from '../login/login-challenge.ts'
import type { LoginDependencies, OpenedSession } from '../login/open-session.ts'
import type { FlowOutcome } from './answer-flow.ts'
import { type ProviderLoginRequest, finishProviderLogin, flowError } from './finish-provider-login.ts'
import { isLoggedOutSince } from './recent-logouts.ts'
import { openSso, sealSso } from './seal-sso.ts'

/** A client that completes a flow. */
export interface FlowCompletion {
  code: string
  verifier: string
}

/** A login that a client completes. */
export interface SsoLoginRequest extends ProviderLoginRequest, FlowCompletion {}

/**
 * Opens a session for an account that a provider confirmed, as `finishProviderLogin` does.
 * @throws DomainError sso_expired for a code or verifier that is not valid, or after a logout at the provider, those of
 *   `finishProviderLogin`
 */
export async function completeSsoLogin(
  dependencies: LoginDependencies,
  request: SsoLoginRequest,
): Promise<OpenedSession | PendingLogin> {
  const { flow, outcome } = await takeOutcome(dependencies.knex, request.settingsKey, request, request.now)
  if (flow.sessionId !== null) throw new DomainError('sso_expired')
  if (outcome.kind === 'identity') await refuseLoggedOut(dependencies.knex, flow, outcome)
  return finishProviderLogin(dependencies, request, {
    providerId: flow.providerId,
    tenantId: flow.tenantId,
    outcome,
    begunAt: flow.createdAt,
  })
}

/**
 * Completes a confirmation: the user has just logged in at the provider again, as the user of this session.
 * @returns the sealed refresh token of this login; null if the provider issued none
 * @throws DomainError sso_expired, sso_other_user, sso_login_too_old, the error of the provider's answer
 */
export async function completeSsoConfirmation(
  knex: Knex,
  settingsKey: Buffer,
  user: Pick<User, 'id' | 'identityProviderId' | 'providerSubject'>,
  { sessionId, now, ...completion }: FlowCompletion & { sessionId: string; now: Date },
): Promise<Buffer | null> {
  const { flow, outcome } = await takeOutcome(knex, settingsKey, completion, now)
  if (flow.sessionId !== sessionId) throw new DomainError('sso_expired')
  if (outcome.kind === 'error') throw flowError(outcome)
  const isSame = flow.providerId === user.identityProviderId && outcome.identity.subject === user.providerSubject
  if (!isSame) throw new DomainError('sso_other_user')
  const earliest = Math.floor(flow.createdAt.getTime() / 1000) - clockToleranceSeconds
  if (outcome.authTime === null || outcome.authTime < earliest) throw new DomainError('sso_login_too_old')
  const { refreshToken } = outcome
  return refreshToken === null ? null : sealSso(settingsKey, { field: 'refresh_token', id: user.id }, refreshToken)
}

async function refuseLoggedOut(
  knex: Knex,
  { providerId, createdAt }: SsoFlow,
  { identity, providerSessionId }: Extract<FlowOutcome, { kind: 'identity' }>,
): Promise<void> {
  const names = { sessionId: providerSessionId, subject: identity.subject }
  const isLoggedOut = await inScope(knex, { kind: 'platform' }, (trx) =>
    isLoggedOutSince(trx, providerId, names, createdAt),
  )
  if (isLoggedOut) throw new DomainError('sso_expired')
}

/** Difference that the clock of a provider may have. */
const clockToleranceSeconds = 30

/** Takes a code, which is used once, whether the verifier is correct or not. */
async function takeOutcome(
  knex: Knex,
  settingsKey: Buffer,
  { code, verifier }: FlowCompletion,
  now: Date,
): Promise<{ flow: SsoFlow; outcome: FlowOutcome }> {
  const [flow] = await inScope(knex, { kind: 'platform' }, (trx) =>
    SsoFlow.query(trx)
      .where({ codeHash: sha256(code) })
      .delete()
      .returning('*'),
  )
  const isValid =
    flow?.sealedOutcome && flow.expiresAt > now && timingSafeEqual(sha256(sha256(verifier)), sha256(flow.challenge))
  if (!isValid) throw new DomainError('sso_expired')
  const outcome = openSso(settingsKey, { field: 'outcome', id: flow.id }, flow.sealedOutcome!)
  return { flow, outcome: JSON.parse(outcome) as FlowOutcome }
}
