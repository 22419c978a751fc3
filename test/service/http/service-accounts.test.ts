import { expect } from 'chai'
import { inScope } from '../../../service/store/scope.ts'
import { User } from '../../../service/store/models/user.ts'
import { aDocument } from '../../support/platform-documents.ts'
import { failureOf } from '../../support/failure-of.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'

const password = 'a password of some length'

describe('service accounts', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant('acme')
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  const within = () => `?tenant=${customer.id}`
  const add = async (name: string, fields: object = { role: 'tenant_operator' }, query = within()) =>
    must(await admin.post(`/api/service-accounts${query}`, { name, ...fields }), 201)
  const addToken = async (id: string, fields: object = {}, client = admin) =>
    must(await client.post(`/api/service-accounts/${id}/tokens`, { name: 'program', ...fields }), 201)

  it('own tokens that remain valid when the person who made them is deleted', async () => {
    const email = 'leaver@example.net'
    const user = { email, name: 'Leaver', role: 'platform_admin', password }
    const person = must(await admin.post('/api/users', user), 201)
    const { token: session } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    const leaver = await confirmedClient(service.url, session, password)
    const account = await add('leaving')
    const { token, id } = await addToken(account.id, {}, leaver)
    await addToken(account.id, { name: 'of another' })
    const disabled = must(await admin.patch(`/api/users/${person.id}`, { disabled: true }), 200)
    const deleted = must(await admin.delete(`/api/users/${person.id}`), 200)
    const client = clientOf(service.url, token)

    const me = must(await client.get('/api/auth/me'), 200)
    const listed = must(await admin.get(`/api/tokens?created_by=${person.id}`), 200)
    const shown = must(await admin.get(`/api/service-accounts/${account.id}`), 200)

    expect(me).to.deep.include({ id: account.id, role: 'tenant_operator', tenant_id: customer.id })
    expect(listed.map((one: { id: string; maker: object }) => [one.id, one.maker])).to.deep.equal([
      [id, { id: account.id, email: 'leaving@acme.service.invalid', service_account: true }],
    ])
    expect(shown).to.deep.include({ name: 'leaving', tokens_count: 2, disabled: false })
    expect(listed[0].created_by).to.deep.equal({ id: person.id, email })
    const address = 'leaving@acme.service.invalid'
    const left = [{ id, name: 'program', tenant_id: customer.id, service_account: address }]
    expect(disabled.service_account_tokens).to.deep.equal(left)
    expect(deleted.service_account_tokens).to.deep.equal(left)
  })

  it('are listed apart from users, and no operation on users finds them', async () => {
    const { id } = await add('apart')
    const { id: personId } = must(
      await admin.post('/api/users', { email: 'p@example.net', name: 'P', role: 'platform_operator', password }),
      201,
    )

    const users = must(await admin.get('/api/users'), 200)
    const accounts = must(await admin.get(`/api/service-accounts${within()}`), 200)
    const asUser = [
      await admin.get(`/api/users/${id}`),
      await admin.patch(`/api/users/${id}`, { password }),
      await admin.delete(`/api/users/${id}`),
      await admin.put(`/api/users/${id}/provider-link`, { subject: 'sub' }),
      await admin.delete(`/api/users/${id}/second-factors`),
      await admin.get(`/api/users/${id}/sessions`),
    ]
    const asAccount = [
      await admin.get(`/api/service-accounts/${personId}`),
      await admin.delete(`/api/service-accounts/${personId}`),
      await admin.post(`/api/service-accounts/${personId}/tokens`, { name: 'x' }),
    ]

    expect(users.map((user: { id: string }) => user.id))
      .to.include(personId)
      .and.not.include(id)
    expect(accounts.map((account: { id: string }) => account.id)).to.include(id)
    for (const { status } of [...asUser, ...asAccount]) expect(status).to.equal(404)
  })

  it('cannot log in, and the database stores neither a password nor an identity for them', async () => {
    const { id, address } = await add('robot')
    const set = (change: Partial<User>) =>
      failureOf(
        inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => User.query(trx).findById(id).patch(change)),
      )

    const login = await service.anonymous.post('/api/auth/login', { email: address, password })
    const failures = [
      await set({ passwordHash: 'scrypt$' }),
      await set({ providerSubject: 'sub' }),
      await set({ isBreakGlass: true }),
    ]

    expect([login.status, login.body.code]).to.deep.equal([401, 'login_failed'])
    for (const failure of failures) expect(String(failure)).to.include('users_service_account_login')
  })

  it('have addresses that no user and no provider can have', async () => {
    const body = { name: 'Bo', role: 'tenant_readonly', password: 'a sentence of some words' }

    const user = await admin.post(`/api/users?tenant=${customer.id}`, { ...body, email: 'ci@acme.Service.Invalid' })

    expect([user.status, user.body.errors?.[0]?.code]).to.deep.equal([422, 'domain_of_service_accounts'])
  })

  it('stop with their tokens when disabled, and work again when enabled', async () => {
    const { id } = await add('paused')
    const client = clientOf(service.url, (await addToken(id)).token)

    must(await admin.patch(`/api/service-accounts/${id}`, { disabled: true }), 200)
    const disabled = await client.get('/api/devices')
    must(await admin.patch(`/api/service-accounts/${id}`, { disabled: false }), 200)
    const enabled = await client.get('/api/devices')
    must(await admin.patch(`/api/service-accounts/${id}`, { role: 'tenant_readonly' }), 200)
    const lowered = must(await client.get('/api/auth/me'), 200)
    must(await admin.delete(`/api/service-accounts/${id}`), 204)
    const deleted = await client.get('/api/devices')

    expect([disabled.status, enabled.status, deleted.status]).to.deep.equal([401, 200, 401])
    expect(lowered.permissions).to.not.include('backup:trigger')
  })

  it('neither approve nor request what a second person must approve', async () => {
    const { id } = await add('deployer', { role: 'platform_admin' }, '')
    const client = clientOf(service.url, (await addToken(id)).token)
    must(await service.as('platform_admin').then((second) => second.get('/api/auth/me')), 200)
    must(await admin.patch('/api/settings', { approval_actions: ['platform_activation'] }), 200)
    const source = aDocument('acme_ones').source
    const { id: document } = must(await admin.post(`/api/platforms/documents${within()}`, { source }), 201)
    const activate = (asker: Client) =>
      asker.post(
        `/api/platforms/documents/${document}/activate${within()}`,
        { version: 1 },
        { 'x-coffer-approval-reason': 'Needed' },
      )
    const asked = await activate(admin)

    const refused = await activate(client)
    const approved = await client.post(`/api/approvals/${asked.body.approval_id}/approve`, {})

    expect([asked.status, asked.body.code]).to.deep.equal([403, 'approval_requested'])
    expect([refused.status, refused.body.code]).to.deep.equal([403, 'approval_needs_person'])
    expect([approved.status, approved.body.missing]).to.deep.equal([403, 'session'])
  })

  it('do not count as the last administrator', async () => {
    await add('chief', { role: 'platform_admin' }, '')
    const admins = must(await admin.get('/api/users'), 200).filter(
      ({ role, disabled }: { role: string; disabled: boolean }) => role === 'platform_admin' && !disabled,
    )
    const me = must(await admin.get('/api/auth/me'), 200)
    for (const { id } of admins) {
      if (id !== me.id) must(await admin.patch(`/api/users/${id}`, { disabled: true }), 200)
    }

    const last = await admin.patch(`/api/users/${me.id}`, { disabled: true })

    expect([last.status, last.body.code]).to.deep.equal([409, 'last_admin'])
  })

  it('have a name of their own in their customer, and only permissions that the maker has', async () => {
    await add('twice')
    const other = await service.hasTenant('other')

    const again = await admin.post(`/api/service-accounts${within()}`, { name: 'twice', role: 'tenant_admin' })
    const elsewhere = await admin.post(`/api/service-accounts?tenant=${other.id}`, {
      name: 'twice',
      role: 'tenant_admin',
    })
    const wide = await admin.post(`/api/service-accounts/${elsewhere.body.id}/tokens`, {
      name: 'wide',
      permissions: ['tenant:manage'],
    })
    const foreign = await admin.get(`/api/service-accounts/${elsewhere.body.id}${within()}`)

    expect([again.status, again.body.code]).to.deep.equal([409, 'name_taken'])
    expect(elsewhere.status).to.equal(201)
    expect(wide.body.errors[0]).to.include({ path: 'permissions.0', code: 'permission_exceeds_role' })
    expect(foreign.status).to.equal(404)
  })
})
