import { expect } from 'chai'
import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import {
  type AlterIdToken,
  type FakeProvider,
  type ProviderUser,
  signWith,
  startIdentityProvider,
} from '../../fakes/identity-provider.ts'
import { connectProvider } from '../../../service/domain/inventory/single-sign-on/connect-provider.ts'
import { recheckSessions } from '../../../service/domain/inventory/single-sign-on/recheck-sessions.ts'
import { expire } from '../../../service/domain/recovery/housekeeping/expire.ts'
import { OutgoingFailed, type OutgoingRequest } from '../../../service/outbound/outbound-client.ts'
import { Approval } from '../../../service/store/models/approval.ts'
import { inScope } from '../../../service/store/scope.ts'
import { message } from '../../../shared/messages/message.ts'
import { hasPendingApproval } from '../../support/pending-approval.ts'
import { addTotp } from '../../support/second-factors.ts'
import { systemTransactions } from '../../support/system-transactions.ts'
import { publish } from '../../support/published-events.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import {
  aProvider,
  aVerifier,
  beginLogin,
  clientId,
  clientSecret,
  followCallback,
  returnTo,
  ssoClient,
  ssoConfirm,
  ssoLogin,
} from '../../support/single-sign-on.ts'

const callbackUrl = 'http://localhost:8080/api/auth/sso/callback'
const minuteMs = 60_000

describe('single sign-on', () => {
  let service: TestService
  let provider: FakeProvider
  let admin: Client
  before(async () => {
    provider = await startIdentityProvider(callbackUrl)
    service = await startTestService({ environment: { BKP_OUTGOING_ALLOW: `127.0.0.1:${provider.port}` } })
    admin = await service.as('platform_admin')
    await save()
  })
  after(async () => {
    await service.close()
    await provider.close()
  })

  const save = async (fields: object = {}, query = '') =>
    must(await admin.put(`/api/identity-provider${query}`, aProvider(provider, fields)), 200)
  let created = 0
  function aUser(fields: Partial<ProviderUser> = {}): ProviderUser {
    created += 1
    return { sub: `subject-${created}`, email: `sso-${created}@example.net`, groups: ['operators'], ...fields }
  }
  /** Creates a token as a user of the provider. */
  const tokenOf = async (client: Client, user: ProviderUser) => {
    const { confirmation } = must(await ssoConfirm(service, provider, client, user), 200)
    const confirmed = clientOf(service.url, client.token, confirmation)
    const made = must(await confirmed.post('/api/auth/tokens', { name: 'sync', role: 'platform_operator' }), 201)
    return clientOf(service.url, made.token)
  }
  const me = async (client: Client) => must(await client.get('/api/auth/me'), 200)
  const complete = (code: string | null, verifier: string) =>
    service.anonymous.post('/api/auth/sso/complete', { code, verifier })

  describe('a login', () => {
    it('creates an account with the role of the first mapping, and updates it at the next', async () => {
      const user = aUser({ name: 'Bo', groups: ['others', 'operators'] })
      const first = await me(await ssoClient(service, provider, user))
      const changed = { ...user, name: 'Bo B.', email: 'bo-b@example.net', groups: ['operators', 'admins'] }

      const second = await me(await ssoClient(service, provider, changed))

      expect(first).to.include({ email: user.email, name: 'Bo', role: 'platform_operator', sso: true })
      expect(second).to.include({ id: first.id, email: 'bo-b@example.net', name: 'Bo B.', role: 'platform_admin' })
    })

    it('is refused without a mapping, and the audit log states the subject', async () => {
      const user = aUser({ groups: ['others'] })

      const answer = await ssoLogin(service, provider, user)

      const records = must(await admin.get('/api/audit?action=auth.login&limit=1'), 200)
      expect(answer).to.include({ status: 403 })
      expect(answer.body.code).to.equal('sso_no_role')
      expect(records[0].detail).to.deep.include({ reason: 'sso_no_role', subject: user.sub })
    })

    it('never takes an account with the same address, which an administrator can link', async () => {
      const password = 'a sentence of some words'
      const user = aUser()
      const body = { email: user.email.toUpperCase(), name: 'Bo', role: 'platform_operator', password }
      const { id } = must(await admin.post('/api/users', { ...body, must_change_password: true }), 201)
      const refused = await ssoLogin(service, provider, user)

      must(await admin.put(`/api/users/${id}/provider-link`, { subject: user.sub }), 200)

      const linked = await me(await ssoClient(service, provider, user))
      const typed = await service.anonymous.post('/api/auth/login', { email: user.email, password })
      expect([refused.body.code, linked.id, typed.status]).to.deep.equal(['sso_email_taken', id, 401])
      expect(linked.password_change_required).to.equal(false)
    })

    it('has no password besides the provider, unless it is a break-glass account', async () => {
      const { id } = await me(await ssoClient(service, provider, aUser()))
      const change = (body: object) => admin.patch(`/api/users/${id}`, body)
      const password = 'a sentence of some words'

      const refused = await change({ password })
      const glass = await change({ password, break_glass: true })
      const plain = await change({ break_glass: false })

      const { email, provider_name: name } = must(await admin.get(`/api/users/${id}`), 200)
      const typed = await service.anonymous.post('/api/auth/login', { email, password })
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'password_at_provider'])
      expect([glass.status, plain.status, typed.status, name]).to.deep.equal([200, 200, 401, 'Example login'])
    })

    it('ends when the user refuses at the provider', async () => {
      const answer = await ssoLogin(service, provider, null)

      expect([answer.status, answer.body.code]).to.deep.equal([403, 'sso_denied'])
    })

    it('is refused to an account that is disabled here', async () => {
      const user = aUser()
      const { id } = await me(await ssoClient(service, provider, user))
      must(await admin.patch(`/api/users/${id}`, { disabled: true }), 200)

      const answer = await ssoLogin(service, provider, user)

      expect(answer.body.code).to.equal('sso_user_disabled')
    })
  })

  describe('what a client or a browser presents', () => {
    it('is accepted once: state, code and verifier', async () => {
      const { verifier, callback } = await beginLogin(service, provider, aUser())
      const code = (await followCallback(service, callback)).searchParams.get('sso_code')
      const replayed = await followCallback(service, callback)
      must(await complete(code, verifier), 200)

      const again = await complete(code, verifier)

      expect(replayed.searchParams.get('sso_error')).to.equal('sso_expired')
      expect([again.status, again.body.code]).to.deep.equal([401, 'sso_expired'])
    })

    it('is worthless without the verifier, even to the client that has it afterwards', async () => {
      const { verifier, callback } = await beginLogin(service, provider, aUser())
      const code = (await followCallback(service, callback)).searchParams.get('sso_code')

      const stolen = await complete(code, aVerifier().verifier)
      const late = await complete(code, verifier)

      expect([stolen.body.code, late.body.code]).to.deep.equal(['sso_expired', 'sso_expired'])
    })

    it('expires', async () => {
      const slow = await beginLogin(service, provider, aUser())
      const { verifier, callback } = await beginLogin(service, provider, aUser())
      const code = (await followCallback(service, callback)).searchParams.get('sso_code')
      await service.advance(11 * minuteMs)

      const atProvider = await followCallback(service, slow.callback)
      const atClient = await complete(code, verifier)

      expect([atProvider.searchParams.get('sso_error'), atClient.body.code]).to.deep.equal([
        'sso_expired',
        'sso_expired',
      ])
      await service.advance(-11 * minuteMs)
    })

    it('returns only to the console or to this computer', async () => {
      const { challenge } = aVerifier()
      const addresses = [
        'https://evil.example.net/',
        'http://127.0.0.1.evil.example.net/',
        'http://localhost:8080@evil.example.net/',
        'javascript:alert(1)',
      ]

      const answers = []
      for (const address of addresses) {
        answers.push(await service.anonymous.post('/api/auth/sso', { challenge, return_to: address }))
      }

      expect(answers.map(({ body }) => body.errors[0].code)).to.deep.equal(
        addresses.map(() => 'return_address_not_allowed'),
      )
    })

    it('is refused at the address of another provider, even without the issuer in the response', async () => {
      const { id } = await service.hasTenant()
      const { verifier, callback } = await beginLogin(service, provider, aUser({ groups: ['admins'] }))
      const elsewhere = new URL(callback)
      elsewhere.pathname += `/${id}`
      elsewhere.searchParams.delete('iss')

      const refused = await followCallback(service, elsewhere.href)

      expect(refused.searchParams.get('sso_error')).to.equal('sso_expired')
      const code = (await followCallback(service, callback)).searchParams.get('sso_code')
      expect((await complete(code, verifier)).status).to.equal(200)
    })

    it('is refused from another issuer (RFC 9207), and with a foreign code', async () => {
      const mixed = await beginLogin(service, provider, aUser())
      const url = new URL(mixed.callback)
      url.searchParams.set('iss', 'https://other.example.net')
      const foreign = await beginLogin(service, provider, aUser())
      const own = await beginLogin(service, provider, aUser())
      const swapped = new URL(own.callback)
      swapped.searchParams.set('code', new URL(foreign.callback).searchParams.get('code')!)

      const codes = []
      for (const [address, verifier] of [
        [url.href, mixed.verifier],
        [swapped.href, own.verifier],
      ] as const) {
        const code = (await followCallback(service, address)).searchParams.get('sso_code')
        codes.push((await complete(code, verifier)).body.code)
      }

      expect(codes).to.deep.equal(['sso_answer_invalid', 'sso_answer_invalid'])
    })
  })

  it('rejects ID tokens that are altered, expired, for others, or signed by others', async () => {
    const stranger = await generateKeyPair('RS256', { extractable: true })
    const publicKey = await exportSPKI(provider.publicKey)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const alterations: Record<string, AlterIdToken> = {
      'another nonce': (claims, sign) => sign({ ...claims, nonce: 'another' }),
      'another audience': (claims, sign) => sign({ ...claims, aud: 'another' }),
      'another issuer': (claims, sign) => sign({ ...claims, iss: 'https://other.example.net' }),
      expired: (claims, sign) => sign({ ...claims, iat: claims.iat! - 3600, exp: claims.iat! - 1800 }),
      'no signature': async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
      'the public key as a shared secret': (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(Buffer.from(publicKey)),
      'the client secret as a key': (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret)),
      'a key of another': (claims) => signWith(stranger.privateKey, 'first', claims),
    }

    const codes: Record<string, string> = {}
    for (const [name, alter] of Object.entries(alterations)) {
      provider.alterIdTokens(alter)
      codes[name] = (await ssoLogin(service, provider, aUser())).body.code
    }
    provider.alterIdTokens((claims) => signWith(stranger.privateKey, 'second', claims))
    provider.publishKeys([{ ...(await exportJWK(stranger.publicKey)), kid: 'second', alg: 'RS256', use: 'sig' }])
    const rotated = await ssoLogin(service, provider, aUser())
    provider.alterIdTokens(null)
    provider.publishKeys(null)

    const expected = Object.keys(alterations).map((name) => [name, 'sso_answer_invalid'])
    expect(codes).to.deep.equal(Object.fromEntries(expected))
    expect(rotated.status).to.equal(200)
  })

  describe('a customer', () => {
    it('is found by the e-mail domain, gets its own roles, and none of other domains', async () => {
      const customer = await service.hasTenant()
      const domain = `${customer.slug}.example.org`
      const mappings = [{ claim: 'groups', value: 'staff', role: 'tenant_admin' }]
      const fields = { email_domains: [domain], role_mappings: mappings }
      const saved = await save(fields, `?tenant=${customer.id}`)
      const user = aUser({ email: `bo@${domain}`, groups: ['staff'] })
      const stranger = aUser({ groups: ['staff'] })

      const own = await me(await ssoClient(service, provider, user, { email: user.email }))
      const other = await ssoLogin(service, provider, stranger, { email: user.email })
      const unknown = await service.anonymous.post('/api/auth/sso', {
        email: 'bo@unknown.example',
        challenge: aVerifier().challenge,
        return_to: returnTo,
      })

      expect(saved).to.include({
        tenant_id: customer.id,
        has_secret: true,
        callback_url: `${callbackUrl}/${customer.id}`,
      })
      expect(own).to.include({ tenant_id: customer.id, role: 'tenant_admin' })
      expect([other.body.code, unknown.body.code]).to.deep.equal(['sso_email_not_allowed', 'sso_unavailable'])
    })

    it('gets no provider with roles of the platform, without a domain, or with a taken one', async () => {
      const [first, second] = [await service.hasTenant(), await service.hasTenant()]
      const mappings = [{ claim: 'groups', value: 'staff', role: 'tenant_admin' }]
      const domains = { email_domains: ['taken.example.org'], role_mappings: mappings }
      await save(domains, `?tenant=${first.id}`)
      const put = (fields: object) =>
        admin.put(`/api/identity-provider?tenant=${second.id}`, aProvider(provider, fields))

      const platform = await put({ email_domains: ['free.example.org'] })
      const none = await put({ role_mappings: mappings })
      const taken = await put(domains)

      expect(platform.body.errors[0]).to.include({ path: 'role_mappings.0.role', code: 'role_not_of_tenant' })
      expect(none.body.errors[0]).to.include({ path: 'email_domains', code: 'email_domain_required' })
      expect([taken.status, taken.body.code]).to.deep.equal([409, 'email_domain_taken'])
    })
  })

  it('is confirmed at the provider by the same user, who logs in there again', async () => {
    const user = aUser({ groups: ['admins'] })
    const client = await ssoClient(service, provider, user)
    const wanted = { name: 'program', role: 'platform_operator' }
    const without = await client.post('/api/auth/tokens', wanted)
    const typed = await client.post('/api/auth/confirm', { password: 'a sentence of some words' })

    const other = await ssoConfirm(service, provider, client, aUser({ groups: ['admins'] }))
    const { confirmation } = must(await ssoConfirm(service, provider, client, user), 200)

    const created = await clientOf(service.url, client.token, confirmation).post('/api/auth/tokens', wanted)
    expect([without.body.code, typed.body.code]).to.deep.equal(['confirmation_required', 'account_without_password'])
    expect([other.body.code, created.status]).to.deep.equal(['sso_other_user', 201])
  })

  describe('a user who is removed at the provider', () => {
    const check = (outgoing = service.dependencies.outgoing, warn: (id: string) => void = () => undefined) => {
      const { knex, now, serviceKeys } = service.dependencies
      return recheckSessions({ knex, now, outgoing, settingsKey: serviceKeys.settingsKey, warn })
    }
    const silent = () => Promise.reject(new OutgoingFailed('unreachable', message('url_has_login')))

    it('is out within five minutes with all API tokens, until the next login', async () => {
      const [user, other] = [aUser(), aUser()]
      const [client, remaining] = [await ssoClient(service, provider, user), await ssoClient(service, provider, other)]
      const token = await tokenOf(client, user)
      const isOpen = async () => (await client.get('/api/auth/me')).status === 200
      await service.advance(4 * minuteMs)
      await check()
      const isKept = await isOpen()
      provider.users.delete(user.sub)
      await service.advance(4 * minuteMs)

      const { ended } = await check()

      expect([isKept, await isOpen(), ended]).to.deep.equal([true, false, 1])
      expect((await remaining.get('/api/auth/me')).status).to.equal(200)
      expect((await token.get('/api/tenants')).status).to.equal(401)
      await service.advance(-8 * minuteMs)
      await ssoClient(service, provider, user)
      expect((await token.get('/api/auth/me')).status).to.equal(200)
    })

    it('loses approvals and logins that await a second factor', async () => {
      const user = aUser({ groups: ['admins'] })
      const client = await ssoClient(service, provider, user)
      const { id } = await me(client)
      const { code } = await addTotp(service, client)
      const pending = await ssoLogin(service, provider, user)
      const approvalId = await hasPendingApproval(service, (await service.hasTenant()).id, id)
      provider.users.delete(user.sub)
      await service.advance(4 * minuteMs)

      await check()

      const at = service.dependencies.now()
      const factor = { challenge: pending.body.challenge, totp: code() }
      const completed = await service.anonymous.post('/api/auth/login/second-factor', factor)
      const approval = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        Approval.query(trx).findById(approvalId),
      )
      await service.advance(-5 * minuteMs) // also the minute of the app
      expect([pending.status, completed.status]).to.deep.equal([202, 401])
      expect(approval!.expiresAt.getTime()).to.be.at.most(at.getTime())
    })

    it('loses API tokens without an open session, also days after the logout', async () => {
      const user = aUser()
      const client = await ssoClient(service, provider, user)
      const token = await tokenOf(client, user)
      must(await client.post('/api/auth/logout'), 204)
      await service.advance(2 * 24 * 60 * minuteMs)
      await expire(systemTransactions(service.dependencies))
      const before = (await token.get('/api/auth/me')).status
      provider.users.delete(user.sub)

      await check()

      const after = (await token.get('/api/auth/me')).status
      await service.advance(-2 * 24 * 60 * minuteMs)
      expect([before, after]).to.deep.equal([200, 401])
    })

    it('keeps the session while the provider does not answer, and is checked again a minute later', async () => {
      const user = aUser()
      const client = await ssoClient(service, provider, user)
      const isOpen = async () => (await client.get('/api/auth/me')).status === 200
      const warned: string[] = []
      provider.users.delete(user.sub)
      await service.advance(4 * minuteMs)
      await check(silent, (id) => void warned.push(id))
      const isKept = await isOpen()
      const { checked } = await check()
      await service.advance(minuteMs + 1)

      const { ended } = await check()

      await service.advance(-5 * minuteMs - 1)
      expect([isKept, warned.length, checked, ended, await isOpen()]).to.deep.equal([true, 1, 0, 1, false])
    })
  })

  describe('another group at the provider', () => {
    const check = () => {
      const { knex, now, outgoing, serviceKeys } = service.dependencies
      return recheckSessions({ knex, now, outgoing, settingsKey: serviceKeys.settingsKey, warn: () => undefined })
    }
    /** Logs in, makes an API token, changes the groups at the provider, and checks after four minutes. */
    const afterChange = async (groups: string[]) => {
      const user = aUser({ groups: ['admins'] })
      const client = await ssoClient(service, provider, user)
      const { confirmation } = must(await ssoConfirm(service, provider, client, user), 200)
      const confirmed = clientOf(service.url, client.token, confirmation)
      const made = must(await confirmed.post('/api/auth/tokens', { name: 'sync', role: 'platform_admin' }), 201)
      const { id } = await me(client)
      provider.users.set(user.sub, { ...user, groups })
      await service.advance(4 * minuteMs)
      await check()
      await service.advance(-4 * minuteMs)
      return { user, id, client, token: clientOf(service.url, made.token) }
    }

    it('changes the role and ends the sessions, and API tokens have no more permissions', async () => {
      const { user, client, token } = await afterChange(['operators'])

      expect((await client.get('/api/auth/me')).status).to.equal(401)
      expect((await token.get('/api/auth/me')).body.role).to.equal('platform_operator')
      expect((await me(await ssoClient(service, provider, { ...user, groups: ['operators'] }))).role).to.equal(
        'platform_operator',
      )
    })

    it('ends sessions and API tokens of users without a role', async () => {
      const { client, token, id } = await afterChange(['others'])

      const records = must(await admin.get('/api/audit?action=session.end'), 200)
      expect((await client.get('/api/auth/me')).status).to.equal(401)
      expect((await token.get('/api/auth/me')).status).to.equal(401)
      const own = records.find(({ object_id: of }: { object_id: string }) => of === id)
      expect(own?.detail).to.deep.equal({ reason: 'sso_no_role' })
    })

    it('keeps sessions of users whose groups give the same role', async () => {
      const { client, token } = await afterChange(['others', 'admins'])

      expect([(await me(client)).role, (await me(token)).role]).to.deep.equal(['platform_admin', 'platform_admin'])
    })

    it('ends sessions and API tokens at once if the user logs in without a role', async () => {
      const { user, client, token } = await afterChange(['admins'])

      const answer = await ssoLogin(service, provider, { ...user, groups: ['others'] })

      expect(answer.body.code).to.equal('sso_no_role')
      expect((await client.get('/api/auth/me')).status).to.equal(401)
      expect((await token.get('/api/auth/me')).status).to.equal(401)
    })
  })

  describe('a second factor of Coffer', () => {
    it('is asked after a login at the provider, also if it is not required', async () => {
      const user = aUser()
      await addTotp(service, await ssoClient(service, provider, user))

      const answer = await ssoLogin(service, provider, user)

      expect([answer.status, answer.body.factors]).to.deep.equal([202, ['totp']])
    })

    it('is required if a provider that verifies one states that it verified a single one', async () => {
      await save({ verifies_second_factor: true })
      must(await admin.patch('/api/settings', { second_factor_roles: ['platform_operator'] }), 200)
      const logInBy = async (amr: string[]) => {
        provider.alterIdTokens((claims, sign) => sign({ ...claims, amr }))
        const client = await ssoClient(service, provider, aUser())
        return (await client.get('/api/tenants')).status
      }

      const several = await logInBy(['pwd', 'otp'])
      const single = await logInBy(['pwd'])
      const [login] = must(await admin.get('/api/audit?action=auth.login&limit=1'), 200)
      await save({ verifies_second_factor: true, second_factor_values: ['hwk'] })
      const other = await logInBy(['pwd', 'otp'])

      provider.alterIdTokens(null)
      await save()
      must(await admin.patch('/api/settings', { second_factor_roles: [] }), 200)
      expect([several, single, other]).to.deep.equal([200, 403, 403])
      expect(login.detail.methods).to.deep.equal(['sso', 'single_factor'])
    })

    it('is not required in open sessions of a provider that verifies one', async () => {
      await save({ verifies_second_factor: true })
      const client = await ssoClient(service, provider, aUser())
      const require = (roles: string[]) => admin.patch('/api/settings', { second_factor_roles: roles })

      must(await require(['platform_operator']), 200)

      const status = (await client.get('/api/tenants')).status
      await save()
      const without = (await client.get('/api/tenants')).body
      must(await require([]), 200)
      expect([status, without.code]).to.deep.equal([200, 'second_factor_setup_required'])
    })
  })

  it('reads the metadata of the provider once for many logins that begin', async () => {
    const { outgoing } = service.dependencies
    const requested: string[] = []
    const counting = (request: OutgoingRequest) => (requested.push(new URL(request.url).pathname), outgoing(request))
    const connect = () =>
      connectProvider(
        { outgoing: counting, settingsKey: service.dependencies.serviceKeys.settingsKey },
        { id: 'any', issuer: provider.issuer, clientId, sealedSecret: null },
        service.dependencies.now(),
      )

    await Promise.all([connect(), connect(), connect()])
    await connect()

    expect(requested).to.deep.equal(['/.well-known/openid-configuration'])
  })

  it('reads the metadata again after a login that failed with them, but not at once', async () => {
    const real = service.dependencies.outgoing
    const requests: string[] = []
    const failing = (request: OutgoingRequest) => {
      const { pathname } = new URL(request.url)
      requests.push(pathname)
      if (pathname !== '/token') return real(request)
      return Promise.resolve({ status: 404, headers: {}, body: Buffer.from('moved') })
    }
    service.dependencies.outgoing = Object.assign(failing, real)
    const discoveries = () => requests.filter((path) => path.endsWith('openid-configuration')).length

    const early = await ssoLogin(service, provider, aUser())
    await beginLogin(service, provider, aUser())
    const afterEarly = discoveries()
    await service.advance(10_000)
    const late = await ssoLogin(service, provider, aUser())
    await beginLogin(service, provider, aUser())
    const afterLate = discoveries()
    service.dependencies.outgoing = real

    expect([early.body.code, late.body.code]).to.deep.equal(['sso_answer_invalid', 'sso_answer_invalid'])
    expect([afterEarly, afterLate]).to.deep.equal([1, 2])
  })

  it('limits a session to five minutes if the provider issues no refresh token', async () => {
    await save({ scopes: ['profile', 'email'] })
    provider.issueRefreshTokens(false)
    const client = await ssoClient(service, provider, aUser())
    provider.issueRefreshTokens(true)
    await save()

    const { expires_at: expiresAt } = await me(client)

    expect(Date.parse(expiresAt) - service.dependencies.now().getTime()).to.be.at.most(5 * minuteMs)
  })

  it('tests the provider and tries claims without a login', async () => {
    const test = must(await admin.post('/api/identity-provider/test'), 200)
    const tried = must(
      await admin.post('/api/identity-provider/dry-run', {
        claims: { sub: '7', email: 'eva@example.net', groups: ['operators'] },
      }),
      200,
    )
    const refused = must(await admin.post('/api/identity-provider/dry-run', { claims: { sub: '7' } }), 200)

    expect(test).to.include({ error: null, refresh_tokens: true, pkce: true })
    expect(tried).to.deep.include({ refusal: null, email: 'eva@example.net', role: 'platform_operator' })
    expect([refused.role, refused.refusal]).to.deep.equal([null, 'The login failed: the identity provider sent no valid claim email. Ask an administrator to add it to the ID token or the assertion.']) // prettier-ignore
  })

  it('refuses passwords if it is required, except those of break-glass accounts, which raise an event', async () => {
    const password = 'a sentence of some words'
    const anAccount = async (email: string, role: string) =>
      must(await admin.post('/api/users', { email, name: 'Bo', role, password }), 201)
    const glass = await anAccount('glass@example.net', 'platform_admin')
    await anAccount('plain@example.net', 'platform_operator')
    const logIn = (email: string) => service.anonymous.post('/api/auth/login', { email, password })
    const tooEarly = await admin.put('/api/identity-provider', aProvider(provider, { required: true }))
    must(await admin.patch(`/api/users/${glass.id}`, { break_glass: true }), 200)

    await save({ required: true })

    const answers = [await logIn('plain@example.net'), await logIn('glass@example.net')]
    await publish(service)
    const events = must(await admin.get('/api/events?type=user.break_glass_login'), 200)
    await save()
    expect(tooEarly.body.code).to.equal('break_glass_user_missing')
    expect(answers.map(({ status }) => status)).to.deep.equal([403, 200])
    expect(events[0].data).to.include({ email: 'glass@example.net' })
  })

  it('gives accounts, tokens and pending logins of one issuer or client to no other', async () => {
    const user = aUser({ groups: ['admins'] })
    const client = await ssoClient(service, provider, user)
    const { id, email } = await me(client)
    const pending = await beginLogin(service, provider, user)
    const code = (await followCallback(service, pending.callback)).searchParams.get('sso_code')

    await save({ client_id: 'another' })
    const late = await complete(code, pending.verifier)
    await save()
    const again = await ssoLogin(service, provider, { ...user, email: `other-${email}` })

    expect((await client.get('/api/auth/me')).status).to.equal(401)
    expect(late.body.code).to.equal('sso_expired')
    expect((await me(clientOf(service.url, must(again, 200).token))).id).to.not.equal(id)
    expect((await ssoLogin(service, provider, { ...user, sub: `new-${user.sub}` })).body.code).to.equal(
      'sso_email_taken',
    )
  })

  it('accepts no address that the provider says is not verified, in any form', async () => {
    for (const email_verified of [false, 'false', 0, null]) {
      const answer = await ssoLogin(service, provider, aUser({ email_verified } as Partial<ProviderUser>))
      expect(answer.body.code, String(email_verified)).to.equal('sso_email_not_verified')
    }
  })

  it('keeps an administrator who can log in without a required provider', async () => {
    const password = 'three words, and a comma'
    const person = { email: 'other-glass@example.net', name: 'Glass', role: 'platform_admin', password }
    const { id } = must(await admin.post('/api/users', person), 201)
    for (const other of must(await admin.get('/api/users'), 200)) {
      if (other.break_glass) must(await admin.patch(`/api/users/${other.id}`, { break_glass: false }), 200)
    }
    must(await admin.patch(`/api/users/${id}`, { break_glass: true }), 200)
    await save({ required: true })

    for (const change of [{ break_glass: false }, { disabled: true }, { role: 'platform_operator' }]) {
      const answer = await admin.patch(`/api/users/${id}`, change)
      expect(answer.body.code, JSON.stringify(change)).to.equal('break_glass_user_missing')
    }
    expect((await admin.delete(`/api/users/${id}`)).body.code).to.equal('break_glass_user_missing')
    await save()
    must(await admin.patch(`/api/users/${id}`, { break_glass: false }), 200)
  })

  it('ends the sessions and API tokens of a provider that is disabled or removed', async () => {
    const user = aUser()
    const client = await ssoClient(service, provider, user)
    const token = await tokenOf(client, user)
    await save({ enabled: false })
    const afterwards = [await client.get('/api/auth/me'), await token.get('/api/auth/me')]
    const offered = must(await service.anonymous.get('/api/auth/sso'), 200)
    await save()
    const again = await ssoClient(service, provider, user)
    expect((await token.get('/api/auth/me')).status).to.equal(200)
    must(await admin.delete('/api/identity-provider'), 204)

    const removed = [await again.get('/api/auth/me'), await token.get('/api/auth/me')]

    await save()
    expect([...afterwards, ...removed].map(({ status }) => status)).to.deep.equal([401, 401, 401, 401])
    expect(offered.name).to.equal(null)
  })
})
