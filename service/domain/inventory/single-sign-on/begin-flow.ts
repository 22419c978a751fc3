import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { SsoFlow } from '../../../store/models/sso-flow.ts'
import { inScope } from '../../../store/scope.ts'
import { DomainError, invalidField } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { buildSamlUrl } from '../saml/build-saml-url.ts'
import { samlAddress } from '../saml/saml-address.ts'
import { type ProviderDependencies, connectProvider, findOutgoingFailure, isIssuer } from './connect-provider.ts'
import { recordReachability } from './record-reachability.ts'
import { sealSso } from './seal-sso.ts'

/** What a flow needs in each of its steps. */
export interface FlowDependencies extends ProviderDependencies {
  knex: Knex
  /** The address of the service, as users and providers reach it. */
  baseUrl: string
}

/** A login or a confirmation that a client begins. */
export interface FlowRequest {
  /** SHA-256 of the client's verifier, in base64url. */
  challenge: string
  /** Where the browser goes afterwards. */
  returnTo: string
  now: Date
  /** E-mail address of the user, if it is known. */
  loginHint: string | undefined
  /** The session that confirms; null for a login. */
  sessionId: string | null
}

/** What the provider's answer is verified with. The nonce is in the ID token, or is the id of the request of SAML. */
export interface SealedRequest {
  state: string
  nonce: string
  verifier: string
}

/** Lifetime of a flow, in which the user logs in at the provider. */
const flowMs = 10 * 60_000

/**
 * Returns the address at which the provider of the platform, or of a tenant, returns users, to register there. Each has
 * an address of its own: otherwise a provider could pass another's code off as its own (RFC 9700, section 4.4.2.2).
 */
export function callbackUrl(baseUrl: string, tenantId: string | null): string {
  return `${baseUrl.replace(/\/$/, '')}/api/auth/sso/callback${tenantId === null ? '' : `/${tenantId}`}`
}

/**
 * Begins a flow at a provider. The state returns once, and only the client with the verifier can complete the flow.
 * @returns the address at the provider
 * @throws DomainError sso_unavailable for a directory, which has no login page, validation_failed for another return
 *   address, sso_provider_unreachable, sso_answer_invalid
 */
export async function beginFlow(
  dependencies: FlowDependencies,
  provider: IdentityProvider,
  { challenge, returnTo, now, loginHint, sessionId }: FlowRequest,
): Promise<{ url: string; expiresAt: Date }> {
  const { knex, settingsKey, baseUrl } = dependencies
  if (provider.kind === 'ldap') throw new DomainError('sso_unavailable')
  if (!isReturnAddress(baseUrl, returnTo)) throw invalidField('return_to', 'return_address_not_allowed')
  const request: SealedRequest = { state: randomText(), nonce: randomText(), verifier: randomText() }
  const url = await buildProviderUrl(dependencies, provider, { request, now, loginHint, sessionId })
  const id = randomUUIDv7()
  const expiresAt = new Date(now.getTime() + flowMs)
  await inScope(knex, { kind: 'platform' }, (trx) =>
    SsoFlow.query(trx).insert({
      id,
      tenantId: provider.tenantId,
      providerId: provider.id,
      sessionId,
      stateHash: sha256(request.state),
      challenge: Buffer.from(challenge, 'base64url'),
      returnTo,
      sealedRequest: sealSso(settingsKey, { field: 'request', id }, JSON.stringify(request)),
      createdAt: now,
      expiresAt,
    }),
  )
  return { url, expiresAt }
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

type ProviderRequest = Pick<FlowRequest, 'now' | 'loginHint' | 'sessionId'> & { request: SealedRequest }

/** @throws DomainError sso_provider_unreachable, sso_answer_invalid also for a configuration without a usable address */
async function buildProviderUrl(
  dependencies: FlowDependencies,
  provider: IdentityProvider,
  { request, now, loginHint, sessionId }: ProviderRequest,
): Promise<string> {
  const { saml } = provider.settings
  if (provider.kind === 'saml' && saml) {
    const address = samlAddress(dependencies.baseUrl, provider.tenantId)
    return buildSamlUrl(saml, { ...request, address, isForced: sessionId !== null })
  }
  const client = await import('openid-client')
  try {
    const configuration = await connectProvider(dependencies, provider, now)
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl(dependencies.baseUrl, provider.tenantId),
      scope: [...new Set(['openid', ...provider.scopes])].join(' '),
      state: request.state,
      nonce: request.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
      ...(sessionId && { prompt: 'login', max_age: '0' }),
      ...(loginHint && { login_hint: loginHint }),
    })
    if (!isIssuer(url.origin)) throw new DomainError('sso_answer_invalid')
    return url.href
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (findOutgoingFailure(error))
      await recordReachability({ knex: dependencies.knex, now: () => now }, provider.id, false)
    throw explainFailure(error)
  }
}

/** Returns the error of a provider that did not answer as expected. */
export function explainFailure(error: unknown): DomainError {
  return new DomainError(findOutgoingFailure(error) ? 'sso_provider_unreachable' : 'sso_answer_invalid')
}

/** Whether an address is of the console, or of a program on the user's computer that awaits the answer (RFC 8252). */
function isReturnAddress(baseUrl: string, text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) return false
  const isLoopback = url.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname)
  return isLoopback || url.origin === new URL(baseUrl).origin
}
