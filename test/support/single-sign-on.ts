import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sealSso } from '../../service/domain/inventory/single-sign-on/seal-sso.ts'
import type { OutboundClient } from '../../service/outbound/outbound-client.ts'
import { Session } from '../../service/store/models/session.ts'
import { SsoFlow } from '../../service/store/models/sso-flow.ts'
import { User } from '../../service/store/models/user.ts'
import { inScope } from '../../service/store/scope.ts'
import { type Role, isPlatformRole } from '../../shared/permissions/permissions.ts'
import type { FakeProvider, ProviderUser } from '../fakes/identity-provider.ts'
import { type Client, type TestService, clientOf, must } from './service.ts'

export const clientId = 'coffer'
export const clientSecret = 'not-a-secret-of-coffer'

/** The return address of a program that listens on this computer. */
export const returnTo = 'http://127.0.0.1:50123/done'

/** Returns a provider as an administrator enters it. */
export function aProvider({ issuer }: Pick<FakeProvider, 'issuer'>, fields: object = {}) {
  return {
    name: 'Example login',
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    role_mappings: [
      { claim: 'groups', value: 'admins', role: 'platform_admin' },
      { claim: 'groups', value: 'operators', role: 'platform_operator' },
    ],
    ...fields,
  }
}

/** Returns a verifier and what the client sends of it. */
export function aVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Requests an address of the service as the browser that comes from the provider. */
export async function followCallback(service: TestService, callback: string): Promise<URL> {
  const { pathname, search } = new URL(callback)
  const answer = await service.anonymous.get(`${pathname}${search}`)
  if (answer.status !== 303) throw new Error(`the callback answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return new URL(answer.headers.get('location') ?? '')
}

/** Begins a login and returns what the client holds and the address that the provider redirects to. */
export async function beginLogin(
  service: TestService,
  provider: FakeProvider,
  user: ProviderUser | null,
  body: object = {},
) {
  const { verifier, challenge } = aVerifier()
  const begun = must(await service.anonymous.post('/api/auth/sso', { challenge, return_to: returnTo, ...body }), 200)
  const callback = await provider.logIn(begun.url, user)
  return { verifier, url: begun.url as string, callback }
}

/** Logs in with the provider and returns the answer of the last step. */
export async function ssoLogin(
  service: TestService,
  provider: FakeProvider,
  user: ProviderUser | null,
  body: object = {},
) {
  const { verifier, callback } = await beginLogin(service, provider, user, body)
  const code = (await followCallback(service, callback)).searchParams.get('sso_code')
  return service.anonymous.post('/api/auth/sso/complete', { code, verifier })
}

/** Returns a client in a session that the provider opened. */
export async function ssoClient(service: TestService, provider: FakeProvider, user: ProviderUser, body: object = {}) {
  return clientOf(service.url, must(await ssoLogin(service, provider, user, body), 200).token)
}

/** Confirms at the provider; returns the answer of the last step. */
export async function ssoConfirm(service: TestService, provider: FakeProvider, client: Client, user: ProviderUser) {
  const { verifier, challenge } = aVerifier()
  const body = { challenge, return_to: returnTo }
  const begun = must(await client.post('/api/auth/sso/confirmation', body), 200)
  const callback = await provider.logIn(begun.url, user)
  const code = (await followCallback(service, callback)).searchParams.get('sso_code')
  return client.post('/api/auth/sso/confirmation/complete', { code, verifier })
}

const issuer = 'https://login.example.net'

/** Returns a provider of a tenant, which no test reaches. */
export function aTenantProvider({ slug }: { slug: string }, fields: object = {}) {
  return {
    name: 'Example login',
    issuer,
    client_id: clientId,
    email_domains: [`${slug}.example.net`],
    role_mappings: [{ claim: 'groups', value: 'operators', role: 'tenant_operator' }],
    ...fields,
  }
}

/** Answers as a provider with this issuer. */
export const answerDiscovery: OutboundClient = async ({ url }) => {
  const isKeys = url === `${issuer}/keys`
  const metadata = { issuer, ...{ authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` } }
  const answer = isKeys ? { keys: [await exportJWK((await issuerKeys).publicKey)] } : { ...metadata, jwks_uri: `${issuer}/keys` } // prettier-ignore
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(answer)) }
}

const issuerKeys = generateKeyPair('ES256')

/** Returns the form of a logout of any user of this issuer. */
export async function aLogoutForm({ dependencies }: TestService): Promise<URLSearchParams> {
  const seconds = Math.floor(dependencies.now().getTime() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = {
    ...{ iss: issuer, aud: clientId, iat: seconds },
    ...{ jti: randomUUID(), sub: randomUUID(), events },
  }
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign((await issuerKeys).privateKey)
  return new URLSearchParams({ logout_token: token })
}

/**
 * Returns a client of a user of a provider, and the completion of a confirmation, or of a login, that the provider has
 * answered.
 */
export async function aLinkedUser(
  service: TestService,
  role: Role,
  customer: { id: string; slug: string },
  { isLogin = false } = {},
) {
  const { knex, serviceKeys, now } = service.dependencies
  const admin = await service.as('platform_admin')
  const isPlatform = isPlatformRole(role)
  const mappings = [{ claim: 'groups', value: 'operators', role: 'platform_operator' }]
  const own = isPlatform ? { email_domains: [], role_mappings: mappings } : {}
  const where = `/api/identity-provider${isPlatform ? '' : `?tenant=${customer.id}`}`
  const provider = must(await admin.put(where, aTenantProvider(customer, own)), 200)
  const client = await service.as(role, customer)
  const { id: userId } = must(await client.get('/api/auth/me'), 200)
  const { verifier, challenge } = aVerifier()
  const completion = { code: aVerifier().verifier, verifier }
  const id = randomUUID()
  const identity = { subject: userId, email: `${userId}@example.net`, name: 'Bo', role }
  const authTime = Math.ceil(now().getTime() / 1000)
  const outcome = { kind: 'identity', identity, providerSessionId: null, refreshToken: null, authTime }
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    await User.query(trx).findById(userId).patch({ identityProviderId: provider.id, providerSubject: userId })
    const [session] = await Session.query(trx).where({ userId })
    await SsoFlow.query(trx).insert({
      ...{ id, tenantId: provider.tenant_id, providerId: provider.id, sessionId: isLogin ? null : session!.id },
      codeHash: createHash('sha256').update(completion.code).digest(),
      challenge: Buffer.from(challenge, 'base64url'),
      returnTo,
      sealedRequest: Buffer.alloc(0),
      sealedOutcome: sealSso(serviceKeys.settingsKey, { field: 'outcome', id }, JSON.stringify(outcome)),
      createdAt: now(),
      expiresAt: new Date(now().getTime() + 60_000),
    })
  })
  return { client, completion }
}
