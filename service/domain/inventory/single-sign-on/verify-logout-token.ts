import type { JWTPayload } from 'jose'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import type { ProviderDependencies } from './connect-provider.ts'
import { forgetOlderKeys, readLogoutKeys } from './logout-keys.ts'

/** What a logout token names. At least one of session and subject is not null. */
export interface LogoutNames {
  tokenId: string
  sessionId: string | null
  subject: string | null
}

/** Signatures with a public key (RFC 7518): with a shared secret, any holder of the secret could end sessions. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Age of an accepted token, and the tolerance of the provider's clock, in seconds. */
export const maxAgeSeconds = 300
export const clockToleranceSeconds = 60
const maxTokenId = 500

/**
 * Verifies a logout token: its claims first, so that a token for others causes no request to the provider, then its
 * signature. `exp` is not required, because widely used providers omit it; the age of the token is limited by `iat`.
 * @throws Error
 */
export async function verifyLogoutToken(
  dependencies: ProviderDependencies,
  provider: IdentityProvider,
  token: string,
  now: Date,
): Promise<LogoutNames> {
  const { decodeJwt, decodeProtectedHeader, errors } = await import('jose')
  checkClaims(decodeJwt(token), provider, now)
  if (!algorithms.includes(decodeProtectedHeader(token).alg ?? '')) throw new Error('an algorithm that is not accepted')
  try {
    return await verifyWithKeys(dependencies, provider, token, now)
  } catch (error) {
    const isUnknown = error instanceof errors.JWKSNoMatchingKey
    if (!isUnknown || !forgetOlderKeys(dependencies.outgoing, provider.issuer, now)) throw error
    return verifyWithKeys(dependencies, provider, token, now)
  }
}

async function verifyWithKeys(
  dependencies: ProviderDependencies,
  provider: IdentityProvider,
  token: string,
  now: Date,
): Promise<LogoutNames> {
  const { jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(token, await readLogoutKeys(dependencies, provider, now), {
    ...{ issuer: provider.issuer, audience: provider.clientId, algorithms },
    ...{ requiredClaims: ['jti', 'iat', 'events'] },
    ...{ maxTokenAge: maxAgeSeconds, clockTolerance: clockToleranceSeconds, currentDate: now },
  })
  return readNames(payload)
}

/** Checks claims that anyone can state. They are verified again with the signature. */
function checkClaims(claims: JWTPayload, { issuer, clientId }: IdentityProvider, now: Date): void {
  readNames(claims)
  const ageSeconds = now.getTime() / 1000 - (claims.iat ?? 0)
  const isTimely = ageSeconds > -clockToleranceSeconds - 1 && ageSeconds < maxAgeSeconds + clockToleranceSeconds + 1
  const isForUs = claims.iss === issuer && [claims.aud].flat().includes(clientId)
  if (!isTimely || !isForUs) throw new Error('a logout token for others, or an old one')
}

/** @throws Error for a token of another kind, such as an ID token */
function readNames({ jti, sid, sub, nonce, events }: JWTPayload): LogoutNames {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent)
  const [sessionId, subject] = [sid, sub].map((name) => (typeof name === 'string' && name !== '' ? name : null))
  const isNamed = typeof jti === 'string' && jti.length <= maxTokenId && Boolean(sessionId ?? subject)
  if (!isLogout || !isNamed || nonce !== undefined) throw new Error('not a logout token')
  return { tokenId: jti, sessionId: sessionId ?? null, subject: subject ?? null }
}
