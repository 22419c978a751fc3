import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { clientId, clientSecret } from '../support/single-sign-on.ts'

/** A user of the provider. */
export interface ProviderUser {
  sub: string
  email: string
  name?: string
  groups?: string[]
}

export type FakeProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** Returns another ID token in place of the provider's. */
export type AlterIdToken = (claims: JWTPayload, sign: (claims: JWTPayload) => Promise<string>) => Promise<string>

/** What `oidc-provider` has for logouts, but does not declare. */
interface LogoutClient {
  backchannelLogoutUri: string
  backchannelLogout(subject: string, sessionId: string): Promise<void>
}

const minutes = (count: number) => () => count * 60

/** Starts a real OpenID Connect provider in this process, whose login form accepts the user that a test names. */
export async function startIdentityProvider(callbackUrl: string, change: Partial<Configuration> = {}) {
  const users = new Map<string, ProviderUser>()
  let issuesRefreshTokens = true
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const keys = await generateKeyPair('RS256', { extractable: true })
  const key = { kid: 'first', alg: 'RS256', use: 'sig' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [callbackUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
        backchannel_logout_uri: callbackUrl.replace('/callback', '/logout'),
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    issueRefreshToken: () => Promise.resolve(issuesRefreshTokens),
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit), // also to this machine
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => {
      const user = users.get(id)
      return user && { accountId: id, claims: () => Promise.resolve({ ...user }) }
    },
    cookies: { keys: ['a key of a test'] },
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), ...key }] },
    ttl: {
      ...{ Interaction: minutes(10), Session: minutes(60), Grant: minutes(60), IdToken: minutes(60) },
      ...{ AccessToken: minutes(10), RefreshToken: minutes(600) },
    },
    ...change,
  })
  provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.startsWith(callbackUrl)
  provider.on('server_error', (_ctx, error) => console.error(error))
  let alterIdToken: AlterIdToken | null = null
  let publishedKeys: object[] | null = null
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/jwks' && publishedKeys) ctx.body = { keys: publishedKeys }
    const body = ctx.body as { id_token?: string } | undefined
    if (ctx.path !== '/token' || !body?.id_token || !alterIdToken) return
    const [, claims = ''] = body.id_token.split('.')
    const sign = (changed: JWTPayload) => signWith(keys.privateKey, 'first', changed)
    body.id_token = await alterIdToken(JSON.parse(Buffer.from(claims, 'base64url').toString()), sign)
  })
  const answer = provider.callback()
  let next: ProviderUser | null = null
  server.on('request', (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void answer(req, res)
    void finishInteraction(provider, req, res, next)
  })

  return {
    issuer,
    port,
    provider,
    users,
    publicKey: keys.publicKey,

    /** Alters ID tokens from now on; null no longer does. */
    alterIdTokens: (alter: AlterIdToken | null) => void (alterIdToken = alter),

    /** Signs claims with its key, as a token of this type. */
    sign: (claims: JWTPayload, type: string) => signWith(keys.privateKey, 'first', claims, type),

    /** Sends a logout token to this address, as after a logout of this session. */
    async logOut(address: string, subject: string, sessionId: string): Promise<void> {
      const client = (await provider.Client.find(clientId)) as unknown as LogoutClient
      client.backchannelLogoutUri = address
      await client.backchannelLogout(subject, sessionId)
    },

    issueRefreshTokens: (issues: boolean) => void (issuesRefreshTokens = issues),

    /** Publishes these keys in place of its own; null publishes its own. */
    publishKeys: (published: object[] | null) => void (publishedKeys = published),

    /**
     * Logs in as a browser without a session would: follows redirects of the provider until they lead elsewhere.
     * @param user null refuses the login
     * @returns the address of the callback, which is not requested
     */
    async logIn(url: string, user: ProviderUser | null): Promise<string> {
      if (user) users.set(user.sub, user)
      next = user
      const cookies = new Map<string, string>()
      for (let address = url; ;) {
        const answer = await fetch(address, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of answer.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';')
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = answer.headers.get('location')
        if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
        address = new URL(location, address).href
        if (!address.startsWith(issuer)) return address
      }
    },

    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signs claims as an ID token. */
export function signWith(key: CryptoKey, kid: string, claims: JWTPayload, type = 'JWT'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: type }).sign(key)
}

async function finishInteraction(
  provider: Provider,
  req: Parameters<Provider['interactionDetails']>[0],
  res: Parameters<Provider['interactionDetails']>[1],
  user: ProviderUser | null,
): Promise<void> {
  const { prompt, params, grantId } = await provider.interactionDetails(req, res)
  if (!user) return provider.interactionFinished(req, res, { error: 'access_denied' })
  if (prompt.name === 'login') return provider.interactionFinished(req, res, { login: { accountId: user.sub } })
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId: user.sub, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } })
}
