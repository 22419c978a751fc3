import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
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
import { sealSso } from './seal-sso.ts'
import { isFactorVerified } from './verified-factors.ts'

/** A login that a provider answered. */
export interface ProviderLoginRequest extends LoginContext {
  settingsKey: Buffer
  /** Null if browsers offer no passkeys here. */
  relyingParty: RelyingParty | null
}

/** A provider's answer to a login. */
export interface AnsweredLogin {
  providerId: string
  /** Null for the platform's provider. */
  tenantId: string | null
  outcome: FlowOutcome
  /** When the login began: a provider that was changed since has other rules. */
  begunAt: Date
}

/**
 * Opens a session for an account that a provider confirmed, or a challenge if the user has a second factor and the
 * provider did not verify one. Creates the account at its first login. A session that the provider cannot confirm later ends
 * after five minutes, or after the time that an administrator chose.
 * @throws DomainError sso_expired if the provider was changed since, the error of the provider's answer, those of `resolveAccount`
 */
export async function finishProviderLogin(
  dependencies: LoginDependencies,
  request: ProviderLoginRequest,
  { providerId, tenantId, outcome, begunAt }: AnsweredLogin,
): Promise<OpenedSession | PendingLogin> {
  const { knex } = dependencies
  const { origin, now } = request
  const scope = { kind: 'platform' } as const
  const actor = { kind: 'service' as const, id: null, name: 'single sign-on', role: null, tenantId }
  const refuse = async (code: string, detail: object) => {
    await inScope(knex, scope, (trx) =>
      recordAudit({ actor, origin, tenantId, now, trx }, 'auth.login', {
        kind: 'identity_provider',
        id: providerId,
        outcome: 'refused',
        detail: { reason: code, ...detail },
      }),
    )
  }
  if (outcome.kind === 'error') {
    await refuse(outcome.code, { ...outcome.params, ...(outcome.subject && { subject: outcome.subject }) })
    if (outcome.subject !== null) {
      const { code, subject } = outcome
      await inScope(knex, scope, (trx) =>
        endAccessOf({ actor, origin, tenantId, now, trx }, { identityProviderId: providerId, subject, reason: code }),
      )
    }
    throw flowError(outcome)
  }
  try {
    const { user, found } = await inScope(knex, scope, async (trx) => {
      const found = await findEnabled(trx, providerId)
      if (!found) throw new DomainError('sso_unavailable')
      if (found.provider.updatedAt > begunAt) throw new DomainError('sso_expired')
      const context: Omit<ActionContext, 'keys'> = { actor, origin, tenantId, now, trx }
      return { found, user: await resolveAccount(context, found.provider, outcome.identity) }
    })
    const isRequired = !isFactorVerified(found.provider, outcome.facts ?? [])
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
  request: ProviderLoginRequest,
  { user, found, outcome, isRequired }: Entry,
): Promise<OpenedSession | PendingLogin> {
  const { id, tenantId, role, email } = user
  const person = { user_id: id, tenant_id: tenantId, role, email: email.toLowerCase() }
  const token = outcome.refreshToken
  const isConfirmable = token !== null || found.provider.kind === 'ldap'
  const login: ProviderLogin = {
    identityProviderId: found.provider.id,
    providerSessionId: outcome.providerSessionId,
    sealedRefreshToken: token && sealSso(request.settingsKey, { field: 'refresh_token', id }, token) || null, // prettier-ignore
    sessionExpiresAt: isConfirmable ? null : limitSession(found.provider, outcome.sessionEndsAt, request.now),
  }
  if (isRequired && (await hasFactor(dependencies.knex, id))) {
    return createLoginChallenge(dependencies.knex, person, { ...request, provider: login })
  }
  const isSingle = found.provider.verifiesSecondFactor && isRequired
  const methods = isSingle ? (['sso', 'single_factor'] as const) : (['sso'] as const)
  return openSession(dependencies, person, methods, request, { ...login, isFactorVerified: !isRequired })
}

/** Minutes of a session that the provider cannot confirm. */
const unconfirmedMinutes = 5

function limitSession({ sessionMinutes }: IdentityProvider, endsAt: string | undefined, now: Date): Date {
  const chosen = now.getTime() + (sessionMinutes ?? unconfirmedMinutes) * 60_000
  return new Date(endsAt === undefined ? chosen : Math.min(chosen, Date.parse(endsAt)))
}

/** Returns the error of a provider's answer. */
export function flowError({ code, params }: { code: FlowErrorCode; params: Record<string, string> }): DomainError {
  return new DomainError(code as 'sso_no_role', params as { email: string })
}
