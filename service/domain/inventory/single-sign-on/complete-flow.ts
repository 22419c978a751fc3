import { timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { SsoFlow } from '../../../store/models/sso-flow.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { type PendingLogin, createLoginChallenge } from '../login/login-challenge.ts'
import {
  type LoginContext,
  type LoginDependencies,
  type OpenedSession,
  type ProviderLogin,
  hasFactor,
  openSession,
} from '../login/open-session.ts'
import type { RelyingParty } from '../second-factors/passkeys.ts'
import type { FlowErrorCode, FlowOutcome } from './answer-flow.ts'
import { endProviderAccess } from './end-provider-access.ts'
import { type ProviderWithDomains, findEnabled } from './find-provider.ts'
import { resolveAccount } from './resolve-account.ts'
import { openSso, sealSso } from './seal-sso.ts'

/** A client that completes a flow. */
export interface FlowCompletion {
  code: string
  verifier: string
}

/** A login that a client completes. */
export interface SsoLoginRequest extends LoginContext, FlowCompletion {
  settingsKey: Buffer
  /** Null if browsers offer no passkeys here. */
  relyingParty: RelyingParty | null
}

/**
 * Opens a session for an account that a provider confirmed, or a challenge if the user has a second factor and the
 * provider does not verify one. Creates the account at its first login. Without a refresh token the session ends after
 * five minutes, or after the time that an administrator chose, because the provider cannot be asked again.
 * @throws DomainError sso_expired for a code or verifier that is not valid, the error of the provider's answer, those
 *   of `resolveAccount`
 */
export async function completeSsoLogin(
  dependencies: LoginDependencies,
  request: SsoLoginRequest,
): Promise<OpenedSession | PendingLogin> {
  const { knex } = dependencies
  const { settingsKey, origin, now } = request
  const { flow, outcome } = await takeOutcome(knex, settingsKey, request, now)
  if (flow.sessionId !== null) throw new DomainError('sso_expired')
  const { tenantId } = flow
  const scope = { kind: 'platform' } as const
  const actor = { kind: 'service' as const, id: null, name: 'single sign-on', role: null, tenantId }
  const refuse = async (code: string, detail: object) => {
    await inScope(knex, scope, (trx) =>
      recordAudit({ actor, origin, tenantId, now, trx }, 'auth.login', {
        kind: 'identity_provider',
        id: flow.providerId,
        outcome: 'refused',
        detail: { reason: code, ...detail },
      }),
    )
  }
  if (outcome.kind === 'error') {
    await refuse(outcome.code, { ...outcome.params, ...(outcome.subject && { subject: outcome.subject }) })
    if (outcome.subject !== null) {
      const { providerId: identityProviderId } = flow
      const { code, subject } = outcome
      await inScope(knex, scope, (trx) =>
        endAccessOf({ actor, origin, tenantId, now, trx }, { identityProviderId, subject, reason: code }),
      )
    }
    throw flowError(outcome)
  }
  try {
    const { user, found } = await inScope(knex, scope, async (trx) => {
      const found = await findEnabled(trx, flow.providerId)
      if (!found) throw new DomainError('sso_unavailable')
      if (found.provider.updatedAt > flow.createdAt) throw new DomainError('sso_expired') // by the former rules
      const context: Omit<ActionContext, 'keys'> = { actor, origin, tenantId, now, trx }
      return { found, user: await resolveAccount(context, found.provider, outcome.identity) }
    })
    const isRequired = !found.provider.verifiesSecondFactor
    return await enter(dependencies, request, { user, found, outcome, isRequired })
  } catch (error) {
    if (error instanceof DomainError) {
      const { subject, email } = outcome.identity
      await refuse(error.code, { subject, email })
    }
    throw error
  }
}

/** Ends what a known user still has open after claims that give no role. */
async function endAccessOf(
  context: Omit<ActionContext, 'keys'>,
  { identityProviderId, subject, reason }: { identityProviderId: string; subject: string; reason: string },
): Promise<void> {
  const known = await User.query(context.trx).findOne({ identityProviderId, providerSubject: subject })
  if (known) await endProviderAccess(context, { userId: known.id, identityProviderId }, reason)
}

interface Entry {
  user: User
  found: ProviderWithDomains
  outcome: Extract<FlowOutcome, { kind: 'identity' }>
  /** Whether a second factor of Coffer's may be required. */
  isRequired: boolean
}

async function enter(
  dependencies: LoginDependencies,
  request: SsoLoginRequest,
  { user, found, outcome, isRequired }: Entry,
): Promise<OpenedSession | PendingLogin> {
  const { id, tenantId, role, email } = user
  const person = { user_id: id, tenant_id: tenantId, role, email: email.toLowerCase() }
  const token = outcome.refreshToken
  const login: ProviderLogin = {
    identityProviderId: found.provider.id,
    providerSessionId: outcome.providerSessionId,
    sealedRefreshToken: token && sealSso(request.settingsKey, { field: 'refresh_token', id }, token) || null, // prettier-ignore
    sessionExpiresAt: token === null ? limitSession(found.provider, outcome.sessionEndsAt, request.now) : null,
  }
  if (isRequired && (await hasFactor(dependencies.knex, id))) {
    return createLoginChallenge(dependencies.knex, person, { ...request, provider: login })
  }
  return openSession(dependencies, person, ['sso'], request, { ...login, isFactorVerified: !isRequired })
}

/** Minutes of a session that the provider cannot confirm. */
const unconfirmedMinutes = 5

function limitSession({ sessionMinutes }: IdentityProvider, endsAt: string | undefined, now: Date): Date {
  const chosen = now.getTime() + (sessionMinutes ?? unconfirmedMinutes) * 60_000
  return new Date(endsAt === undefined ? chosen : Math.min(chosen, Date.parse(endsAt)))
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

function flowError({ code, params }: { code: FlowErrorCode; params: Record<string, string> }): DomainError {
  return new DomainError(code as 'sso_no_role', params as { email: string })
}
