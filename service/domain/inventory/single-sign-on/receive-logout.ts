import type { Knex } from 'knex'
import type { FetchImplementation, JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Logger } from 'pino'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { LoginChallenge } from '../../../store/models/login-challenge.ts'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Origin } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { type ProviderDependencies, connectProvider, fetchThrough } from './connect-provider.ts'
import { findProvider } from './find-provider.ts'

/** What a logout at a provider needs. */
export interface LogoutDependencies extends ProviderDependencies {
  knex: Knex
  log: Logger
}

/** Signatures with a public key (RFC 7518): with a shared secret, any holder of the secret could end sessions. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Age of an accepted token, and the tolerance of the provider's clock, in seconds. */
const maxAge = 300
const clockTolerance = 60
const maxTokenId = 500

/**
 * Ends the sessions that a logout token names: those of one session at the provider (`sid`), or all of a user (`sub`)
 * (OpenID Connect Back-Channel Logout 1.0). Each token is accepted once.
 * @param tenantId whose provider sends tokens to this address; null: the platform's
 * @throws DomainError logout_token_invalid
 */
export async function receiveLogout(
  dependencies: LogoutDependencies,
  { tenantId, token, origin, now }: { tenantId: string | null; token: string; origin: Origin; now: Date },
): Promise<void> {
  const { knex, log } = dependencies
  const scope = { kind: 'platform' } as const
  const found = await inScope(knex, scope, (trx) => findProvider(trx, tenantId))
  if (!found?.provider.isEnabled || found.provider.kind !== 'oidc') throw new DomainError('logout_token_invalid')
  const { provider } = found
  let named: Named
  try {
    named = readNamed(await verifyToken(dependencies, provider, token, now))
  } catch {
    log.warn({ provider: provider.id }, 'logout token of an identity provider rejected')
    throw new DomainError('logout_token_invalid')
  }
  await inScope(knex, scope, async (trx) => {
    await spend(trx, provider, named.tokenId, now)
    const ended = await endNamed(trx, provider, named, now)
    const actor = { kind: 'service' as const, id: null, name: 'single sign-on', role: null, tenantId }
    await recordAudit({ actor, origin, tenantId, now, trx }, 'session.end', {
      kind: 'identity_provider',
      id: provider.id,
      detail: { reason: 'logout at the provider', sessions: ended },
    })
  })
}

interface Named {
  tokenId: string
  sessionId: string | null
  subject: string | null
}

async function verifyToken(
  dependencies: LogoutDependencies,
  provider: IdentityProvider,
  token: string,
  now: Date,
): Promise<JWTPayload> {
  const { jwtVerify } = await import('jose')
  const { issuer, jwks_uri: address } = (await connectProvider(dependencies, provider, now)).serverMetadata()
  const keys = await keysAt(dependencies.outgoing, address ?? '')
  const { payload } = await jwtVerify(token, keys, {
    ...{ issuer, audience: provider.clientId, algorithms, requiredClaims: ['jti', 'iat', 'events'] },
    ...{ maxTokenAge: maxAge, clockTolerance, currentDate: now },
  })
  return payload
}

/** @throws Error for a token of another kind, such as an ID token */
function readNamed({ jti, sid, sub, nonce, events }: JWTPayload): Named {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent)
  const [sessionId, subject] = [sid, sub].map((name) => (typeof name === 'string' && name !== '' ? name : null))
  const isNamed = typeof jti === 'string' && jti.length <= maxTokenId && Boolean(sessionId ?? subject)
  if (!isLogout || !isNamed || nonce !== undefined) throw new Error('not a logout token')
  return { tokenId: jti, sessionId: sessionId ?? null, subject: subject ?? null }
}

/** Keys by their address, for each outbound client. jose reads them again for an unknown key, at most every 30 seconds. */
const keptKeys = new WeakMap<OutboundClient, Map<string, JWTVerifyGetKey>>()
const maxKept = 1_000

async function keysAt(outgoing: OutboundClient, address: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const kept = keptKeys.get(outgoing) ?? new Map<string, JWTVerifyGetKey>()
  keptKeys.set(outgoing, kept)
  const known = kept.get(address)
  if (known) return known
  const request = fetchThrough(outgoing)
  const fetching: FetchImplementation = (url, options) =>
    request(url, { ...options, body: null, headers: { accept: 'application/json' } })
  const keys = createRemoteJWKSet(new URL(address), { [customFetch]: fetching })
  kept.set(address, keys)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return keys
}

/** @throws DomainError logout_token_invalid for a token that was accepted before */
async function spend(trx: ScopedTransaction, provider: IdentityProvider, tokenId: string, now: Date): Promise<void> {
  const { rowCount } = await trx.raw(
    `insert into spent_logout_tokens (provider_id, token_id, tenant_id, expires_at) values (?, ?, ?, ?)
     on conflict do nothing`,
    [provider.id, tokenId, provider.tenantId, new Date(now.getTime() + (maxAge + 2 * clockTolerance) * 1000)],
  )
  if (rowCount === 0) throw new DomainError('logout_token_invalid')
}

/** Ends sessions, and logins that await a second factor. @returns number of sessions */
async function endNamed(
  trx: ScopedTransaction,
  { id: identityProviderId }: IdentityProvider,
  { sessionId, subject }: Named,
  now: Date,
): Promise<number> {
  const users = User.query(trx).select('id').where({ identityProviderId, providerSubject: subject })
  const named = {
    identityProviderId,
    ...(sessionId !== null && { providerSessionId: sessionId }),
  }
  const challenges = LoginChallenge.query(trx).where(named)
  const sessions = Session.query(trx).where(named).whereNull('revokedAt')
  if (subject !== null) for (const query of [challenges, sessions]) void query.whereIn('userId', users.clone())
  await challenges.delete()
  return sessions.patch({ revokedAt: now })
}
