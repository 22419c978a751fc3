import { expect } from 'chai'
import { permissionsOf } from '../../../shared/permissions/permissions.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Customer, type TestService, clientOf, must, startTestService } from '../../support/service.ts'

const password = 'a password of some length'
const minuteMs = 60_000

describe('login', () => {
  let service: TestService
  let customer: Customer
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
  })
  after(() => service.close())
  afterEach(() => service.advance(60 * minuteMs)) // failures have expired by that time

  let people = 0
  const somebody = async () => {
    const email = `Person-${++people}@example.net`
    const admin = await service.as('platform_admin')
    const body = { email, name: 'Somebody', role: 'tenant_operator', password }
    return must(await admin.post(`/api/users?tenant=${customer.id}`, body), 201) as { id: string; email: string }
  }
  const logIn = (email: string, given = password) =>
    service.anonymous.post('/api/auth/login', { email, password: given })
  const loggedIn = async (email: string) => clientOf(service.url, must(await logIn(email), 200).token)

  it('returns a token with identity and permissions, for 480 minutes', async () => {
    const { id, email } = await somebody()

    const answer = await logIn(email)
    const me = await clientOf(service.url, answer.body.token).get('/api/auth/me')

    const expiresAt = new Date(service.dependencies.now().getTime() + 480 * minuteMs).toISOString()
    expect(answer.status).to.equal(200)
    expect(answer.body.expires_at).to.equal(expiresAt)
    expect(me.body).to.deep.equal({
      id,
      email,
      name: 'Somebody',
      role: 'tenant_operator',
      role_id: null,
      role_name: null,
      tenant_id: customer.id,
      permissions: permissionsOf('tenant_operator'),
      limited: false,
      expires_at: expiresAt,
      time_zone: 'UTC',
      token: null,
      second_factors: [],
      second_factor_required: false,
      password_change_required: false,
      sso: false,
      provider_name: null,
    })
  })

  it('accepts the e-mail address in any case, with blanks around it', async () => {
    const { email } = await somebody()

    const answer = await logIn(email.toUpperCase())

    expect(answer.status).to.equal(200)
  })

  it('is rejected with the same message for a wrong password, a disabled and an unknown user', async () => {
    const { email } = await somebody()
    const disabled = await somebody()
    const admin = await service.as('platform_admin')
    must(await admin.patch(`/api/users/${disabled.id}`, { disabled: true }), 200)

    const answers = [await logIn(email, 'wrong'), await logIn(disabled.email), await logIn('nobody@example.net')]

    const bodies = answers.map(({ status, body }) => ({ status, ...body, request_id: undefined }))
    expect(bodies[0]).to.include({ status: 401, code: 'login_failed' })
    expect(bodies[1]).to.deep.equal(bodies[0])
    expect(bodies[2]).to.deep.equal(bodies[0])
  })

  it('stores no usable token', async () => {
    const { email } = await somebody()
    const { token } = must(await logIn(email), 200)

    const rows = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('sessions'))

    expect(JSON.stringify(rows)).to.not.include(token)
  })

  it('expires with the session', async () => {
    const { email } = await somebody()
    const client = await loggedIn(email)
    service.advance(480 * minuteMs - 1)
    const before = await client.get('/api/auth/me')
    service.advance(1)

    const answer = await client.get('/api/auth/me')

    expect([before.status, answer.status]).to.deep.equal([200, 401])
  })

  it('ends with a logout, for this token alone', async () => {
    const { email } = await somebody()
    const client = await loggedIn(email)
    const other = await loggedIn(email)

    const answer = await client.post('/api/auth/logout')

    expect(answer.status).to.equal(204)
    expect((await client.get('/api/auth/me')).status).to.equal(401)
    expect((await other.get('/api/auth/me')).status).to.equal(200)
  })

  it('is required: a missing, truncated or other token yields 401', async () => {
    const { email } = await somebody()
    const { token } = await loggedIn(email)
    const requests: [headers: Record<string, string>, code: string][] = [
      [{}, 'not_authenticated'],
      [{ authorization: 'Bearer' }, 'authorization_without_token'],
      [{ authorization: `Basic ${token}` }, 'authorization_without_token'],
      [{ authorization: `Bearer ${token}0` }, 'bearer_invalid'],
    ]

    for (const [sent, code] of requests) {
      const answer = await service.anonymous.get('/api/devices', sent)

      expect(answer.status).to.equal(401)
      expect(answer.body.code).to.equal(code)
      expect(answer.headers.get('www-authenticate')).to.equal('Bearer')
      expect(answer.headers.get('content-type')).to.include('application/problem+json')
    }
  })

  it('is delayed after five failures of an account from one address, known or not', async () => {
    const { email } = await somebody()
    for (let failed = 0; failed < 5; failed++) expect((await logIn(email, 'wrong')).status).to.equal(401)

    const early = await logIn(email)
    service.advance(Number(early.headers.get('retry-after')) * 1000)
    const later = await logIn(email)

    expect(early.status).to.equal(429)
    expect(early.headers.get('retry-after')).to.equal('1')
    expect(later.status).to.equal(200)
  })

  it('doubles the wait after each further failure', async () => {
    const waits: number[] = []
    for (let tries = 0; tries < 9; tries++) {
      let answer = await logIn('nobody-2@example.net')
      if (answer.status === 429) {
        waits.push(answer.body.retry_after_seconds)
        service.advance(answer.body.retry_after_seconds * 1000)
        answer = await logIn('nobody-2@example.net')
      }
      expect(answer.status).to.equal(401)
    }

    expect(waits).to.deep.equal([1, 2, 4, 8])
  })

  it('is audited, also when it fails', async () => {
    const { email, id } = await somebody()
    const failed = await logIn(email, 'wrong')
    const worked = await logIn(email)

    const rows = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ action: 'auth.login', actor_id: id }).orderBy('id'),
    )

    expect(rows.map(({ outcome }) => outcome)).to.deep.equal(['refused', 'done'])
    expect(rows.map((row) => row.request_id)).to.deep.equal(
      [failed, worked].map(({ headers }) => headers.get('x-request-id')),
    )
  })

  describe('the password of a user', () => {
    const wanted = 'another password of some length'

    it('is changed with the current one, which ends all other sessions', async () => {
      const { email } = await somebody()
      const client = await loggedIn(email)
      const other = await loggedIn(email)

      const answer = await client.post('/api/auth/password', { current_password: password, new_password: wanted })

      expect(answer.status).to.equal(204)
      expect((await client.get('/api/auth/me')).status).to.equal(200)
      expect((await other.get('/api/auth/me')).status).to.equal(401)
      expect((await logIn(email)).status).to.equal(401)
      expect((await logIn(email, wanted)).status).to.equal(200)
    })

    it('is not changed if the current one is wrong or the new one is equal or short', async () => {
      const { email } = await somebody()
      const client = await loggedIn(email)
      const change = (current_password: string, new_password: string) =>
        client.post('/api/auth/password', { current_password, new_password })

      const answers = [await change('wrong', wanted), await change(password, password), await change(password, 'short')]

      const faults = answers.map(({ status, body }) => [status, body.errors[0].path])
      expect(faults).to.deep.equal([
        [422, 'current_password'],
        [422, 'new_password'],
        [422, 'new_password'],
      ])
      expect((await logIn(email)).status).to.equal(200)
    })
  })
})
