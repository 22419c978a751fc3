import { expect } from 'chai'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

const password = 'a password of some length, for roles'

describe('a custom role', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let users = 0
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  const add = async (name: string, permissions: string[], tenant: string | null = customer.id) =>
    must(await admin.post(`/api/roles${tenant ? `?tenant=${tenant}` : ''}`, { name, permissions }), 201)

  /** Adds a user with a role, and returns the user and a confirmed session. */
  async function person(role: object, tenant: string | null = customer.id) {
    const email = `person-${++users}@example.net`
    const body = { email, name: 'Person', password, ...role }
    const user = must(await admin.post(`/api/users${tenant ? `?tenant=${tenant}` : ''}`, body), 201)
    const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    return { user, client: await confirmedClient(service.url, token, password) }
  }

  it('gives its users exactly its permissions, and a change applies to open sessions', async () => {
    const role = await add('Night shift', ['backup:trigger', 'device:read'])
    const { user, client } = await person({ role: 'tenant_custom', role_id: role.id })

    const me = must(await client.get('/api/auth/me'), 200)
    const before = await client.get('/api/audit')
    must(await admin.patch(`/api/roles/${role.id}`, { permissions: ['audit:read'] }), 200)
    const after = await client.get('/api/audit')
    const devices = await client.get('/api/devices')

    expect(user).to.include({ role: 'tenant_custom', role_id: role.id, role_name: 'Night shift' })
    expect(me).to.deep.include({ role_name: 'Night shift', permissions: ['device:read', 'backup:trigger'] })
    expect([before.status, before.body.missing]).to.deep.equal([403, 'audit:read'])
    expect(after.status).to.equal(200)
    expect([devices.status, devices.body.missing]).to.deep.equal([403, 'device:read'])
  })

  it('of a customer has no permission that concerns the installation', async () => {
    const body = { name: 'Too much', permissions: ['device:read', 'tenant:manage'] }
    const answer = await admin.post(`/api/roles?tenant=${customer.id}`, body)

    expect(answer.status).to.equal(422)
    expect(answer.body.errors[0]).to.include({ path: 'permissions.1', code: 'permission_of_platform' })
  })

  describe('of an administrator with fewer permissions', () => {
    let lesser: Client
    before(async () => {
      const role = await add('User desk', ['device:read', 'tenant:manage'], null)
      lesser = (await person({ role: 'platform_custom', role_id: role.id }, null)).client
    })

    it('cannot be exceeded by a role, a user or a token that they create', async () => {
      const role = await lesser.post('/api/roles', { name: 'More', permissions: ['device:read', 'purge:force'] })
      const of = { email: 'more@example.net', name: 'More', password }
      const user = await lesser.post('/api/users', { ...of, role: 'platform_admin' })
      const token = await lesser.post('/api/auth/tokens', { name: 'more', role: 'platform_operator' })

      expect(role.body.errors[0]).to.include({ path: 'permissions.1', code: 'permission_exceeds_own' })
      for (const answer of [user, token]) {
        expect(answer.body.errors[0]).to.include({ path: 'role', code: 'role_exceeds_own' })
      }
    })

    it('does not extend to users, roles and factors with more permissions', async () => {
      const { user } = await person({ role: 'platform_operator' }, null)
      const role = await add('Greater', ['device:read', 'purge:force'], null)

      const answers = [
        await lesser.patch(`/api/users/${user.id}`, { password: `${password}!` }),
        await lesser.patch(`/api/users/${user.id}`, { disabled: true }),
        await lesser.delete(`/api/users/${user.id}`),
        await lesser.delete(`/api/users/${user.id}/second-factors`),
        await lesser.patch(`/api/roles/${role.id}`, { permissions: ['device:read'] }),
        await lesser.delete(`/api/roles/${role.id}`),
      ]

      expect(answers.map(({ status, body }) => [status, body.code])).to.deep.equal(
        answers.map(() => [403, 'role_exceeds_yours']),
      )
    })
  })

  it('must be named, exist, and belong to the customer of the user', async () => {
    const other = await service.hasTenant()
    const foreign = await add('Foreign', ['device:read'], other.id)
    const create = (role: object) =>
      admin.post(`/api/users?tenant=${customer.id}`, { email: 'x@example.net', name: 'X', password, ...role })

    const answers = [
      await create({ role: 'tenant_custom' }),
      await create({ role: 'tenant_custom', role_id: foreign.id }),
      await create({ role: 'tenant_admin', role_id: foreign.id }),
    ]

    expect(answers.map(({ status, body }) => [status, body.errors[0].path, body.errors[0].code])).to.deep.equal([
      [422, 'role_id', 'custom_role_missing'],
      [422, 'role_id', 'role_unknown'],
      [422, 'role_id', 'role_is_built_in'],
    ])
  })

  it('in use is not deleted, and the answer names its users', async () => {
    const role = await add('Used', ['device:read'])
    const { user } = await person({ role: 'tenant_custom', role_id: role.id })

    const refused = await admin.delete(`/api/roles/${role.id}`)
    must(await admin.patch(`/api/users/${user.id}`, { role: 'tenant_readonly' }), 200)
    const deleted = await admin.delete(`/api/roles/${role.id}`)

    expect(refused).to.have.property('status', 409)
    expect(refused.body).to.deep.include({ code: 'role_in_use', params: { holders: [user.email] } })
    expect(deleted.status).to.equal(204)
  })

  it('limits a token together with the role of its creator', async () => {
    const role = await add('Reports', ['report:read', 'audit:read'])
    const { user, client } = await person({ role: 'tenant_admin' })
    const wanted = { name: 'reports', role: 'tenant_custom', role_id: role.id }
    const { token } = must(await client.post('/api/auth/tokens', wanted), 201)
    const program = clientOf(service.url, token)

    const full = must(await program.get('/api/auth/me'), 200).permissions
    must(await admin.patch(`/api/users/${user.id}`, { role: 'tenant_readonly' }), 200)
    const lowered = must(await program.get('/api/auth/me'), 200).permissions

    expect(full).to.deep.equal(['report:read', 'audit:read'])
    expect(lowered).to.deep.equal(['report:read'])
  })

  it('is audited and emits events with the permissions that changed', async () => {
    const role = await add('Told', ['device:read', 'config:read'])
    must(await admin.patch(`/api/roles/${role.id}`, { permissions: ['device:read', 'report:read'] }), 200)
    must(await admin.delete(`/api/roles/${role.id}`), 204)
    await publish(service)

    const audit = must(await admin.get(`/api/audit?object_id=${role.id}`), 200)
    const events = must(await admin.get(`/api/events?tenant=${customer.id}&limit=1000`), 200)

    const told = events.filter(({ data }: { data: { role_id?: string } }) => data.role_id === role.id)
    expect(audit.map(({ action }: { action: string }) => action)).to.deep.equal([
      'role.delete',
      'role.update',
      'role.create',
    ])
    expect(
      told.map(({ type, data }: { type: string; data: Record<string, unknown> }) => [
        type,
        data['added'],
        data['removed'],
      ]),
    ).to.deep.equal([
      ['role.created', ['device:read', 'config:read'], []],
      ['role.changed', ['report:read'], ['config:read']],
      ['role.deleted', [], ['device:read', 'report:read']],
    ])
  })
})
