import { expect } from 'chai'
import fs from 'node:fs'
import path from 'node:path'
import type { components } from '../../../shared/contract/api-types.ts'
import { writeBreachedPasswords } from '../../../service/passwords/write-breached-passwords.ts'
import { temporaryFolder } from '../../support/temporary-folders.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../support/service.ts'

type User = components['schemas']['User']
type FieldError = NonNullable<components['schemas']['Problem']['errors']>[number]
type Session = components['schemas']['Session']

const password = 'a password of some length'
const breached = 'known from many breaches'

describe('users', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  before(async () => {
    const target = path.join(temporaryFolder('coffer-test-breached-'), 'breached')
    const list = path.join(path.dirname(target), 'list')
    fs.writeFileSync(list, breached)
    await writeBreachedPasswords({ file: list, format: 'passwords', minimumCount: 1 }, target)
    service = await startTestService({ environment: { BKP_BREACHED_PASSWORDS: target } })
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  let people = 0
  const body = (fields: object = {}) => ({
    email: `person-${++people}@example.net`,
    name: 'Somebody',
    role: 'tenant_operator',
    password,
    ...fields,
  })
  const somebody = async (fields: object = {}): Promise<User> =>
    must(await admin.post(`/api/users?tenant=${customer.id}`, body(fields)), 201)
  const loggedIn = async (email: string) =>
    clientOf(service.url, must(await service.anonymous.post('/api/auth/login', { email, password }), 200).token)

  it('of a tenant are added with ?tenant=, those of the platform without', async () => {
    const ofTenant = await somebody()
    const ofPlatform = must(await admin.post('/api/users', body({ role: 'platform_operator' })), 201)

    expect([ofTenant.tenant_id, ofPlatform.tenant_id]).to.deep.equal([customer.id, null])
    expect(JSON.stringify([ofTenant, ofPlatform])).to.not.match(/password|argon2/)
  })

  it('have a role that matches tenant or platform', async () => {
    const answers = [
      await admin.post('/api/users', body()),
      await admin.post(`/api/users?tenant=${customer.id}`, body({ role: 'platform_admin' })),
    ]

    expect(answers.map(({ status }) => status)).to.deep.equal([400, 400])
    expect(answers[0]?.body.detail).to.include('?tenant=')
  })

  it('stay on that side when the role changes', async () => {
    const { id } = await somebody()

    const answer = await admin.patch(`/api/users/${id}`, { role: 'platform_admin' })

    expect(answer.status).to.equal(422)
    expect(answer.body.errors[0].path).to.equal('role')
  })

  it('have unique e-mail addresses, in any case, over all tenants', async () => {
    const other = await service.hasTenant()
    const { email } = await somebody()

    const answer = await admin.post(`/api/users?tenant=${other.id}`, body({ email: email.toUpperCase() }))

    expect(answer.status).to.equal(409)
    expect(answer.body.code).to.equal('email_taken')
  })

  it('are listed by e-mail in pages, of one tenant or all', async () => {
    const other = await service.hasTenant('listed')
    for (const name of ['c', 'A', 'b']) {
      must(await admin.post(`/api/users?tenant=${other.id}`, body({ email: `${name}@listed.example` })), 201)
    }

    const first = await admin.get(`/api/users?tenant=${other.id}&limit=2`)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await admin.get(next.replace(service.url, ''))
    const all = await admin.get('/api/users?limit=1000')

    const emails = [...first.body, ...second.body].map(({ email }: User) => email)
    expect(emails).to.deep.equal(['A@listed.example', 'b@listed.example', 'c@listed.example'])
    expect(second.headers.get('link')).to.equal(null)
    expect(all.body.length).to.be.greaterThan(3)
  })

  for (const [what, change] of [
    ['another role', { role: 'tenant_readonly' }],
    ['a disabling', { disabled: true }],
    ['another password', { password: 'another password of some length' }],
  ] as const) {
    it(`lose their sessions by ${what}`, async () => {
      const { id, email } = await somebody()
      const client = await loggedIn(email)

      must(await admin.patch(`/api/users/${id}`, change), 200)

      expect((await client.get('/api/auth/me')).status).to.equal(401)
    })
  }

  it('cannot have a password that is short, known from a breach, or made of their names', async () => {
    const { id, email } = await somebody()
    const client = await loggedIn(email)
    const errorsOf = (answer: Answer) => answer.body.errors.map(({ path, message }: FieldError) => `${path} ${message}`)

    const created = await admin.post(`/api/users?tenant=${customer.id}`, body({ password: breached }))
    const changed = await admin.patch(`/api/users/${id}`, { password: `${email} ${email}` })
    const own = { current_password: password, new_password: breached }

    expect(errorsOf(created)).to.deep.equal([
      'password appears in a list of breached passwords. Choose a different password',
    ])
    expect(errorsOf(changed)[0]).to.match(/^password consists mostly of your name, your e-mail address or “coffer”/)
    expect(errorsOf(await client.post('/api/auth/password', own))[0]).to.match(
      /^new_password appears in a list of breached/,
    )
    expect((await admin.patch(`/api/users/${id}`, { password: 'fourteen signs' })).status).to.equal(422)
  })

  it('keep their sessions if only the name changes', async () => {
    const { id, email } = await somebody()
    const client = await loggedIn(email)

    must(await admin.patch(`/api/users/${id}`, { name: 'Renamed' }), 200)

    expect((await client.get('/api/auth/me')).body.name).to.equal('Renamed')
  })

  it('are deleted with their sessions', async () => {
    const { id, email } = await somebody()
    const client = await loggedIn(email)

    const answer = await admin.delete(`/api/users/${id}`)

    expect([answer.status, answer.body]).to.deep.equal([200, { service_account_tokens: [] }])
    expect((await client.get('/api/auth/me')).status).to.equal(401)
    expect((await admin.delete(`/api/users/${id}`)).status).to.equal(404)
  })

  it('list their sessions and can end each', async () => {
    const { email } = await somebody()
    const client = await loggedIn(email)
    const lost = await loggedIn(email)
    const sessions: Session[] = must(await client.get('/api/auth/sessions'), 200)
    const foreign = sessions.find(({ current }) => !current)!.id

    const theirs = await (await loggedIn((await somebody()).email)).delete(`/api/auth/sessions/${foreign}`)
    const ended = await client.delete(`/api/auth/sessions/${foreign}`)

    expect(sessions.map(({ current }) => current)).to.have.members([true, false])
    expect([theirs.status, ended.status]).to.deep.equal([404, 204])
    expect((await lost.get('/api/auth/me')).status).to.equal(401)
    expect(must(await client.get('/api/auth/sessions'), 200)).to.have.lengthOf(1)
    expect((await client.delete(`/api/auth/sessions/${foreign}`)).status).to.equal(404)
  })

  it('can be logged out everywhere by an administrator, whose own session stays', async () => {
    const { id, email } = await somebody()
    const clients = [await loggedIn(email), await loggedIn(email)]
    const self = must(await admin.get('/api/auth/me'), 200).id

    const seen: Session[] = must(await admin.get(`/api/users/${id}/sessions`), 200)
    const answers = [await admin.delete(`/api/users/${id}/sessions`), await admin.delete(`/api/users/${self}/sessions`)]

    expect(seen.map(({ ip, current }) => [ip, current])).to.deep.equal([
      ['127.0.0.1', false],
      ['127.0.0.1', false],
    ])
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200])
    for (const client of clients) expect((await client.get('/api/auth/me')).status).to.equal(401)
    expect(must(await admin.get(`/api/users/${id}/sessions`), 200)).to.deep.equal([])
    expect(await loggedIn(email)).to.be.an('object')
  })

  it('always include one platform_admin who can log in', async () => {
    const { body: all } = await admin.get('/api/users?limit=1000')
    const admins = all.filter(({ role }: User) => role === 'platform_admin')
    const me = must(await admin.get('/api/auth/me'), 200)
    for (const { id } of admins) if (id !== me.id) must(await admin.delete(`/api/users/${id}`), 200)

    const answers = [
      await admin.delete(`/api/users/${me.id}`),
      await admin.patch(`/api/users/${me.id}`, { disabled: true }),
      await admin.patch(`/api/users/${me.id}`, { role: 'platform_operator' }),
    ]

    expect(answers.map(({ status, body: said }) => [status, said.code])).to.deep.equal(
      Array(3).fill([409, 'last_admin']),
    )
  })

  it('cannot concurrently remove each other’s last administrator', async () => {
    const me = must(await admin.get('/api/auth/me'), 200)
    const second = must(await admin.post('/api/users', body({ role: 'platform_admin' })), 201)
    const client = await loggedIn(second.email)

    const answers = await Promise.all([
      admin.patch(`/api/users/${second.id}`, { disabled: true }),
      client.patch(`/api/users/${me.id}`, { disabled: true }),
    ])

    expect(answers.filter(({ status }) => status === 200)).to.have.length(1)
  })
})
