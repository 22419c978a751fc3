import { expect } from 'chai'
import fs from 'node:fs'
import path from 'node:path'
import type { components } from '../../../shared/contract/api-types.ts'
import { writeBreachedPasswords } from '../../../service/passwords/write-breached-passwords.ts'
import { hashPassword } from '../../../service/domain/inventory/login/password-hash.ts'
import { User } from '../../../service/store/models/user.ts'
import { inScope } from '../../../service/store/scope.ts'
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

type PresentedUser = components['schemas']['User']
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
  const somebody = async (fields: object = {}): Promise<PresentedUser> =>
    must(await admin.post(`/api/users?tenant=${customer.id}`, body(fields)), 201)
  const loggedIn = async (email: string) =>
    clientOf(service.url, must(await service.anonymous.post('/api/auth/login', { email, password }), 200).token)

  it('of a tenant are added with ?tenant=, those of the platform without', async () => {
    const ofTenant = await somebody()
    const ofPlatform = must(await admin.post('/api/users', body({ role: 'platform_operator' })), 201)

    expect([ofTenant.tenant_id, ofPlatform.tenant_id]).to.deep.equal([customer.id, null])
    expect(JSON.stringify([ofTenant, ofPlatform])).to.not.match(/some length|argon2/)
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

    const emails = [...first.body, ...second.body].map(({ email }: PresentedUser) => email)
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

  it('can only read their account, change the password and log out while they must change it', async () => {
    const user = await somebody({ must_change_password: true })
    const session = await loggedIn(user.email)
    const [chosen, next] = ['a sentence that nobody else knows', 'another sentence of the user']
    const me = must(await session.get('/api/auth/me'), 200)
    const refused = [
      await session.get(`/api/devices?tenant=${customer.id}`),
      await session.post('/api/auth/tokens', { name: 'early', role: 'tenant_operator' }),
      await session.get('/api/auth/sessions'),
    ]
    const same = await session.post('/api/auth/password', { current_password: password, new_password: password })
    must(await session.post('/api/auth/password', { current_password: password, new_password: chosen }), 204)
    const after = must(await session.get('/api/auth/me'), 200)
    must(await session.get(`/api/devices?tenant=${customer.id}`), 200)
    const [created] = must(await admin.get(`/api/audit?action=user.create&object_id=${user.id}`), 200)
    must(await admin.patch(`/api/users/${user.id}`, { password: next, must_change_password: true }), 200)
    const again = must(await admin.get(`/api/users/${user.id}`), 200)
    const kept = must(await admin.patch(`/api/users/${user.id}`, { password }), 200)
    const unconfirmed = clientOf(service.url, admin.token)
    must(await unconfirmed.patch(`/api/users/${user.id}`, { must_change_password: true }), 200)
    const lifting = await unconfirmed.patch(`/api/users/${user.id}`, { must_change_password: false })
    const left = await loggedIn(user.email)
    must(await left.post('/api/auth/logout'), 204)

    expect([me.password_change_required, after.password_change_required]).to.deep.equal([true, false])
    expect(refused.map(({ status, body: { code, missing } }) => [status, code, missing])).to.deep.equal(
      Array(3).fill([403, 'password_change_required', 'password_change']),
    )
    expect(same.body.errors[0].code).to.equal('password_unchanged')
    expect(created.detail.must_change_password).to.equal(true)
    expect([user, again, kept].map((one) => one.must_change_password)).to.deep.equal([true, true, false])
    expect(lifting.body.code).to.equal('confirmation_required')
  })

  it('keep the password that an administrator sets while they change it', async () => {
    const user = await somebody({ must_change_password: true })
    const [session, other] = [await loggedIn(user.email), await loggedIn(user.email)]
    const { breachedPasswords: list } = service.dependencies
    const during = async (client: Client, chosen: string, act: () => Promise<void>) => {
      let isFirst = true
      service.dependencies.breachedPasswords = {
        contains: async (text) => {
          if (isFirst && text === chosen) {
            isFirst = false
            await act()
          }
          return list!.contains(text)
        },
      }
      const answer = await client.post('/api/auth/password', { current_password: password, new_password: chosen })
      service.dependencies.breachedPasswords = list
      return [answer.status, answer.body.code]
    }
    const reset = 'what an administrator sends to the user'

    const ended = await during(other, 'chosen in a session that ends', async () => {
      must(await other.post('/api/auth/logout'), 204)
    })
    const late = await during(session, 'chosen before the password was reset', async () => {
      must(await admin.patch(`/api/users/${user.id}`, { password: reset, must_change_password: true }), 200)
    })

    expect([ended, late]).to.deep.equal([
      [401, 'not_authenticated'],
      [409, 'changed_meanwhile'],
    ])
    expect(must(await admin.get(`/api/users/${user.id}`), 200).must_change_password).to.equal(true)
    must(await service.anonymous.post('/api/auth/login', { email: user.email, password: reset }), 200)
  })

  it('must change a password that became known, from the next login on', async () => {
    const user = await somebody()
    const passwordHash = await hashPassword(breached)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      User.query(trx).findById(user.id).patch({ passwordHash }),
    )
    const login = async () =>
      clientOf(service.url, must(await service.anonymous.post('/api/auth/login', { email: user.email, password: breached }), 200).token) // prettier-ignore

    const answers = [await (await login()).get('/api/devices'), await (await login()).get('/api/devices')]

    const records = must(await admin.get(`/api/audit?action=user.update&object_id=${user.id}`), 200)
    expect(answers.map(({ body: { code } }) => code)).to.deep.equal(Array(2).fill('password_change_required'))
    expect(records.map(({ detail }: { detail: object }) => detail)).to.deep.equal([
      { changed: ['must_change_password'], reason: 'password_breached' },
    ])
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
    const admins = all.filter(({ role }: PresentedUser) => role === 'platform_admin')
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
