import { randomBytes } from 'node:crypto'
import type { AuthorizationResponseError, Configuration } from 'openid-client'
import type { Logger } from 'pino'
import { SsoFlow } from '../../../store/models/sso-flow.ts'
import { inScope } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { type FlowDependencies, type SealedRequest, callbackUrl, explainFailure } from './begin-flow.ts'
import { connectProvider } from './connect-provider.ts'
import { findEnabled, rulesOf } from './find-provider.ts'
import { readClaims } from './read-claims.ts'
import { type Identity, type IdentityRules, readIdentity } from './read-identity.ts'
import { openSso, sealSso } from './seal-sso.ts'

/** What the provider answered, for the client that completes the flow. */
export type FlowOutcome =
  | { kind: 'error'; code: FlowErrorCode; params: Record<string, string>; subject: string | null }
  | {
      kind: 'identity'
      identity: Identity
      /** The provider's session; null if it has no name. */
      providerSessionId: string | null
      refreshToken: string | null
      /** When the user logged in at the provider, in seconds since 1970; null if it did not say so. */
      authTime: number | null
    }

/** Codes of a flow that failed at the provider or by its rules. */
export type FlowErrorCode =
  | 'sso_answer_invalid'
  | 'sso_claim_missing'
  | 'sso_denied'
  | 'sso_email_not_allowed'
  | 'sso_email_not_verified'
  | 'sso_no_role'
  | 'sso_provider_unreachable'
  | 'sso_unavailable'

/** Lifetime of the code for the client. */
const codeMs = 2 * 60_000

/**
 * Verifies a provider's answer: state, issuer (RFC 9207), code with PKCE, and the ID token with its signature, nonce,
 * audience and lifetime. A state is accepted once. The outcome, also an error, is for the client with the verifier.
 * @param tenantId whose provider returns users at this address; null: the platform's
 * @param query of the callback
 * @returns where the browser continues, with a code that is used once; null for a state that is not expected
 */
export async function receiveCallback(
  dependencies: FlowDependencies & { log: Logger },
  tenantId: string | null,
  query: URLSearchParams,
  now: Date,
): Promise<string | null> {
  const { knex, settingsKey } = dependencies
  const flow = await takeState(dependencies, { tenantId, state: query.get('state') ?? '' }, now)
  if (!flow) return null
  const outcome = await readOutcome(dependencies, flow, query, now)
  const code = randomBytes(32).toString('base64url')
  await inScope(knex, { kind: 'platform' }, (trx) =>
    SsoFlow.query(trx)
      .findById(flow.id)
      .patch({
        codeHash: sha256(code),
        sealedOutcome: sealSso(settingsKey, { field: 'outcome', id: flow.id }, JSON.stringify(outcome)),
        expiresAt: new Date(now.getTime() + codeMs),
      }),
  )
  const url = new URL(flow.returnTo)
  url.searchParams.set('sso_code', code)
  return url.href
}

async function takeState(
  { knex }: FlowDependencies,
  { tenantId, state }: { tenantId: string | null; state: string },
  now: Date,
): Promise<SsoFlow | undefined> {
  const [flow] = await inScope(knex, { kind: 'platform' }, (trx) =>
    SsoFlow.query(trx)
      .where({ stateHash: sha256(state), tenantId })
      .where('expiresAt', '>', now)
      .patch({ stateHash: null })
      .returning('*'),
  )
  return flow
}

async function readOutcome(
  dependencies: FlowDependencies & { log: Logger },
  flow: SsoFlow,
  query: URLSearchParams,
  now: Date,
): Promise<FlowOutcome> {
  const { knex, settingsKey, log } = dependencies
  const found = await inScope(knex, { kind: 'platform' }, (trx) => findEnabled(trx, flow.providerId))
  if (!found) return failed('sso_unavailable')
  const { provider } = found
  const sealed = openSso(settingsKey, { field: 'request', id: flow.id }, flow.sealedRequest)
  const request = JSON.parse(sealed) as SealedRequest
  try {
    const configuration = await connectProvider(dependencies, provider, now)
    const rules = rulesOf(found)
    return await exchangeCode(dependencies, configuration, { request, query, rules, tenantId: provider.tenantId })
  } catch (error) {
    if (error instanceof DomainError) return failed(error.code as FlowErrorCode, error.params as Record<string, string>)
    const denied = deniedCode(error)
    if (denied) return failed('sso_denied', { reason: denied })
    log.warn({ provider: provider.id, reason: codeIn(error) }, 'answer of an identity provider rejected')
    return failed(explainFailure(error).code as FlowErrorCode)
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
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return failed(error.code as FlowErrorCode, error.params as Record<string, string>, idToken.sub)
  }
}

function failed(code: FlowErrorCode, params: Record<string, string> = {}, subject: string | null = null): FlowOutcome {
  return { kind: 'error', code, params, subject }
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
