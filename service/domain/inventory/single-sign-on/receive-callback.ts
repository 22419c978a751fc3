import type { AuthorizationResponseError, Configuration } from 'openid-client'
import { DomainError } from '../../kernel/domain-error.ts'
import {
  type AnswerDependencies,
  type FlowOutcome,
  answerFlow,
  buildFailure,
  buildFailureFromError,
} from './answer-flow.ts'
import { type FlowDependencies, type SealedRequest, callbackUrl, explainFailure } from './begin-flow.ts'
import { connectProvider, findOutgoingFailure, forgetOlderMetadata } from './connect-provider.ts'
import { type ProviderWithDomains, rulesOf } from './find-provider.ts'
import { readClaims } from './read-claims.ts'
import { recordReachability } from './record-reachability.ts'
import { type IdentityRules, readIdentity } from './read-identity.ts'
import { readAuthenticationFacts } from './verified-factors.ts'

/**
 * Verifies a provider's answer: state, issuer (RFC 9207), code with PKCE, and the ID token with its signature, nonce,
 * audience and lifetime. A state is accepted once. The outcome, also an error, is for the client with the verifier. After
 * an unusable answer, the next login reads the provider's metadata again.
 * @param tenantId whose provider returns users at this address; null: the platform's
 * @param query of the callback
 * @returns where the browser continues, with a code that is used once; null for a state that is not expected
 */
export async function receiveCallback(
  dependencies: AnswerDependencies,
  tenantId: string | null,
  query: URLSearchParams,
  now: Date,
): Promise<string | null> {
  const answer = { tenantId, state: query.get('state') ?? '', kind: 'oidc' as const, now }
  return answerFlow(dependencies, answer, (found, request) => readOutcome(dependencies, found, { request, query, now }))
}

async function readOutcome(
  dependencies: AnswerDependencies,
  found: ProviderWithDomains,
  { request, query, now }: { request: SealedRequest; query: URLSearchParams; now: Date },
): Promise<FlowOutcome> {
  const { provider } = found
  const clock = { knex: dependencies.knex, now: () => now }
  try {
    const configuration = await connectProvider(dependencies, provider, now)
    const rules = rulesOf(found)
    const outcome = await exchangeCode(dependencies, configuration, {
      request,
      query,
      rules,
      tenantId: provider.tenantId,
    })
    if (provider.unreachableSince) await recordReachability(clock, provider.id, true)
    return outcome
  } catch (error) {
    if (findOutgoingFailure(error)) await recordReachability(clock, provider.id, false)
    if (error instanceof DomainError) return buildFailureFromError(error)
    const denied = deniedCode(error)
    if (denied) return buildFailure('sso_denied', { reason: denied })
    if (codeIn(error) !== 'OAUTH_RESPONSE_BODY_ERROR') forgetOlderMetadata(dependencies.outgoing, provider.issuer, now)
    dependencies.log.warn({ provider: provider.id, reason: codeIn(error) }, 'answer of an identity provider rejected')
    return buildFailureFromError(explainFailure(error))
  }
}

interface Answer {
  request: SealedRequest
  query: URLSearchParams
  rules: IdentityRules
  tenantId: string | null
}

async function exchangeCode(
  { baseUrl }: FlowDependencies,
  configuration: Configuration,
  { request, query, rules, tenantId }: Answer,
): Promise<FlowOutcome> {
  const client = await import('openid-client')
  const callback = new URL(callbackUrl(baseUrl, tenantId))
  callback.search = query.toString()
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: request.verifier,
    expectedState: request.state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  })
  const idToken = tokens.claims()!
  const claims = await readClaims(configuration, rules, tokens, idToken.sub)
  try {
    return {
      kind: 'identity',
      identity: readIdentity(rules, claims),
      providerSessionId: typeof claims['sid'] === 'string' ? claims['sid'] : null,
      refreshToken: tokens.refresh_token ?? null,
      authTime: idToken.auth_time ?? null,
      facts: readAuthenticationFacts(idToken),
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return buildFailureFromError(error, idToken.sub)
  }
}

/** Returns the provider's code for a login that it refused (RFC 6749, section 4.1.2.1); null for other errors. */
function deniedCode(error: unknown): string | null {
  if (codeIn(error) !== 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return null
  const { error: code } = error as AuthorizationResponseError
  return /^[a-z_]{1,40}$/.test(code) ? code : 'unknown'
}

function codeIn(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
