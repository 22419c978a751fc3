import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { LoginAttempt } from '../../../service/store/models/login-attempt.ts'
import { inScope } from '../../../service/store/scope.ts'
import {
  type Client,
  type Customer,
  type TestService,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'
import { aToken, fakeAgent } from '../../support/fake-agent.ts'
import { publish } from '../../support/published-events.ts'

interface SecurityEvent {
  type: string
  tenant_id: string | null
  data: Record<string, unknown>
}

const password = 'a password of some length'
const hourMs = 3_600_000

describe('a security event', () => {
  let service: TestService
  let customer: Customer
  let owner: Client
  let admin: Client
  let by: string
  before(async () => {
    service = await startTestService({ environment: { BKP_TRUST_PROXY: 'loopback' } })
    customer = await service.hasTenant()
    owner = await customer.as('tenant_admin')
    admin = await service.as('platform_admin')
    by = must(await admin.get('/api/auth/me'), 200).email
  })
  after(() => service.close())

  let seen = ''
  /** Returns the events that `client` received since the last call. */
  const news = async (client: Client): Promise<SecurityEvent[]> => {
    await publish(service)
    const events = must(await client.get(`/api/events?limit=1000${seen && `&after=${seen}`}`), 200)
    return events.filter(({ type }: SecurityEvent) => type !== 'settings.changed')
  }
  const mark = async () => {
    await publish(service)
    const [last] = must(await admin.get('/api/events?limit=1'), 200)
    seen = last?.id ?? seen
  }
  beforeEach(mark)

  let users = 0
  const aUser = async (fields: object = {}, tenant = `?tenant=${customer.id}`) => {
    const body = { email: `user-${++users}@example.net`, name: 'User', role: 'tenant_operator', password, ...fields }
    return must(await admin.post(`/api/users${tenant}`, body), 201) as { id: string; email: string }
  }
  const typesOf = (events: SecurityEvent[]) => events.map(({ type }) => type)

  it('is emitted for each change of a user, with the actor’s name', async () => {
    const { id, email } = await aUser()
    must(await admin.patch(`/api/users/${id}`, { role: 'tenant_admin', name: 'Other' }), 200)
    must(await admin.patch(`/api/users/${id}`, { disabled: true }), 200)
    must(await admin.patch(`/api/users/${id}`, { disabled: false, password: `${password}!` }), 200)
    must(await admin.patch(`/api/users/${id}`, { name: 'Other' }), 200)
    must(await admin.delete(`/api/users/${id}`), 200)

    const events = await news(owner)

    const facts = { user_id: id, email, by }
    expect(events.map(({ type, data }) => [type, data])).to.deep.equal([
      ['user.created', { ...facts, role: 'tenant_operator' }],
      ['user.role_changed', { ...facts, role: 'tenant_admin', role_before: 'tenant_operator' }],
      ['user.changed', { ...facts, role: 'tenant_admin', changed: ['name'] }],
      ['user.disabled', { ...facts, role: 'tenant_admin' }],
      ['user.enabled', { ...facts, role: 'tenant_admin' }],
      ['user.changed', { ...facts, role: 'tenant_admin', changed: ['password'] }],
      ['user.deleted', { ...facts, role: 'tenant_admin' }],
    ])
    expect(JSON.stringify(events)).to.not.match(/argon2|some length/)
  })

  it('is emitted for API tokens, including those revoked by a password reset, without values', async () => {
    const { email, id } = await aUser({ role: 'tenant_admin' })
    const { token: session } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    const user = await confirmedClient(service.url, session, password)
    const make = async (name: string) =>
      must(await user.post('/api/auth/tokens', { name, role: 'tenant_readonly', networks: ['192.0.2.0/24'] }), 201)
    const [first, second] = [await make('first'), await make('second')]
    must(await user.delete(`/api/auth/tokens/${first.id}`), 204)
    must(await admin.patch(`/api/users/${id}`, { password: `${password}!` }), 200)

    const events = (await news(owner)).filter(({ type }) => type.startsWith('token.'))

    expect(events.map(({ type, data }) => [type, data['token_id'], data['by']])).to.deep.equal([
      ['token.created', first.id, email],
      ['token.created', second.id, email],
      ['token.revoked', first.id, email],
      ['token.revoked', second.id, by],
    ])
    expect(events[0]?.data).to.include({ name: 'first', role: 'tenant_readonly', user_id: id })
    expect(JSON.stringify(events)).to.not.include(first.token)
  })

  it('is emitted for credentials, with the names of changed fields', async () => {
    const { id } = await customer.hasCredential({ name: 'core', password: 'hush-hush' })
    must(await owner.patch(`/api/credentials/${id}`, { password: 'hush-hush-2' }), 200)
    must(await owner.delete(`/api/credentials/${id}`), 204)

    const events = await news(owner)

    expect(typesOf(events)).to.deep.equal(['credential.created', 'credential.changed', 'credential.deleted'])
    expect(events[1]?.data).to.include({ credential_id: id, name: 'core' })
    expect(events[1]?.data['changed']).to.deep.equal(['password'])
    expect(JSON.stringify(events)).to.not.include('hush')
  })

  it('is emitted for enrolment and revocation of an agent', async () => {
    const { agent, token } = await aToken(service, customer)
    const { id, name } = agent
    const scripted = fakeAgent(service.url, { id, tenantId: customer.id, token })
    expect((await scripted.enroll(token)).status).to.equal(200)
    must(await admin.post(`/api/agents/${id}/revoke?tenant=${customer.id}`), 200)
    must(await admin.post(`/api/agents/${id}/revoke?tenant=${customer.id}`), 200)

    const events = (await news(owner)) as (SecurityEvent & { agent: unknown })[]

    expect(typesOf(events)).to.deep.equal(['agent.enrollment_token_created', 'agent.enrolled', 'agent.revoked'])
    expect(events.map((event) => event.agent)).to.deep.equal(Array(3).fill({ id, name }))
    expect(events[1]?.data).to.include({ replaced_key: false })
    expect(events[2]?.data).to.deep.equal({ by })
  })

  it('is emitted for an approved address', async () => {
    const credential = await customer.hasCredential()
    const device = await customer.hasDevice({ approve_address: false, credential_id: credential.id })
    const [address] = must(await owner.get(`/api/trust/addresses?pending_only=false&device_id=${device.id}`), 200)
    must(await owner.post(`/api/trust/addresses/${device.id}/approve`, { digest: address.digest }), 200)

    expect(typesOf(await news(owner))).to.include('device.address_approved')
  })

  it('is emitted for changed and reduced retention, and a withdrawn reduction', async () => {
    const set = async (keepDays: number) =>
      must(await owner.put('/api/retention/customer', { keep_days: keepDays }), 200)
    await set(800)
    await set(800)
    await set(700)
    await set(800)

    const events = await news(owner)

    expect(typesOf(events)).to.deep.equal(['retention.changed', 'retention.cut', 'retention.cut_withdrawn'])
    expect(events[2]?.data).to.deep.include({ level: 'customer', keep_days: 800 })
  })

  it('about users is visible to those who may read the audit, but to no other tenant', async () => {
    const other = await service.hasTenant()
    await mark()
    await aUser()
    const platformUser = await aUser({ role: 'platform_operator' }, '')

    const types = async (client: Client) => typesOf(await news(client))

    expect(await types(owner)).to.deep.equal(['user.created'])
    expect(await types(await customer.as('tenant_operator'))).to.deep.equal([])
    expect(await types(await customer.as('tenant_readonly'))).to.deep.equal([])
    const all = await news(await service.as('platform_operator'))
    expect(all.map(({ type, tenant_id: tenant }) => [type, tenant])).to.deep.equal([
      ['user.created', customer.id],
      ['user.created', null],
    ])
    expect(all[1]?.data['user_id']).to.equal(platformUser.id)
    await publish(service)
    expect(must(await (await other.as('tenant_admin')).get('/api/events'), 200)).to.deep.equal([])
  })

  describe('about failed logins', () => {
    const logIn = (email: string, given: string, from: string) =>
      service.anonymous.post('/api/auth/login', { email, password: given }, { 'x-forwarded-for': from })
    let guesses = 0
    /** Tries wrong passwords, each from a different network. */
    const guess = async (email: string, count: number) => {
      for (let at = 0; at < count; at++) {
        service.advance(20 * 60_000) // longer than any wait
        const answer = await logIn(email, 'wrong', `10.${++guesses >> 8}.${guesses & 255}.1`)
        expect(answer.status).to.equal(401)
      }
    }

    it('is emitted once for ten of one account, and again for the next ten', async () => {
      const { email, id } = await aUser()
      await mark()
      await guess(email, 9)
      const before = await news(owner)
      await guess(email.toUpperCase(), 1)
      const reached = await news(owner)
      await guess(email, 9)
      const between = await news(owner)
      await guess(email, 1)
      const again = await news(owner)

      expect(typesOf(before)).to.deep.equal([])
      expect(typesOf(reached)).to.deep.equal(['login.failures'])
      expect(reached[0]).to.deep.include({ tenant_id: customer.id })
      expect(reached[0]?.data).to.include({ of: 'account', user_id: id, email, network: null, failures: 10 })
      expect(reached[0]?.data).to.include({ networks: 10, accounts: 1 })
      expect(typesOf(between)).to.have.length(1)
      expect(again.map(({ data }) => data['failures'])).to.deep.equal([10, 10])
    })

    it('counts from zero after a correct password', async () => {
      const { email } = await aUser()
      await mark()
      const from = '198.51.100.7'
      const wrong = async (count: number) => {
        for (let at = 0; at < count; at++) {
          service.advance(20 * 60_000)
          must(await logIn(email, 'wrong', from), 401)
        }
      }
      await wrong(9)
      service.advance(20 * 60_000)
      must(await logIn(email, password, from), 200)
      await wrong(9)

      expect((await news(owner)).filter(({ type }) => type === 'login.failures')).to.deep.equal([])
    })

    it('of a network has no e-mail, belongs to the installation, and is emitted once an hour', async () => {
      service.advance(25 * hourMs)
      await mark()
      const typed = 'my-secret-password'
      const guessAt = async (at: number) => {
        service.advance(1_000)
        const answer = await logIn(`${typed}-${at}@example.net`, 'wrong', '203.0.113.7')
        expect(answer.status).to.equal(401)
      }
      const failed = (count: number) =>
        inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
          LoginAttempt.query(trx).insert(
            Array.from({ length: count }, (_, at) => ({
              id: randomUUID(),
              account: `digest ${at}`,
              ip: `203.0.113.${100 + at}`,
              prefix: '203.0.113.0/24',
              lane: 'stranger',
              attemptedAt: service.dependencies.now(),
            })),
          ),
        )
      await failed(49)
      await guessAt(1)
      await failed(60)
      await guessAt(2)

      const events = (await news(admin)).filter(({ type }) => type === 'login.failures')

      expect(events).to.have.length(1)
      expect(events[0]).to.deep.include({ tenant_id: null })
      expect(events[0]?.data).to.include({ of: 'network', network: '203.0.113.0/24', failures: 50, accounts: 50 })
      expect(events[0]?.data).to.include({ email: null, user_id: null })
      expect(JSON.stringify(await news(admin))).to.not.include(typed)
      expect((await news(owner)).filter(({ type }) => type === 'login.failures')).to.deep.equal([])
    })
  })
})
