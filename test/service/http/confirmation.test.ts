import { expect } from 'chai'
import {
  type Client,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'

const password = 'a password of some length'
const minuteMs = 60_000

describe('password confirmation', () => {
  let service: TestService
  let admin: Client
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  let made = 0
  const email = () => `user-${++made}@example.net`
  const newUser = (fields: object = {}) => ({ email: email(), name: 'Bo', role: 'platform_admin', password, ...fields })
  async function aUser(fields: object = {}): Promise<{ id: string; email: string; token: string }> {
    const user = must(await admin.post('/api/users', newUser(fields)), 201)
    const { token } = must(await service.anonymous.post('/api/auth/login', { email: user.email, password }), 200)
    return { ...user, token }
  }
  const missing = ({ status, body }: { status: number; body: { missing?: string } }) => [status, body.missing]

  it('is required of a session for users, tokens, key destruction and a purge', async () => {
    const { token } = await aUser()
    const session = clientOf(service.url, token)
    const customer = await service.hasTenant()
    const purge = `/api/storage/purge?tenant=${customer.id}`

    const answers = [
      await session.post('/api/users', newUser()),
      await session.post('/api/auth/tokens', { name: 'program', role: 'platform_admin' }),
      await session.post(`/api/tenants/${customer.id}/destroy-key`, { confirm: customer.slug }),
      await session.post(purge, { confirm: customer.slug }),
    ]
    const dryRun = await session.post(purge, { confirm: customer.slug, dry_run: true })

    expect(answers.map(missing)).to.deep.equal(answers.map(() => [403, 'confirmation']))
    expect(dryRun.status).to.equal(200)
    expect(must(await admin.get(`/api/tenants/${customer.id}`), 200).keys_destroyed_at).to.equal(null)
    const [refused] = must(await admin.get(`/api/audit?action=storage.purge&outcome=refused`), 200)
    expect(refused).to.deep.include({ actor: `user-${made - 1}@example.net`, detail: { missing: 'confirmation' } })
  })

  it('is not possible with an API token', async () => {
    const { token } = await aUser()
    const confirmed = await confirmedClient(service.url, token, password)
    const made = must(await confirmed.post('/api/auth/tokens', { name: 'program', role: 'platform_admin' }), 201)
    const program = clientOf(service.url, made.token)
    const customer = await service.hasTenant()

    const answers = [
      await program.post('/api/auth/confirm', { password }),
      await program.post(`/api/tenants/${customer.id}/destroy-key`, { confirm: customer.slug }),
      await program.post(`/api/storage/purge?tenant=${customer.id}`, { confirm: customer.slug }),
      await program.patch('/api/settings', { destruction_delay_days: 0 }),
    ]

    expect(answers.map(missing)).to.deep.equal(answers.map(() => [403, 'session']))
  })

  it('applies to one session for five minutes', async () => {
    const { token, email } = await aUser()
    const confirmed = await confirmedClient(service.url, token, password)
    const { token: other } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    const carried = (await confirmed.send('GET', '/api/auth/me')).status
    const header = { 'x-coffer-confirmation': 'somebody else’s'.replace('’', '') }

    const first = await confirmed.post('/api/users', newUser())
    const guessed = await clientOf(service.url, token).post('/api/users', newUser(), header)
    const { confirmation } = must(await clientOf(service.url, token).post('/api/auth/confirm', { password }), 200)
    const elsewhere = await clientOf(service.url, other, confirmation).post('/api/users', newUser())
    const replaced = await confirmed.post('/api/users', newUser())
    service.advance(5 * minuteMs)
    const late = await clientOf(service.url, token, confirmation).post('/api/users', newUser())

    expect([carried, first.status]).to.deep.equal([200, 201])
    expect([guessed, elsewhere, replaced, late].map(missing)).to.deep.equal(
      Array.from({ length: 4 }, () => [403, 'confirmation']),
    )
  })

  it('is rate-limited like a login', async () => {
    const { token } = await aUser()
    const session = clientOf(service.url, token)

    const wrong: number[] = []
    for (let tries = 0; tries < 6; tries += 1) {
      wrong.push((await session.post('/api/auth/confirm', { password: 'a wrong password' })).status)
    }
    const right = await session.post('/api/auth/confirm', { password })

    expect(wrong).to.deep.equal([422, 422, 422, 422, 422, 429])
    expect(right.status).to.equal(429)
    expect(Number(right.headers.get('retry-after'))).to.be.greaterThan(0)
  })

  it('is required to end the sessions of another user, which stay open without it', async () => {
    const caller = await aUser()
    const session = clientOf(service.url, caller.token)
    const other = await aUser()
    const elsewhere = must(await service.anonymous.post('/api/auth/login', { email: caller.email, password }), 200)

    const refused = await session.delete(`/api/users/${other.id}/sessions`)
    const isStillOpen = (await clientOf(service.url, other.token).get('/api/auth/me')).status
    const confirmed = await confirmedClient(service.url, caller.token, password)
    const ended = await confirmed.delete(`/api/users/${other.id}/sessions`)
    const own = await session.delete(`/api/users/${caller.id}/sessions`)

    expect(missing(refused)).to.deep.equal([403, 'confirmation'])
    expect([isStillOpen, ended.status, own.status]).to.deep.equal([200, 200, 200])
    for (const token of [other.token, elsewhere.token]) {
      expect((await clientOf(service.url, token).get('/api/auth/me')).status).to.equal(401)
    }
  })

  it('is required to grant access, not to disable a user', async () => {
    const { token } = await aUser()
    const session = clientOf(service.url, token)
    const { id } = await aUser()
    const change = (fields: object) => session.patch(`/api/users/${id}`, fields)

    const grave = [
      await change({ password: 'another long password' }),
      await change({ role: 'platform_operator' }),
      await change({ email: 'moved@example.net' }),
      await change({ disabled: false }),
    ]
    const light = [await change({ name: 'Bo again' }), await change({ disabled: true })]

    expect(grave.map(missing)).to.deep.equal(grave.map(() => [403, 'confirmation']))
    expect(light.map(({ status }) => status)).to.deep.equal([200, 200])
  })

  describe('the API tokens of a user', () => {
    async function withToken() {
      const user = await aUser()
      const confirmed = await confirmedClient(service.url, user.token, password)
      const token = must(await confirmed.post('/api/auth/tokens', { name: 'program', role: 'platform_admin' }), 201)
      const named = [{ id: token.id, name: 'program' }]
      return {
        ...user,
        named,
        works: async () => (await clientOf(service.url, token.token).get('/api/auth/me')).status,
      }
    }

    it('are revoked by a password reset, which lists them', async () => {
      const { id, named, works } = await withToken()

      const answer = must(await admin.patch(`/api/users/${id}`, { password: 'another long password' }), 200)

      expect(answer).to.deep.include({ tokens_revoked: named, tokens_kept: [] })
      expect(await works()).to.equal(401)
      const [row] = must(await admin.get('/api/audit?action=token.delete'), 200)
      expect(row).to.deep.include({ object_id: named[0]!.id, outcome: 'done' })
    })

    it('are revoked when all sessions end', async () => {
      const { id, named, works } = await withToken()

      const answer = must(await admin.delete(`/api/users/${id}/sessions`), 200)

      expect(answer).to.deep.equal({ tokens_revoked: named, tokens_kept: [] })
      expect(await works()).to.equal(401)
    })

    it('are kept on request, and listed', async () => {
      const { id, named, works } = await withToken()

      const reset = must(
        await admin.patch(`/api/users/${id}`, { password: 'another long one', keep_tokens: true }),
        200,
      )
      const ended = must(await admin.delete(`/api/users/${id}/sessions?keep_tokens=true`), 200)

      expect(reset).to.deep.include({ tokens_revoked: [], tokens_kept: named })
      expect(ended).to.deep.equal({ tokens_revoked: [], tokens_kept: named })
      expect(await works()).to.equal(200)
    })

    it('without networks last as long as the settings allow', async () => {
      must(await admin.patch('/api/settings', { token_days_without_networks: 30 }), 200)
      const ask = (fields: object) =>
        admin.post('/api/auth/tokens', { name: `program ${++made}`, role: 'platform_operator', ...fields })

      const long = await ask({ expires_in_days: 31 })
      const short = await ask({ expires_in_days: 30 })
      const bound = await ask({ expires_in_days: 365, networks: ['192.0.2.0/24'] })
      must(await admin.patch('/api/settings', { token_days_without_networks: null }), 200)

      expect([long.status, long.body.errors[0].path]).to.deep.equal([422, 'expires_in_days'])
      expect([short.status, bound.status]).to.deep.equal([201, 201])
    })
  })

  describe('an idle session', () => {
    before(async () => void must(await admin.patch('/api/settings', { session_idle_minutes: 30 }), 200))
    after(async () => void must(await (await service.as('platform_admin')).patch('/api/settings', { session_idle_minutes: null }), 200)) // prettier-ignore

    const me = (token: string, headers?: Record<string, string>) =>
      clientOf(service.url, token).get('/api/auth/me', headers)

    it('ends after the idle timeout, and stays ended when the timeout is removed', async () => {
      const { token } = await aUser()

      service.advance(30 * minuteMs)
      const inTime = await me(token)
      service.advance(30 * minuteMs + 1)
      const late = await me(token)
      const again = await service.as('platform_admin')
      must(await again.patch('/api/settings', { session_idle_minutes: 60 }), 200)
      const lifted = await me(token)
      must(await again.patch('/api/settings', { session_idle_minutes: 30 }), 200)
      admin = again

      expect([inTime.status, late.status, lifted.status]).to.deep.equal([200, 401, 401])
      expect(late.body).to.deep.include({ code: 'session_idle', params: { idle: 30 * 60 } })
    })

    it('is not extended by automatic requests of a page', async () => {
      const { token } = await aUser()

      service.advance(20 * minuteMs)
      const alone = await me(token, { 'x-coffer-unattended': '1' })
      service.advance(10 * minuteMs + 1)
      const late = await me(token)

      expect([alone.status, late.status]).to.deep.equal([200, 401])
    })
  })
})
