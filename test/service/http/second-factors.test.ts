import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { accountOfUser } from '../../../service/domain/inventory/login/login-limits.ts'
import { LoginAttempt } from '../../../service/store/models/login-attempt.ts'
import { inScope } from '../../../service/store/scope.ts'
import { createAuthenticator } from '../../fakes/authenticator.ts'
import { publish } from '../../support/published-events.ts'
import { addTotp, totpCode } from '../../support/second-factors.ts'
import { type Answer, type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'

const password = 'a password of some length'
const origin = 'https://coffer.example.net'
const minuteMs = 60_000
const waitingForLock = `
  select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`

describe('second factors', () => {
  let service: TestService
  let admin: Client
  before(async () => {
    service = await startTestService({ environment: { BKP_BASE_URL: origin } })
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  let created = 0
  async function aUser(fields: object = {}, tenant = '') {
    const email = `user-${++created}@example.net`
    const body = { email, name: 'Bo', role: 'platform_operator', password, ...fields }
    const user = must(await admin.post(`/api/users${tenant}`, body), 201)
    return { ...user, email } as { id: string; email: string }
  }
  const logIn = (email: string, typed = password) =>
    service.anonymous.post('/api/auth/login', { email, password: typed })
  const sessionOf = async (email: string) => clientOf(service.url, must(await logIn(email), 200).token)
  const complete = (body: object) => service.anonymous.post('/api/auth/login/second-factor', body)
  const codeAt = (secret: string) => totpCode(secret, service.dependencies.now())

  /** A user with an authenticator app, whose last code was of the step before. */
  async function aUserWithTotp(fields: object = {}) {
    const user = await aUser(fields)
    const session = await sessionOf(user.email)
    const { secret, recoveryCodes } = await addTotp(service, session)
    return { ...user, session, secret, codes: recoveryCodes }
  }

  describe('an authenticator app', () => {
    it('is required at the next login, and its code opens a session', async () => {
      const { email, secret, codes } = await aUserWithTotp()

      const first = await logIn(email)
      const { challenge, factors, passkey_options: options } = must(first, 202)
      const opened = must(await complete({ challenge, totp: codeAt(secret) }), 200)
      const me = must(await clientOf(service.url, opened.token).get('/api/auth/me'), 200)
      const [own] = must(await clientOf(service.url, opened.token).get('/api/auth/sessions'), 200)

      expect([factors, options]).to.deep.equal([['totp'], null])
      expect(codes).to.have.lengthOf(10)
      expect(me).to.deep.include({ email, second_factors: ['totp'], second_factor_required: false })
      expect(own.login_methods).to.deep.equal(['password', 'totp'])
    })

    it('accepts no code twice, also not in two logins at the same time', async () => {
      const { email, secret } = await aUserWithTotp()
      const challenges = await Promise.all([logIn(email), logIn(email)])
      const code = codeAt(secret)

      const answers = await Promise.all(
        challenges.map((answer) => complete({ challenge: must(answer, 202).challenge, totp: code })),
      )

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401])
    })

    it('opens one session for a challenge, and none after five minutes', async () => {
      const { email, secret } = await aUserWithTotp()
      const { challenge } = must(await logIn(email), 202)
      must(await complete({ challenge, totp: codeAt(secret) }), 200)
      await service.advance(minuteMs)
      const again = await complete({ challenge, totp: codeAt(secret) })
      const { challenge: late } = must(await logIn(email), 202)
      await service.advance(6 * minuteMs)

      const afterwards = await complete({ challenge: late, totp: codeAt(secret) })

      expect([again.body.code, afterwards.body.code]).to.deep.equal([
        'login_challenge_expired',
        'login_challenge_expired',
      ])
    })

    it('ends a challenge after five wrong codes, and counts them as failed logins', async () => {
      const { email, secret } = await aUserWithTotp()
      const { challenge } = must(await logIn(email), 202)
      const codes: (number | string)[] = []
      for (let n = 0; n < 5; n += 1) codes.push((await complete({ challenge, totp: '000000' })).body.code)

      const right = await complete({ challenge, totp: codeAt(secret) })
      const password = await logIn(email)

      expect(new Set(codes)).to.deep.equal(new Set(['second_factor_wrong']))
      expect(right.body.code).to.equal('login_challenge_expired')
      expect(password.body.code, 'the correct password does not reset the count').to.equal('too_many_attempts')
    })

    it('is not completed by a wrong code, nor set up twice', async () => {
      const user = await aUser()
      const session = await sessionOf(user.email)
      const { secret, uri } = must(await session.post('/api/auth/second-factors/totp'), 200)

      const wrong = await session.post('/api/auth/second-factors/totp/confirm', { code: '000000' })
      const before = must(await session.get('/api/auth/second-factors'), 200)
      must(await session.post('/api/auth/second-factors/totp/confirm', { code: codeAt(secret) }), 200)
      const twice = await session.post('/api/auth/second-factors/totp')

      expect(wrong.body.errors[0]).to.deep.include({ path: 'code', code: 'code_wrong' })
      expect(before.factors).to.deep.equal([])
      expect(uri).to.include('otpauth://totp/').and.include(`secret=${secret}`)
      expect(twice.body.code).to.equal('second_factor_exists')
    })

    it('needs a confirmation unless the user signed in within five minutes', async () => {
      const { email } = await aUser()
      const session = await sessionOf(email)
      await service.advance(6 * minuteMs)

      const late = await session.post('/api/auth/second-factors/totp')

      expect([late.status, late.body.missing]).to.deep.equal([403, 'confirmation'])
    })
  })

  describe('recovery codes', () => {
    it('log in once each, in any case, and raise an event', async () => {
      const { email, codes, id } = await aUserWithTotp()
      const typed = codes[0]!.toLowerCase().replace('-', ' ')
      const first = must(await logIn(email), 202)
      const opened = must(await complete({ challenge: first.challenge, recovery_code: typed }), 200)
      const second = must(await logIn(email), 202)

      const again = await complete({ challenge: second.challenge, recovery_code: typed })
      const left = must(await clientOf(service.url, opened.token).get('/api/auth/second-factors'), 200)
      await publish(service)
      const events = must(await admin.get('/api/events?type=user.recovery_code_used'), 200)

      expect(again.body.code).to.equal('second_factor_wrong')
      expect(left.recovery_codes_left).to.equal(9)
      expect(events.map(({ data }: { data: object }) => data)).to.deep.include({ user_id: id, email, codes_left: 9 })
    })

    it('are not those of another user, and are replaced together', async () => {
      const one = await aUserWithTotp()
      const other = await aUserWithTotp()
      const { challenge } = must(await logIn(one.email), 202)
      const foreign = await complete({ challenge, recovery_code: other.codes[0] })
      const { confirmation } = must(
        await one.session.post('/api/auth/confirm', { password, totp: codeAt(one.secret) }),
        200,
      )

      const renewed = must(
        await clientOf(service.url, one.session.token, confirmation).post('/api/auth/second-factors/recovery-codes'),
        200,
      )
      const former = await complete({ challenge, recovery_code: one.codes[0] })
      const now = await complete({ challenge, recovery_code: renewed.recovery_codes[0] })

      expect([foreign.body.code, former.body.code, now.status]).to.deep.equal([
        'second_factor_wrong',
        'second_factor_wrong',
        200,
      ])
    })
  })

  describe('a passkey', () => {
    const add = async (session: Client, key: ReturnType<typeof createAuthenticator>, options = {}) => {
      const creation = must(await session.post('/api/auth/second-factors/passkeys/options'), 200)
      return session.post('/api/auth/second-factors/passkeys', {
        name: 'Laptop',
        response: key.create(creation, options),
      })
    }

    it('logs in after the password, and confirms without it', async () => {
      const { email } = await aUser()
      const key = createAuthenticator(origin)
      const added = must(await add(await sessionOf(email), key), 201)
      const { challenge, passkey_options: options } = must(await logIn(email), 202)

      const { token } = must(await complete({ challenge, passkey: key.get(options) }), 200)
      const session = clientOf(service.url, token)
      const request = must(await session.post('/api/auth/confirm/passkey'), 200)
      const confirmed = await session.post('/api/auth/confirm', { passkey: key.get(request) })

      expect(added.recovery_codes).to.have.lengthOf(10)
      expect(confirmed.status).to.equal(200)
    })

    it('is refused from another origin, for another host, unverified, or with a signature of another challenge', async () => {
      const { email } = await aUser()
      const key = createAuthenticator(origin)
      const session = await sessionOf(email)
      const created = [
        await add(session, key, { origin: 'https://coffer.example.com' }),
        await add(session, key, { rpId: 'example.net' }),
        await add(session, key, { isVerified: false }),
      ]
      must(await add(session, key), 201)
      const tries = [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }]
      const answers = []
      for (const options of tries) {
        const { challenge, passkey_options: request } = must(await logIn(email), 202)
        answers.push((await complete({ challenge, passkey: key.get(request, options) })).body.code)
      }
      await service.advance(30 * minuteMs)
      const [one, two] = [must(await logIn(email), 202), must(await logIn(email), 202)]
      const crossed = await complete({ challenge: one.challenge, passkey: key.get(two.passkey_options) })

      expect(created.map(({ status }) => status)).to.deep.equal([422, 422, 422])
      expect(answers).to.deep.equal(answers.map(() => 'second_factor_wrong'))
      expect(crossed.body.code).to.equal('second_factor_wrong')
    })

    it('is refused if its counter shows a copy, and if it is of another user', async () => {
      const { email } = await aUser()
      const key = createAuthenticator(origin)
      must(await add(await sessionOf(email), key), 201)
      const first = must(await logIn(email), 202)
      must(await complete({ challenge: first.challenge, passkey: key.get(first.passkey_options, { counter: 9 }) }), 200)
      const second = must(await logIn(email), 202)
      const copied = key.get(second.passkey_options, { counter: 9 })
      const other = await aUser()
      const otherKey = createAuthenticator(origin)
      must(await add(await sessionOf(other.email), otherKey), 201)
      const third = must(await logIn(other.email), 202)

      const copy = await complete({ challenge: second.challenge, passkey: copied })
      const foreign = await complete({ challenge: third.challenge, passkey: key.get(third.passkey_options) })

      expect([copy.body.code, foreign.body.code]).to.deep.equal(['second_factor_wrong', 'second_factor_wrong'])
    })

    it('is registered once, for a challenge that is used once', async () => {
      const { email } = await aUser()
      const session = await sessionOf(email)
      const key = createAuthenticator(origin)
      const creation = must(await session.post('/api/auth/second-factors/passkeys/options'), 200)
      const body = { name: 'Laptop', response: key.create(creation) }
      must(await session.post('/api/auth/second-factors/passkeys', body), 201)

      const replayed = await session.post('/api/auth/second-factors/passkeys', body)
      const other = await sessionOf((await aUser()).email)
      const taken = await add(other, key)

      expect([replayed.status, taken.body.code]).to.deep.equal([422, 'second_factor_exists'])
    })
  })

  describe('a confirmation', () => {
    it('needs the factor too, once a user has one', async () => {
      const { session, secret } = await aUserWithTotp()

      const without = await session.post('/api/auth/confirm', { password })
      const wrong = await session.post('/api/auth/confirm', { password, totp: '000000' })
      const withoutPassword = await session.post('/api/auth/confirm', { totp: codeAt(secret) })
      const both = await session.post('/api/auth/confirm', { password, totp: codeAt(secret) })
      const two = await session.post('/api/auth/confirm', { password, totp: '000000', recovery_code: 'ABCDE-FGHJK' })

      expect([without.status, without.body.code]).to.deep.equal([422, 'second_factor_proof_missing'])
      expect(wrong.body.errors[0]).to.deep.include({ path: 'totp', code: 'code_wrong' })
      expect(withoutPassword.body.errors[0].path).to.equal('password')
      expect([both.status, two.status]).to.deep.equal([200, 422])
    })
  })

  describe('a required factor', () => {
    const requireOf = async (roles: string[]) =>
      must(await admin.patch('/api/settings', { second_factor_roles: roles }), 200)
    afterEach(() => requireOf([]))

    it('limits open and new sessions of the role to setting one up', async () => {
      const { email } = await aUser()
      const open = await sessionOf(email)
      must(await open.get('/api/devices'), 200)
      await requireOf(['platform_operator'])

      const refused = await open.get('/api/devices')
      const session = await sessionOf(email)
      const alsoNew = await session.get('/api/devices')
      const me = must(await session.get('/api/auth/me'), 200)
      const { secret } = must(await session.post('/api/auth/second-factors/totp'), 200)
      must(await session.post('/api/auth/second-factors/totp/confirm', { code: codeAt(secret) }), 200)
      const statuses = [(await session.get('/api/devices')).status, (await open.get('/api/devices')).status]

      expect([refused.status, refused.body.missing, refused.body.code]).to.deep.equal([
        403,
        'second_factor',
        'second_factor_setup_required',
      ])
      expect([alsoNew.status, me.second_factor_required]).to.deep.equal([403, true])
      expect(statuses).to.deep.equal([200, 200])
    })

    it('of a customer applies to its users only, and ends with the requirement', async () => {
      const [one, other] = [await service.hasTenant(), await service.hasTenant()]
      const mine = await aUser({ role: 'tenant_admin' }, `?tenant=${one.id}`)
      const theirs = await aUser({ role: 'tenant_admin' }, `?tenant=${other.id}`)
      const sessions = [await sessionOf(mine.email), await sessionOf(theirs.email)]
      must(await admin.patch(`/api/tenants/${one.id}`, { second_factor_required: true }), 200)

      const limited = await Promise.all(sessions.map(async (session) => (await session.get('/api/devices')).status))
      must(await admin.patch(`/api/tenants/${one.id}`, { second_factor_required: false }), 200)
      const lifted = await sessions[0]!.get('/api/devices')

      expect([limited, lifted.status]).to.deep.equal([[403, 200], 200])
    })

    it('returns with the removal of the last factor', async () => {
      await requireOf(['platform_operator'])
      const { session, secret } = await aUserWithTotp()
      const [factor] = must(await session.get('/api/auth/second-factors'), 200).factors
      const { confirmation } = must(await session.post('/api/auth/confirm', { password, totp: codeAt(secret) }), 200)

      const removed = await clientOf(service.url, session.token, confirmation).delete(
        `/api/auth/second-factors/${factor.id}`,
      )

      expect(removed.status).to.equal(204)
      expect((await session.get('/api/devices')).body.code).to.equal('second_factor_setup_required')
    })
  })

  it('are removed by an administrator, which ends the user’s sessions', async () => {
    const { id, email, session } = await aUserWithTotp()
    const listed = must(await admin.get(`/api/users/${id}`), 200)

    const reset = await admin.delete(`/api/users/${id}/second-factors`)
    const operator = await service.as('platform_operator')

    expect(listed.second_factors).to.deep.equal(['totp'])
    expect(reset.status).to.equal(204)
    expect((await session.get('/api/auth/me')).status).to.equal(401)
    expect((await logIn(email)).status).to.equal(200)
    expect((await operator.delete(`/api/users/${id}/second-factors`)).status).to.equal(403)
    await publish(service)
    const [event] = must(await admin.get('/api/events?type=user.second_factor_removed&limit=1'), 200)
    expect(event.data).to.deep.include({ user_id: id, email, factor: null })
  })

  it('cannot be guessed in a session by resetting the count with the password', async () => {
    const { session, secret } = await aUserWithTotp()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const guess = await session.post('/api/auth/confirm', { password, totp: '000000' })
      await session.post('/api/auth/password', { current_password: password, new_password: password })
      await session.post('/api/auth/password', { current_password: password, new_password: 'another one of words' })
      statuses.push(guess.status)
    }

    const right = await session.post('/api/auth/confirm', { password, totp: codeAt(secret) })

    expect(statuses.at(-1)).to.equal(429)
    expect(right.status).to.equal(429)
  })

  it('are not used up by an attempt that parallel failures make wait', async () => {
    const { id, email, session, secret, codes } = await aUserWithTotp()
    const { challenge } = must(await logIn(email), 202)
    const totp = codeAt(secret)
    const confirm = { password, recovery_code: codes[0] }

    const refused = [
      await whileOthersFail(id, 'network', () => complete({ challenge, totp })),
      await whileOthersFail(id, 'session', () => session.post('/api/auth/confirm', confirm)),
    ]
    await service.advance(2_000)
    const accepted = [await complete({ challenge, totp }), await session.post('/api/auth/confirm', confirm)]

    expect(refused.map(({ body }) => body.code)).to.deep.equal(['too_many_attempts', 'too_many_attempts'])
    expect(accepted.map(({ status }) => status)).to.deep.equal([200, 200])
  })

  /** Sends a request while five failed attempts of the user are counted in a transaction that commits when it waits. */
  async function whileOthersFail(userId: string, lane: string, send: () => Promise<Answer>): Promise<Answer> {
    const { knex, now } = service.dependencies
    const account = accountOfUser(userId)
    let isWaiting = false
    const { answer } = await inScope(knex, { kind: 'platform' }, async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`login of ${account}`])
      const failure = { account, ip: '127.0.0.1', prefix: '127.0.0.0/24', lane, attemptedAt: now() }
      await LoginAttempt.query(trx).insert(Array.from({ length: 5 }, () => ({ id: randomUUID(), ...failure })))
      const sent = send()
      const isAnswered = sent.then(() => true)
      while (!isWaiting && !(await Promise.race([isAnswered, setImmediate(false)]))) {
        const { rows } = await trx.raw(waitingForLock)
        isWaiting = rows.length > 0
      }
      return { answer: sent }
    })
    return answer
  }

  it('are needed to change the password', async () => {
    const { session, secret } = await aUserWithTotp()
    const change = { current_password: password, new_password: 'another one of words' }

    const without = await session.post('/api/auth/password', change)
    const { confirmation } = must(await session.post('/api/auth/confirm', { password, totp: codeAt(secret) }), 200)
    const confirmed = await clientOf(service.url, session.token, confirmation).post('/api/auth/password', change)

    expect([without.status, without.body.missing, confirmed.status]).to.deep.equal([403, 'confirmation', 204])
  })

  it('end with the sessions: a login that awaits a factor cannot be completed afterwards', async () => {
    const { id, email, secret } = await aUserWithTotp()
    const { challenge } = must(await logIn(email), 202)
    must(await admin.patch(`/api/users/${id}`, { password: 'set by an administrator' }), 200)

    const answer = await complete({ challenge, totp: codeAt(secret) })

    expect(answer.body.code).to.equal('login_challenge_expired')
  })

  it('leave a record of each correct password that awaits a factor, and reject invented challenges', async () => {
    const { id, email } = await aUserWithTotp()
    must(await logIn(email), 202)

    const invented = await complete({ challenge: Buffer.alloc(40, 7).toString('base64url'), totp: '123456' })
    const [record] = must(await admin.get('/api/audit?action=auth.password_accepted&limit=1'), 200)

    expect(invented.body.code).to.equal('login_challenge_expired')
    expect(record.object_id ?? record.object?.id).to.equal(id)
  })

  it('that an administrator resets for themselves must be set up again if they are required', async () => {
    const own = await aUserWithTotp({ role: 'platform_admin' })
    const { confirmation } = must(
      await own.session.post('/api/auth/confirm', { password, totp: codeAt(own.secret) }),
      200,
    )
    must(await admin.patch('/api/settings', { second_factor_roles: ['platform_admin'] }), 200)

    const reset = await clientOf(service.url, own.session.token, confirmation).delete(
      `/api/users/${own.id}/second-factors`,
    )
    const limited = await own.session.get('/api/users')
    const { confirmation: again } = must(await own.session.post('/api/auth/confirm', { password }), 200)
    await addTotp(service, clientOf(service.url, own.session.token, again))
    must(await clientOf(service.url, own.session.token, again).patch('/api/settings', { second_factor_roles: [] }), 200)

    expect([reset.status, limited.status]).to.deep.equal([204, 403])
  })

  it('of another user cannot be removed', async () => {
    const one = await aUserWithTotp()
    const other = await aUserWithTotp()
    const [factor] = must(await other.session.get('/api/auth/second-factors'), 200).factors
    const { confirmation } = must(
      await one.session.post('/api/auth/confirm', { password, totp: codeAt(one.secret) }),
      200,
    )

    const answer = await clientOf(service.url, one.session.token, confirmation).delete(
      `/api/auth/second-factors/${factor.id}`,
    )

    expect(answer.status).to.equal(404)
  })
})
