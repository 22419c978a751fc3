import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type FakeProvider, startIdentityProvider } from '../../fakes/identity-provider.ts'
import { recheckSessions } from '../../../service/domain/inventory/single-sign-on/recheck-sessions.ts'
import { type HeldCode, aPurgeRequest, beginCode, tokenRequest } from '../../support/login-codes.ts'
import { sha256 } from '../../../service/domain/kernel/sha256.ts'
import { Fingerprint } from '../../../service/store/models/fingerprint.ts'
import { SecondFactor } from '../../../service/store/models/second-factor.ts'
import { inScope } from '../../../service/store/scope.ts'
import { aTable } from '../../support/inventories.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import { aProvider, aVerifier, ssoClient, ssoConfirm } from '../../support/single-sign-on.ts'

const callbackUrl = 'http://localhost:8080/api/auth/sso/callback'
const minuteMs = 60_000

describe('login codes', () => {
  let service: TestService
  let provider: FakeProvider
  let admin: Client
  before(async () => {
    provider = await startIdentityProvider(callbackUrl)
    service = await startTestService({ environment: { BKP_OUTGOING_ALLOW: `127.0.0.1:${provider.port}` } })
    admin = await service.as('platform_admin')
    must(await admin.put('/api/identity-provider', aProvider(provider)), 200)
  })
  after(async () => {
    await service.close()
    await provider.close()
  })

  const find = (client: Client, userCode: string) => client.post('/api/auth/codes/find', { user_code: userCode })
  const confirm = (client: Client, userCode: string) => client.post('/api/auth/codes/confirm', { user_code: userCode })
  const complete = (completion: object) => service.anonymous.post('/api/auth/codes/complete', completion)
  const me = async (token: string) => service.anonymous.get('/api/auth/me', { authorization: `Bearer ${token}` })

  it('open a session of the user who confirms them, once, and state the client', async () => {
    const { userCode, url, completion } = await beginCode(service)
    const pending = await complete(completion)
    const client = await service.as('platform_operator')

    const shown = must(await find(client, ` ${userCode.toLowerCase().replace('-', ' ')} `), 200)
    must(await confirm(client, userCode), 204)
    const { token } = must(await complete(completion), 200)

    const again = await complete(completion)
    const sessions = must(await clientOf(service.url, token).get('/api/auth/sessions'), 200)
    const records = must(await admin.get('/api/audit?action=auth.code_confirm'), 200)
    const [login] = must(await admin.get('/api/audit?action=auth.login'), 200)
    expect(userCode).to.match(/^[B-Z]{4}-[B-Z]{4}$/)
    expect(url).to.match(/\/#\/login-code$/)
    expect([pending.status, pending.body]).to.deep.equal([202, { state: 'pending' }])
    expect(shown).to.include({ purpose: 'login', client: 'coffer on workstation-7', ip: '127.0.0.1' })
    expect(must(await me(token), 200).role).to.equal('platform_operator')
    expect([again.status, again.body.code]).to.deep.equal([403, 'login_code_expired'])
    expect(sessions.find(({ current }: { current: boolean }) => current).login_methods).to.include('code')
    expect(records[0].detail).to.include({ purpose: 'login', client: 'coffer on workstation-7' })
    expect(login.detail.login_code_id).to.equal(completion.code_id)
    expect(login.detail.confirmed_in).to.have.keys('session_id', 'ip', 'user_agent')
  })

  it('are worthless without the verifier, and a wrong one does not use them', async () => {
    const { userCode, completion } = await beginCode(service)
    must(await confirm(admin, userCode), 204)

    const stolen = await complete({ ...completion, verifier: aVerifier().verifier })
    const own = await complete(completion)

    expect([stolen.body.code, own.status]).to.deep.equal(['login_code_expired', 200])
  })

  it('need a user who has just confirmed, and are confirmed once', async () => {
    const { userCode } = await beginCode(service)
    const unconfirmed = clientOf(service.url, admin.token)
    const token = must(await admin.post('/api/auth/tokens', { name: 'program', role: 'platform_operator' }), 201)

    const answers = [
      await confirm(service.anonymous, userCode),
      await confirm(unconfirmed, userCode),
      await confirm(clientOf(service.url, token.token), userCode),
      await confirm(admin, userCode),
      await confirm(admin, userCode),
    ]

    const codes = ['not_authenticated', 'confirmation_required', 'session_required', undefined, 'login_code_wrong']
    expect(answers.map(({ body }) => body?.code)).to.deep.equal(codes)
  })

  it('expire after ten minutes, before and after they are confirmed', async () => {
    const [open, confirmed] = [await beginCode(service), await beginCode(service)]
    must(await confirm(admin, confirmed.userCode), 204)
    await service.advance(10 * minuteMs)

    const found = await find(admin, open.userCode)
    const late = await complete(confirmed.completion)

    await service.advance(-10 * minuteMs)
    expect([found.body.code, late.body.code]).to.deep.equal(['login_code_wrong', 'login_code_expired'])
  })

  it('open nothing once they are rejected, or the session that confirmed them has ended', async () => {
    const [rejected, ended] = [await beginCode(service), await beginCode(service)]
    must(await admin.post('/api/auth/codes/reject', { user_code: rejected.userCode }), 204)
    const client = await service.as('platform_operator')
    must(await confirm(client, ended.userCode), 204)
    must(await client.post('/api/auth/logout'), 204)

    const answers = [await complete(rejected.completion), await complete(ended.completion)]

    expect(answers.map(({ body }) => body.code)).to.deep.equal(['login_code_rejected', 'login_code_expired'])
  })

  it('confirm actions of a session for its user only, who has no password', async () => {
    const user = { sub: 'eva', email: 'eva@example.net', groups: ['admins'] }
    const [terminal, browser] = [await ssoClient(service, provider, user), await ssoClient(service, provider, user)]
    const { confirmation: own } = must(await ssoConfirm(service, provider, browser, user), 200)
    const { userCode, completion } = await beginCode(service, terminal)
    const ask = (client: Client) => client.post('/api/auth/codes/confirmation/complete', completion)
    const foreign = await confirm(admin, userCode)
    const pending = await ask(terminal)
    const shown = must(await find(browser, userCode), 200)
    must(await confirm(clientOf(service.url, browser.token, own), userCode), 204)

    const elsewhere = await ask(browser)
    const asLogin = await complete(completion)
    const { confirmation } = must(await ask(terminal), 200)

    const { path, body } = tokenRequest
    const made = (session: Client, token: object = body) =>
      clientOf(service.url, session.token, confirmation).post(path, token)
    const [record] = must(await admin.get('/api/audit?action=auth.confirm'), 200)
    expect([foreign.body.code, pending.status, shown.purpose]).to.deep.equal(['login_code_wrong', 202, 'confirmation'])
    expect(shown.action).to.include({ operation: 'createToken', path, object_name: 'program', tenant_name: null })
    expect([elsewhere.body.code, asLogin.body.code]).to.deep.equal(['login_code_expired', 'login_code_expired'])
    expect((await made(browser)).body.code).to.equal('confirmation_required')
    expect((await made(terminal, { ...body, role: 'platform_admin' })).body.code).to.equal('confirmation_required')
    const both = await Promise.all([made(terminal), made(terminal)])
    expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 403])
    expect((await made(terminal)).body.code).to.equal('confirmation_required')
    expect((await ask(terminal)).status).to.equal(403)
    expect(record.detail).to.include({ login_code_id: completion.code_id, operation: 'createToken' })
    expect(record.detail.confirmed_in).to.have.keys('session_id', 'ip', 'user_agent')
  })

  it('name the action and its object, without secrets, and confirm nothing else', async () => {
    const { id, slug: name } = await service.hasTenant()
    const users = await beginCode(service, admin, {
      method: 'POST',
      path: `/api/users?tenant=${id}`,
      body: { email: 'new@example.net', password: 'a sentence of some words' },
    })
    const deletion = await beginCode(service, admin, { method: 'DELETE', path: `/api/tenants/${id}` })
    const operator = await (await service.hasTenant()).as('tenant_operator')
    const foreign = await beginCode(service, operator, { method: 'DELETE', path: `/api/tenants/${id}` })
    const browser = await service.inAnotherSession(admin)
    const readsAction = async (client: Client, { userCode }: HeldCode) => must(await find(client, userCode), 200).action

    const shown = [await readsAction(browser, users), await readsAction(browser, deletion)]
    const ofForeign = await readsAction(await service.inAnotherSession(operator), foreign)
    const unknown = await admin.post('/api/auth/codes/confirmation', {
      ...{ challenge: aVerifier().challenge, client: 'coffer' },
      action: { method: 'POST', path: '/api/auth/codes/confirm', body: { user_code: users.userCode } },
    })

    expect(shown[0]).to.include({ operation: 'createUser', object_name: 'new@example.net', tenant_name: name })
    expect(shown[0].body.password).to.equal('•••')
    expect(shown[1]).to.include({ operation: 'deleteTenant', object_name: name, body: null })
    expect(ofForeign.object_name).to.equal(null)
    expect(unknown.body.errors[0]).to.include({ path: 'action.path', code: 'not_confirmable' })
  })

  it('name what the path means, and refuse what they cannot show', async () => {
    const { id } = must(await admin.get('/api/auth/me'), 200)
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
    const announce = (action: object) =>
      admin.post('/api/auth/codes/confirmation', { challenge: aVerifier().challenge, client: 'coffer', action })
    const patch = { method: 'PATCH', body: { name: 'harmless@example.net', role: 'platform_admin' } }
    const created = await beginCode(service, admin, {
      ...{ method: 'POST', path: '/api/users' },
      body: { name: 'harmless@example.net', email: 'new@example.net' },
    })
    const unknown = await beginCode(service, admin, {
      ...patch,
      path: '/api/users/0193c1a5-7f0e-7000-8000-000000000001',
    })
    const browser = await service.inAnotherSession(admin)
    const nameOf = async ({ userCode }: HeldCode) => must(await find(browser, userCode), 200).action.object_name

    const refused = [
      await announce({ ...patch, path: `/api/users/${encoded}` }),
      await announce({ ...tokenRequest, body: { name: 'a\u0000b' } }),
      await announce({ ...tokenRequest, body: { name: 'x'.repeat(20_000) } }),
    ]
    const names = [await nameOf(created), await nameOf(unknown)]

    expect(refused.map(({ status, body }) => [status, body.errors[0].path, body.errors[0].code])).to.deep.equal([
      [422, 'action.path', 'not_confirmable'],
      [422, 'action.body', 'contains_nul'],
      [422, 'action.body', 'size_above_maximum'],
    ])
    expect(names).to.deep.equal(['new@example.net', null])
  })

  it('state what an approval, a fingerprint, a factor and a level mean, as far as the caller may see it', async () => {
    const customer = await service.hasTenant()
    const { id: deviceId } = await customer.hasDevice({ name: 'edge-1' })
    const [asking, other] = [await service.as('platform_admin'), await customer.as('tenant_readonly')]
    const { id: approvalId, path: purge, reason } = await aPurgeRequest(service, asking, customer)
    const [fingerprintId, factorId] = [randomUUID(), randomUUID()]
    const { id: userId } = must(await asking.get('/api/auth/me'), 200)
    await inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      const now = service.dependencies.now()
      const key = {
        kind: 'ssh_host_key' as const,
        algorithm: 'ssh-ed25519',
        host: '192.0.2.7',
        port: 22,
        fingerprint: 'SHA256:abc',
      }
      const seen = { status: 'pending' as const, compared: false, firstSeenAt: now, lastSeenAt: now }
      await Fingerprint.query(trx).insert({ id: fingerprintId, tenantId: customer.id, deviceId, ...key, ...seen })
      const passkey = {
        kind: 'passkey' as const,
        name: 'Blue key',
        credentialId: factorId,
        publicKey: Buffer.alloc(1),
        counter: '0',
      }
      await SecondFactor.query(trx).insert({
        id: factorId,
        tenantId: null,
        userId,
        ...passkey,
        transports: [],
        createdAt: now,
        confirmedAt: null,
      })
    })
    const shownFor = async (session: Client, method: string, path: string, body: object | null = null) => {
      const { userCode } = await beginCode(service, session, { method, path, body })
      return must(await find(await service.inAnotherSession(session), userCode), 200).action
    }
    const approve = `/api/approvals/${approvalId}/approve?tenant=${customer.id}`
    const [approval, hidden, fingerprint, factor, foreignFactor] = [
      await shownFor(admin, 'POST', approve, {}),
      await shownFor(other, 'POST', approve, {}),
      await shownFor(admin, 'POST', `/api/trust/fingerprints/${fingerprintId}/approve?tenant=${customer.id}`),
      await shownFor(asking, 'DELETE', `/api/auth/second-factors/${factorId}`),
      await shownFor(admin, 'DELETE', `/api/auth/second-factors/${factorId}`),
    ]
    const levels = []
    for (const path of [
      'platform',
      `customer?tenant=${customer.id}`,
      `device?tenant=${customer.id}&device_id=${deviceId}`,
    ]) {
      const { level, object_name: name } = await shownFor(admin, 'PUT', `/api/retention/${path}`, { keep_days: 1 })
      levels.push([level, name])
    }

    const request = { action: 'purge', method: 'POST', path: purge, body: { confirm: customer.slug } }
    expect(approval.approval).to.deep.equal({ ...request, reason })
    expect([hidden.approval, hidden.fingerprint]).to.deep.equal([null, null])
    expect(fingerprint.object_name).to.equal('edge-1')
    expect(fingerprint.fingerprint).to.deep.equal({
      ...{ kind: 'ssh_host_key', host: '192.0.2.7', port: 22, fingerprint: 'SHA256:abc', device_name: 'edge-1' },
    })
    expect([factor.factor_kind, factor.object_name]).to.deep.equal(['passkey', 'Blue key'])
    expect([foreignFactor.factor_kind, foreignFactor.object_name]).to.deep.equal([null, null])
    expect(levels).to.deep.equal([
      ['platform', null],
      ['customer', customer.slug],
      ['device', 'edge-1'],
    ])
  })

  it('confirm the upload of one file', async () => {
    const customer = await service.hasTenant()
    await customer.hasDevice({ name: 'a' })
    const path = `/api/inventory/import/csv?tenant=${customer.id}`
    const table = (days: number) => `name,keep_days\na,${days}\n`
    const hash = sha256(table(40)).toString('hex')
    const terminal = await service.inAnotherSession(admin)
    const [empty, ofFile] = [
      await beginCode(service, terminal, { method: 'POST', path }),
      await beginCode(service, terminal, { method: 'POST', path, body: { file: { sha256: hash } } }),
    ]
    const send = async ({ userCode, completion }: HeldCode, days: number[]) => {
      must(await confirm(admin, userCode), 204)
      const { confirmation } = must(await terminal.post('/api/auth/codes/confirmation/complete', completion), 200)
      const client = clientOf(service.url, terminal.token, confirmation)
      const answers = []
      for (const one of days) answers.push(await client.send('POST', path, aTable(table(one))))
      return answers.map(({ status, body }) => body.code ?? status)
    }

    expect(await send(empty, [40])).to.deep.equal(['confirmation_required'])
    expect(await send(ofFile, [30, 40])).to.deep.equal(['confirmation_required', 200])
  })

  it('are not confirmed by a session that such a code confirmed, nor by the own session', async () => {
    const user = { sub: 'ida', email: 'ida@example.net', groups: ['admins'] }
    const [terminal, browser] = [await ssoClient(service, provider, user), await ssoClient(service, provider, user)]
    const { confirmation: own } = must(await ssoConfirm(service, provider, browser, user), 200)
    const first = await beginCode(service, terminal)
    must(await confirm(clientOf(service.url, browser.token, own), first.userCode), 204)
    const { confirmation } = must(await terminal.post('/api/auth/codes/confirmation/complete', first.completion), 200)
    const confirmed = clientOf(service.url, terminal.token, confirmation)
    const [login, another, itself] = [
      await beginCode(service),
      await beginCode(service, browser),
      await beginCode(service, browser),
    ]

    const answers = [
      await confirm(confirmed, login.userCode),
      await confirm(confirmed, another.userCode),
      await confirm(clientOf(service.url, browser.token, own), itself.userCode),
    ]

    const codes = ['confirmation_required', 'confirmation_required', 'login_code_wrong']
    expect(answers.map(({ body }) => body.code)).to.deep.equal(codes)
  })

  it('open no session from a network that the customer no longer allows', async () => {
    const customer = await service.hasTenant()
    const client = await customer.as('tenant_operator')
    const { userCode, completion } = await beginCode(service)
    must(await confirm(client, userCode), 204)
    must(await admin.patch(`/api/tenants/${customer.id}`, { allowed_networks: ['203.0.113.0/24'] }), 200)

    const answer = await complete(completion)

    expect([answer.status, answer.body.code]).to.deep.equal([403, 'network_not_allowed'])
  })

  it('open a session that ends with the one that confirmed', async () => {
    const client = await service.as('platform_operator')
    const { expires_at: end } = must(await client.get('/api/auth/me'), 200)
    await service.advance(minuteMs)
    const { userCode, completion } = await beginCode(service)
    must(await confirm(client, userCode), 204)

    const { expires_at: ownEnd } = must(await complete(completion), 200)

    await service.advance(-minuteMs)
    expect(Date.parse(ownEnd)).to.be.at.most(Date.parse(end))
  })

  it('open no session of a user whose password is refused', async () => {
    const body = { email: 'emergency@example.net', name: 'E', role: 'platform_admin', password: 'a sentence of some words' } // prettier-ignore
    const { id } = must(await admin.post('/api/users', body), 201)
    must(await admin.patch(`/api/users/${id}`, { break_glass: true }), 200)
    const client = await service.as('platform_operator')
    must(await admin.put('/api/identity-provider', aProvider(provider, { required: true })), 200)
    const { userCode, completion } = await beginCode(service)
    must(await confirm(client, userCode), 204)

    const answer = await complete(completion)

    must(await admin.put('/api/identity-provider', aProvider(provider)), 200)
    expect([answer.status, answer.body.code]).to.deep.equal([403, 'password_login_refused'])
  })

  it('open a session that the provider can end although the confirming one has ended', async () => {
    const user = { sub: 'kim', email: 'kim@example.net', groups: ['operators'] }
    const browser = await ssoClient(service, provider, user)
    const { confirmation } = must(await ssoConfirm(service, provider, browser, user), 200)
    const { userCode, completion } = await beginCode(service)
    must(await confirm(clientOf(service.url, browser.token, confirmation), userCode), 204)
    const { token } = must(await complete(completion), 200)
    must(await browser.post('/api/auth/logout'), 204)
    const { knex, now, outgoing, serviceKeys } = service.dependencies
    const check = async () => {
      await service.advance(4 * minuteMs)
      await recheckSessions({ knex, now, outgoing, settingsKey: serviceKeys.settingsKey, warn: () => undefined })
      return (await me(token)).status
    }
    const before = await check()
    provider.users.delete(user.sub)

    const after = await check()

    await service.advance(-8 * minuteMs)
    expect([before, after]).to.deep.equal([200, 401])
  })

  it('cannot be guessed or asked for without limit', async () => {
    const { completion } = await beginCode(service)
    const client = await service.as('platform_auditor')
    const guesses = []
    for (let at = 0; at < 6; at += 1) guesses.push((await find(client, 'BCDF-GHJK')).body.code)
    const many = Array.from({ length: 90 })
    const questions = await Promise.all(many.map(() => complete(completion)))
    const body = { challenge: aVerifier().challenge, client: 'coffer' }
    const asked = await Promise.all(many.map(() => service.anonymous.post('/api/auth/codes', body)))

    expect(guesses).to.deep.equal([...Array.from({ length: 5 }, () => 'login_code_wrong'), 'too_many_attempts'])
    expect(new Set(questions.map(({ status }) => status))).to.deep.equal(new Set([202, 429]))
    expect(new Set(asked.map(({ status }) => status))).to.deep.equal(new Set([200, 429]))
  })
})
