import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { ApiToken } from '../../../service/store/models/api-token.ts'
import { inScope } from '../../../service/store/scope.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'

const dayMs = 24 * 3_600_000
const password = 'a password of some length'

describe('API tokens', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  before(async () => {
    service = await startTestService({ environment: { BKP_TRUST_PROXY: 'loopback' } })
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  let made = 0
  const ask = (client: Client, fields: object = {}, query = '') =>
    client.post(`/api/auth/tokens${query}`, { name: `program ${++made}`, role: 'tenant_readonly', ...fields })
  const tokenOf = async (client: Client, fields: object = {}, query = '') => {
    const body = must(await ask(client, fields, query), 201)
    return { ...body, client: clientOf(service.url, body.token) } as { id: string; name: string; client: Client }
  }
  const somebody = async (role: string) => {
    const email = `person-${++made}@example.net`
    const query = role.startsWith('platform') ? '' : `?tenant=${customer.id}`
    const { id } = must(await admin.post(`/api/users${query}`, { email, name: 'Somebody', role, password }), 201)
    const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    return { id: id as string, client: await confirmedClient(service.url, token, password) }
  }

  it('are at most a hundred of a user, also if several are created at once', async () => {
    const client = await service.as('platform_admin')
    const { id: userId } = must(await client.get('/api/auth/me'), 200)
    const at = service.dependencies.now()
    const row = { userId, tenantId: null, role: 'platform_auditor' as const, roleId: null, permissions: null }
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      ApiToken.query(trx).insert(
        Array.from({ length: 98 }, (_, number) => ({
          ...row,
          ...{
            id: randomUUID(),
            name: `stored ${number}`,
            tokenHash: randomBytes(32),
            sites: [],
            tags: [],
            networks: [],
          },
          ...{ createdAt: at, expiresAt: new Date(at.getTime() + dayMs), lastUsedAt: null, lastUsedIp: null },
          ...{ createdBy: userId, createdByEmail: null },
        })),
      ),
    )

    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(client, { role: 'platform_auditor' })))

    const codes = answers.map(({ status, body }) => (status === 201 ? 'made' : body.code)).sort()
    expect(codes).to.deep.equal(['made', 'made', 'too_many', 'too_many', 'too_many', 'too_many'])
  })

  it('can be listed and revoked by the tenant’s administrator and by the platform', async () => {
    const [person, chief] = [await somebody('tenant_operator'), await somebody('tenant_admin')]
    const leaked = await tokenOf(person.client, { role: 'tenant_operator' })
    const bound = await tokenOf(admin, { role: 'tenant_admin' }, `?tenant=${customer.id}`)
    const ofPlatform = await tokenOf(admin, { role: 'platform_admin' })
    const stranger = await (await service.hasTenant()).as('tenant_admin')
    const operator = await service.as('platform_operator')
    const seenBy = async (client: Client, query = '') =>
      must(await client.get(`/api/tokens${query}`), 200).map(({ id }: { id: string }) => id) as string[]

    const listed = must(await chief.client.get('/api/tokens'), 200) as { id: string; maker: object | null }[]
    const first = await chief.client.get('/api/tokens?limit=1')
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = must(await chief.client.get(next), 200)
    const denied = [
      await person.client.get('/api/tokens'),
      await stranger.delete(`/api/tokens/${leaked.id}`),
      await chief.client.delete(`/api/tokens/${ofPlatform.id}`),
      await operator.delete(`/api/tokens/${ofPlatform.id}`),
      await bound.client.delete(`/api/tokens/${leaked.id}`),
    ]
    const revoked = [
      await chief.client.delete(`/api/tokens/${leaked.id}?tenant=${customer.id}`),
      await operator.delete(`/api/tokens/${bound.id}`),
    ]

    expect(listed.find(({ id }) => id === leaked.id)?.maker).to.have.property('id', person.id)
    expect(listed.find(({ id }) => id === bound.id)).to.include({ maker: null })
    expect(JSON.stringify(listed)).to.not.include('coffer_')
    expect([first.body[0].id, second[0].id]).to.deep.equal([bound.id, leaked.id])
    expect(await seenBy(admin, `?user_id=${person.id}`)).to.deep.equal([])
    expect(await seenBy(operator)).to.not.include(ofPlatform.id)
    expect(await seenBy(admin)).to.include(ofPlatform.id)
    expect(await seenBy(stranger)).to.deep.equal([])
    expect(denied.map(({ status }) => status)).to.deep.equal([403, 404, 404, 404, 403])
    expect(revoked.map(({ status }) => status)).to.deep.equal([204, 204])
    expect((await leaked.client.get('/api/auth/me')).status).to.equal(401)
    expect((await bound.client.get('/api/auth/me')).status).to.equal(401)
  })

  it('are shown once, act with their role in their tenant, and identify themselves', async () => {
    const person = await somebody('tenant_admin')
    const answer = await ask(person.client, { name: 'monitoring' })
    const client = clientOf(service.url, answer.body.token)

    const me = await client.get('/api/auth/me')
    const listed = await person.client.get('/api/auth/tokens')
    const write = await client.post('/api/devices', {})

    expect(answer.body.token).to.match(/^coffer_[\w-]{43}$/)
    expect(answer.body).to.include({ name: 'monitoring', role: 'tenant_readonly', tenant_id: customer.id })
    expect(Date.parse(answer.body.expires_at) - service.dependencies.now().getTime()).to.equal(90 * dayMs)
    expect(me.body).to.deep.include({
      id: person.id,
      role: 'tenant_readonly',
      tenant_id: customer.id,
      token: { id: answer.body.id, name: 'monitoring' },
    })
    expect(JSON.stringify(listed.body)).to.not.include(answer.body.token)
    expect(listed.body[0]).to.include({
      name: 'monitoring',
      last_used_at: service.dependencies.now().toISOString(),
    })
    expect([write.status, write.body.missing]).to.deep.equal([403, 'device:write'])
  })

  it('are the actor of their actions, with the user who created them', async () => {
    const person = await somebody('tenant_admin')
    const { name, client } = await tokenOf(person.client, { role: 'tenant_admin' })

    const { id } = must(await client.post('/api/credentials', { name: `c ${made}`, username: 'backup' }), 201)

    const [record] = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ action: 'credential.create', object_id: id }),
    )
    expect(record).to.include({ actor: `token:${name}`, actor_id: person.id, role: 'tenant_admin' })
  })

  it('can have fewer permissions than their role, and lose those that their creator loses', async () => {
    const person = await somebody('tenant_admin')
    const wanted = { role: 'tenant_admin', permissions: ['retention:write', 'audit:read', 'device:read'] }
    const made = await tokenOf(person.client, wanted)

    const devices = await made.client.get('/api/devices')
    const configurations = await made.client.get('/api/changes')
    const full = must(await made.client.get('/api/auth/me'), 200)
    const webhook = await made.client.post('/api/webhooks', {
      name: 'more events',
      url: 'https://192.0.2.1/events',
      secret: 'a-secret-of-enough-length-0123456789',
    })
    must(await admin.patch(`/api/users/${person.id}`, { role: 'tenant_auditor' }), 200)
    const audit = await made.client.get('/api/audit')
    must(await admin.patch(`/api/users/${person.id}`, { role: 'tenant_readonly' }), 200)
    const lowered = must(await made.client.get('/api/auth/me'), 200)

    expect(devices.status).to.equal(200)
    expect([configurations.status, configurations.body.missing]).to.deep.equal([403, 'config:read'])
    expect(full.permissions).to.deep.equal(['device:read', 'retention:write', 'audit:read'])
    expect([webhook.status, webhook.body.code]).to.deep.equal([403, 'role_exceeds_yours'])
    expect(audit.status).to.equal(200)
    expect(lowered.permissions).to.deep.equal(['device:read'])
  })

  it('end when none of their permissions remains', async () => {
    const person = await somebody('tenant_admin')
    const made = await tokenOf(person.client, { role: 'tenant_admin', permissions: ['audit:read'] })

    const before = await made.client.get('/api/audit')
    must(await admin.patch(`/api/users/${person.id}`, { role: 'tenant_readonly' }), 200)
    const after = await made.client.get('/api/auth/me')

    expect([before.status, after.status]).to.deep.equal([200, 401])
  })

  it('show their permissions in lists and audit, and cannot have those that their role lacks', async () => {
    const person = await somebody('tenant_admin')

    const limited = await tokenOf(person.client, { permissions: ['config:read', 'device:read'] })
    const whole = await tokenOf(person.client)
    const refused = await ask(person.client, { permissions: ['device:read', 'audit:read', 'tenant:manage'] })
    const empty = await ask(person.client, { permissions: [] })
    const listed = must(await person.client.get('/api/auth/tokens'), 200) as { id: string; permissions: unknown }[]
    const [record] = must(await person.client.get(`/api/audit?object_id=${limited.id}`), 200)

    const shown = new Map(listed.map(({ id, permissions }) => [id, permissions]))
    expect(shown.get(limited.id)).to.deep.equal(['device:read', 'config:read'])
    expect(shown.get(whole.id)).to.equal(null)
    expect(record.detail.permissions).to.deep.equal(['device:read', 'config:read'])
    expect(refused.status).to.equal(422)
    expect(refused.body.errors.map(({ path, code }: Record<string, string>) => [path, code])).to.deep.equal([
      ['permissions.1', 'permission_exceeds_role'],
      ['permissions.2', 'permission_exceeds_role'],
    ])
    expect(empty.status).to.equal(422)
  })

  it('have at most the permissions of their creator', async () => {
    const operator = await somebody('tenant_operator')
    const platform = await somebody('platform_operator')

    const answers = [
      await ask(operator.client, { role: 'tenant_admin' }),
      await ask(platform.client, { role: 'platform_admin' }),
      await ask(platform.client, { role: 'tenant_admin' }, `?tenant=${customer.id}`), // has permission to restore
    ]

    expect(answers.map(({ status, body }) => [status, body.errors?.[0].path])).to.deep.equal(
      Array.from({ length: 3 }, () => [422, 'role']),
    )
  })

  it('of a platform user can be bound to one tenant', async () => {
    const other = await service.hasTenant()
    const { client } = await tokenOf(admin, {}, `?tenant=${customer.id}`)

    const own = await client.get('/api/devices')
    const foreign = await client.get(`/api/devices?tenant=${other.id}`)
    const unbound = await ask(admin)
    const bound = await ask(admin, { role: 'platform_operator' }, `?tenant=${customer.id}`)

    expect([own.status, foreign.status, unbound.status, bound.status]).to.deep.equal([200, 403, 400, 400])
    expect((await client.get('/api/auth/me')).body.tenant_id).to.equal(customer.id)
  })

  it('cannot create tokens, accounts or passwords, or end a session', async () => {
    const { id, client } = await tokenOf(admin, { role: 'platform_admin' })
    const user = await somebody('tenant_readonly')
    const [session] = must(await user.client.get('/api/auth/sessions'), 200)
    const person = { email: 'x@example.net', name: 'X', role: 'platform_admin', password }

    const answers = [
      await ask(client, { role: 'platform_admin' }),
      await client.delete(`/api/auth/tokens/${id}`),
      await client.post('/api/auth/password', { current_password: password, new_password: `${password}!` }),
      await client.post('/api/users', person),
      await client.patch(`/api/users/${user.id}`, { password }),
      await client.post('/api/auth/logout'),
      await client.get('/api/auth/sessions'),
      await client.delete(`/api/auth/sessions/${session.id}`),
      await client.delete(`/api/users/${user.id}/sessions`),
    ]

    for (const { status, body } of answers) expect([status, body.missing]).to.deep.equal([403, 'session'])
  })

  it('end immediately when revoked, only by their creator', async () => {
    const person = await somebody('tenant_admin')
    const colleague = await somebody('tenant_admin')
    const { id, client } = await tokenOf(person.client)

    const byOther = await colleague.client.delete(`/api/auth/tokens/${id}`)
    const before = await client.get('/api/devices')
    const answer = await person.client.delete(`/api/auth/tokens/${id}`)
    const after = await client.get('/api/devices')

    expect([byOther.status, before.status, answer.status, after.status]).to.deep.equal([404, 200, 204, 401])
  })

  it('end at their expiry, at most a year away', async () => {
    const person = await somebody('tenant_admin')
    const longer = await ask(person.client, { expires_in_days: 366 })
    const { client } = await tokenOf(person.client, { expires_in_days: 1 })
    service.advance(dayMs - 1)
    const before = await client.get('/api/auth/me')
    service.advance(1)

    const answer = await client.get('/api/auth/me')

    expect([longer.status, before.status, answer.status]).to.deep.equal([422, 200, 401])
  })

  it('lose what their creator loses', async () => {
    const person = await somebody('tenant_admin')
    const { client } = await tokenOf(person.client, { role: 'tenant_admin' })
    const roleNow = async () => (await client.get('/api/auth/me')).body.role

    must(await admin.patch(`/api/users/${person.id}`, { role: 'tenant_readonly' }), 200)
    const lowered = await roleNow()
    must(await admin.patch(`/api/users/${person.id}`, { role: 'tenant_admin', disabled: true }), 200)
    const disabled = await client.get('/api/auth/me')
    must(await admin.patch(`/api/users/${person.id}`, { disabled: false }), 200)
    const again = await roleNow()
    must(await admin.delete(`/api/users/${person.id}`), 200)
    const gone = await client.get('/api/auth/me')

    expect([lowered, disabled.status, again, gone.status]).to.deep.equal(['tenant_readonly', 401, 'tenant_admin', 401])
  })

  it('work only from their networks, and other attempts are audited', async () => {
    const person = await somebody('tenant_admin')
    const { id, client } = await tokenOf(person.client, { networks: ['192.0.2.0/24', '2001:db8::/32'] })
    const from = (ip: string) => client.get('/api/auth/me', { 'x-forwarded-for': ip })

    const inside = [await from('192.0.2.77'), await from('::ffff:192.0.2.1'), await from('2001:db8:1::2')]
    const outside = [await from('192.0.3.1'), await client.get('/api/auth/me')]

    const records = await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      trx('audit').where({ action: 'token.use', object_id: id }).orderBy('id'),
    )
    expect(inside.map(({ status }) => status)).to.deep.equal([200, 200, 200])
    expect(outside.map(({ status }) => status)).to.deep.equal([401, 401])
    expect(records.map(({ outcome, ip }) => [outcome, ip])[0]).to.deep.equal(['refused', '192.0.3.1'])
  })

  it('show the time and the address of their last use, to the minute', async () => {
    const person = await somebody('tenant_admin')
    const { id, client } = await tokenOf(person.client)
    const from = (ip: string) => client.get('/api/auth/me', { 'x-forwarded-for': ip })
    const lastUse = async () => {
      const listed = must(await person.client.get('/api/auth/tokens'), 200)
      const { last_used_at: at, last_used_ip: ip } = listed.find((token: { id: string }) => token.id === id)
      return [at, ip]
    }
    const unused = await lastUse()
    const first = service.dependencies.now().toISOString()

    await from('192.0.2.7')
    await from('192.0.2.8')
    const used = await lastUse()
    service.advance(61_000)
    await from('192.0.2.9')
    const later = await lastUse()

    expect(unused).to.deep.equal([null, null])
    expect(used).to.deep.equal([first, '192.0.2.7'])
    expect(later).to.deep.equal([service.dependencies.now().toISOString(), '192.0.2.9'])
  })

  it('are rejected with the field for an invalid network, and with 409 for an existing name', async () => {
    const person = await somebody('tenant_admin')
    must(await ask(person.client, { name: 'twice' }), 201)

    const network = await ask(person.client, { networks: ['192.0.2.1', '192.0.2.0/33', 'example.net'] })
    const name = await ask(person.client, { name: 'Twice' })

    expect(network.body.errors.map(({ path }: { path: string }) => path)).to.deep.equal(['networks.1', 'networks.2'])
    expect([name.status, name.body.code]).to.deep.equal([409, 'name_taken'])
  })
})
