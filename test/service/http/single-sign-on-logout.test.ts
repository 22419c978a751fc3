import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { type FakeProvider, type ProviderUser, signWith, startIdentityProvider } from '../../fakes/identity-provider.ts'
import type { OutboundClient } from '../../../service/outbound/outbound-client.ts'
import { Session } from '../../../service/store/models/session.ts'
import { inScope } from '../../../service/store/scope.ts'
import { addTotp } from '../../support/second-factors.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'
import {
  aProvider,
  beginLogin,
  clientId,
  clientSecret,
  followCallback,
  ssoClient,
  ssoLogin,
} from '../../support/single-sign-on.ts'

describe('a logout at the identity provider', () => {
  let service: TestService
  let provider: FakeProvider
  let admin: Client
  before(async () => {
    provider = await startIdentityProvider('http://localhost:8080/api/auth/sso/callback')
    service = await startTestService({ environment: { BKP_OUTGOING_ALLOW: `127.0.0.1:${provider.port}` } })
    admin = await service.as('platform_admin')
    must(await admin.put('/api/identity-provider', aProvider(provider)), 200)
  })
  after(async () => {
    await service.close()
    await provider.close()
  })

  let created = 0
  function aUser(): ProviderUser {
    created += 1
    return { sub: `subject-${created}`, email: `sso-${created}@example.net`, groups: ['operators'] }
  }
  const me = async (client: Client) => must(await client.get('/api/auth/me'), 200)
  const logOutPath = '/api/auth/sso/logout'
  const sessionIdOf = async (client: Client) => {
    const { id } = await me(client)
    const [row] = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      Session.query(trx).where({ userId: id }).orderBy('createdAt', 'desc'),
    )
    return row!.providerSessionId!
  }
  const seconds = () => Math.floor(service.dependencies.now().getTime() / 1000)
  const claimsOf = (sub: string, changed: JWTPayload = {}): JWTPayload => ({
    ...{ iss: provider.issuer, aud: clientId, iat: seconds(), exp: seconds() + 120, jti: randomUUID(), sub },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...changed,
  })
  const send = (token: string, path = logOutPath) =>
    service.anonymous.send('POST', path, new URLSearchParams({ logout_token: token }), {
      'content-type': 'application/x-www-form-urlencoded',
    })

  it('ends the session that it names, and no other', async () => {
    const user = aUser()
    const [first, second] = [await ssoClient(service, provider, user), await ssoClient(service, provider, aUser())]

    await provider.logOut(`${service.url}${logOutPath}`, user.sub, await sessionIdOf(first))

    const [record] = must(await admin.get('/api/audit?action=session.end&limit=1'), 200)
    expect([(await first.get('/api/auth/me')).status, (await second.get('/api/auth/me')).status]).to.deep.equal([401, 200]) // prettier-ignore
    expect(record.detail).to.deep.equal({ reason: 'logout at the provider', sessions: 1 })
  })

  it('ends all sessions of a user, and logins that await a second factor', async () => {
    const user = aUser()
    const client = await ssoClient(service, provider, user)
    const { code } = await addTotp(service, client)
    const pending = await ssoLogin(service, provider, user)

    const answer = await send(await provider.sign(claimsOf(user.sub), 'logout+jwt'))

    const completed = await service.anonymous.post('/api/auth/login/second-factor', {
      challenge: pending.body.challenge,
      totp: code(),
    })
    expect([pending.status, answer.status, answer.headers.get('cache-control')]).to.deep.equal([202, 204, 'no-store'])
    expect([(await client.get('/api/auth/me')).status, completed.status]).to.deep.equal([401, 401])
  })

  it('is accepted once', async () => {
    const token = await provider.sign(claimsOf(aUser().sub), 'logout+jwt')

    const answers = [await send(token), await send(token)]

    expect(answers.map(({ status }) => status)).to.deep.equal([204, 400])
    expect(answers[1]!.body.code).to.equal('logout_token_invalid')
  })

  it('is refused if it is altered, old, for others, signed by others, or no logout token', async () => {
    const user = aUser()
    const client = await ssoClient(service, provider, user)
    const sign = (changed: JWTPayload) => provider.sign(claimsOf(user.sub, changed), 'logout+jwt')
    const others = await generateKeyPair('RS256')
    const secret = new TextEncoder().encode(clientSecret)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claimsOf(user.sub))).toString('base64url')}.` // prettier-ignore
    const tokens = {
      unsigned,
      shared: await new SignJWT(claimsOf(user.sub)).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      foreign: await signWith(others.privateKey, 'first', claimsOf(user.sub), 'logout+jwt'),
      old: await sign({ iat: seconds() - 600, exp: seconds() + 60 }),
      expired: await sign({ exp: seconds() - 120 }),
      audience: await sign({ aud: 'another' }),
      issuer: await sign({ iss: 'https://login.example.org' }),
      nonce: await sign({ nonce: 'of an ID token' }),
      idToken: await sign({ events: undefined }),
      event: await sign({ events: { 'http://schemas.openid.net/event/other': {} } }),
      nobody: await sign({ sub: undefined }),
      nameless: await sign({ jti: undefined }),
    }

    const statuses = []
    for (const [name, token] of Object.entries(tokens)) statuses.push([name, (await send(token)).status])
    const otherAddress = await send(await sign({}), `${logOutPath}/${(await service.hasTenant()).id}`)

    expect(statuses).to.deep.equal(Object.keys(tokens).map((name) => [name, 400]))
    expect([otherAddress.status, (await client.get('/api/auth/me')).status]).to.deep.equal([400, 200])
  })

  it('is accepted without `exp`, and recorded only if it ended a session', async () => {
    const records = async () => must(await admin.get('/api/audit?action=session.end&limit=100'), 200).length
    const user = aUser()
    const client = await ssoClient(service, provider, user)
    const before = await records()

    const unknown = await send(await provider.sign(claimsOf('nobody'), 'logout+jwt'))
    const afterUnknown = await records()
    const { exp: _exp, ...claims } = claimsOf(user.sub)
    const lasting = await send(await provider.sign(claims, 'logout+jwt'))

    expect([unknown.status, lasting.status]).to.deep.equal([204, 204])
    expect((await client.get('/api/auth/me')).status).to.equal(401)
    expect([afterUnknown - before, (await records()) - before]).to.deep.equal([0, 1])
  })

  it('refuses a login that began before, and no later one', async () => {
    const [user, other] = [aUser(), aUser()]
    const complete = async ({ verifier, callback }: Awaited<ReturnType<typeof beginLogin>>) => {
      const code = (await followCallback(service, callback)).searchParams.get('sso_code')
      return () => service.anonymous.post('/api/auth/sso/complete', { code, verifier })
    }
    const answered = await complete(await beginLogin(service, provider, user))
    const answeredLater = await beginLogin(service, provider, user)
    const ofOther = await complete(await beginLogin(service, provider, other))

    must(await send(await provider.sign(claimsOf(user.sub), 'logout+jwt')), 204)
    const refused = [await answered(), await (await complete(answeredLater))()]
    await service.advance(1000)

    expect(refused.map(({ body }) => body.code)).to.deep.equal(['sso_expired', 'sso_expired'])
    expect([(await ofOther()).status, (await ssoLogin(service, provider, user)).status]).to.deep.equal([200, 200])
  })

  describe('with keys of the provider', () => {
    /** Addresses of requests to the provider. */
    const requests: string[] = []
    let isFailing = false
    let real: OutboundClient
    before(() => {
      real = service.dependencies.outgoing
      const counting: OutboundClient = (request) => {
        requests.push(new URL(request.url).pathname)
        if (isFailing) return Promise.resolve({ status: 500, headers: {}, body: Buffer.alloc(0) })
        return real(request)
      }
      service.dependencies.outgoing = Object.assign(counting, real)
    })
    after(() => {
      service.dependencies.outgoing = real
      provider.publishKeys(null)
    })
    beforeEach(() => {
      requests.length = 0
      isFailing = false
    })
    const sendMany = async (count: number, make: (index: number) => Promise<string>) => {
      for (let index = 0; index < count; index += 1) await send(await make(index))
    }

    it('that fail: causes one request in ten seconds, and none with tokens for others', async () => {
      const { privateKey } = await generateKeyPair('RS256')
      const forge = (index: number, changed: JWTPayload = {}) =>
        signWith(privateKey, `unknown-${index}`, claimsOf('nobody', changed), 'logout+jwt')
      isFailing = true

      await sendMany(10, (index) => forge(index, { aud: 'another' }))
      await sendMany(10, () => Promise.resolve('e30.e30.AAAA'))
      expect(requests).to.deep.equal([])
      await sendMany(10, forge)
      expect(requests).to.deep.equal(['/.well-known/openid-configuration'])
      isFailing = false
      await service.advance(10_000)
      await sendMany(10, forge)

      expect(requests).to.deep.equal([
        '/.well-known/openid-configuration',
        '/.well-known/openid-configuration',
        '/jwks',
      ])
    })

    it('that change: accepts the new one after five seconds, and the withdrawn one for a minute at most', async () => {
      const next = await generateKeyPair('RS256', { extractable: true })
      const own = async () => (await send(await provider.sign(claimsOf('nobody'), 'logout+jwt'))).status
      const renewed = async () =>
        (await send(await signWith(next.privateKey, 'second', claimsOf('nobody'), 'logout+jwt'))).status
      const first = { ...(await exportJWK(provider.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
      const second = { ...(await exportJWK(next.publicKey)), kid: 'second', alg: 'RS256', use: 'sig' }
      await service.advance(60_000)
      expect(await own()).to.equal(204)
      provider.publishKeys([first, second])
      await service.advance(5_000)
      expect(await renewed()).to.equal(204)
      provider.publishKeys([second])
      expect(await own()).to.equal(204)

      await service.advance(60_000)
      service.dependencies.outgoing = real // which routes of administrators use
      expect([await own(), await renewed()]).to.deep.equal([400, 204])
      provider.publishKeys([first])
      must(await admin.post('/api/identity-provider/test'), 200)
      expect([await own(), await renewed()]).to.deep.equal([204, 400])
    })
  })
})
