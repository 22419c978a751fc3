import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import { type FakeProvider, startIdentityProvider } from '../../fakes/identity-provider.ts'
import { SecondFactor } from '../../../service/store/models/second-factor.ts'
import { User } from '../../../service/store/models/user.ts'
import { type ScopedTransaction, inScope } from '../../../service/store/scope.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'
import { provisionerOf } from '../../support/scim.ts'
import { aProvider, aTenantProvider, ssoClient, ssoConfirm, ssoLogin } from '../../support/single-sign-on.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const password = 'a sentence of some words'

/** The request of Entra ID that creates a user. */
const entraUser = (name: string) => ({
  schemas: [`${core}:User`, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `${name}-mail-nickname`,
  userName: `${name}@acme.example.net`,
  active: true,
  displayName: 'Bo Berg',
  emails: [{ primary: true, type: 'work', value: `${name}@acme.example.net` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Bo Berg', familyName: 'Berg', givenName: 'Bo' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Networks' },
  roles: [],
})

/** The request of Okta that creates a user. */
const oktaUser = (name: string) => ({
  schemas: [`${core}:User`],
  userName: `${name}@acme.example.net`,
  name: { givenName: 'Ida', familyName: 'Lund' },
  emails: [{ primary: true, value: `${name}@acme.example.net`, type: 'work' }],
  displayName: 'Ida Lund',
  locale: 'en-US',
  externalId: `00u-${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
})

const patch = (...operations: object[]) => ({ schemas: [patchOp], Operations: operations })

describe('SCIM', () => {
  let service: TestService
  let provider: FakeProvider
  let customer: Customer
  let admin: Client
  let scim: Client
  before(async () => {
    provider = await startIdentityProvider('http://localhost:8080/api/auth/sso/callback')
    service = await startTestService({ environment: { BKP_OUTGOING_ALLOW: `127.0.0.1:${provider.port}` } })
    customer = await service.hasTenant('acme')
    admin = await service.as('platform_admin')
    await setMappings(mappings)
    scim = await provisionerOf(service, customer)
  })
  after(async () => {
    await service.close()
    await provider.close()
  })

  const within = (path: string, of: Customer | null = customer) => (of ? `${path}?tenant=${of.id}` : path)
  const mappings = [
    { claim: 'groups', value: 'network-admins', role: 'tenant_admin' },
    { claim: 'groups', value: 'network-team', role: 'tenant_operator' },
  ]
  const setMappings = async (role_mappings: object[]) => {
    const fields = { email_domains: ['acme.example.net'], role_mappings }
    must(await admin.put(within('/api/identity-provider'), aProvider(provider, fields)), 200)
  }
  const users = '/api/scim/v2/Users'
  const groups = '/api/scim/v2/Groups'
  const add = async (body: object) => must(await scim.post(users, body), 201)
  const addGroup = async (displayName: string, ...members: string[]) =>
    must(await scim.post(groups, { displayName, members: members.map((value) => ({ value })) }), 201)
  const account = async (id: string) => must(await admin.get(`/api/users/${id}`), 200)
  const recordsOf = async (action: string, id: string) =>
    must(await admin.get(`/api/audit?action=${action}&object_id=${id}`), 200).map(
      ({ detail }: { detail: object }) => detail,
    )
  const person = (name: string) => ({ sub: `sub-${name}`, email: `${name}@acme.example.net`, groups: ['network-team'] })
  const asked = (name: string) => ({ email: `${name}@acme.example.net` })
  let created = 0
  const aName = () => `user-${(created += 1)}`

  it('describes itself in the media type of SCIM', async () => {
    const config = await scim.get('/api/scim/v2/ServiceProviderConfig')
    const types = must(await scim.get('/api/scim/v2/ResourceTypes'), 200)
    const schemas = must(await scim.get('/api/scim/v2/Schemas'), 200)

    expect(config.headers.get('content-type')).to.match(/^application\/scim\+json/)
    expect(config.body.patch).to.deep.equal({ supported: true })
    expect([types.totalResults, schemas.totalResults]).to.deep.equal([2, 2])
    for (const document of [config.body, ...types.Resources, ...schemas.Resources]) {
      const { pathname } = new URL(document.meta.location)
      expect(must(await scim.get(pathname), 200)).to.deep.equal(document)
    }
    expect((await scim.get('/api/scim/v2/Schemas/urn:unknown')).body).to.include({ status: '404' })
  })

  describe('a user', () => {
    it('of Entra ID is created, found, deactivated with the text "False", and renamed', async () => {
      const name = aName()
      const headers = { 'content-type': 'application/scim+json; charset=utf-8' }
      const made = must(await scim.send('POST', users, JSON.stringify(entraUser(name)), headers), 201)
      const filter = encodeURIComponent(`userName eq "${name.toUpperCase()}@acme.example.net"`)
      const found = must(await scim.get(`${users}?filter=${filter}`), 200)
      const changes = patch(
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Add', path: 'emails[type eq "work"].value', value: `new-${name}@acme.example.net` },
        { op: 'Replace', path: 'name.formatted', value: 'Bo B.' },
        { op: 'Replace', path: 'externalId', value: 'another' },
        { op: 'Add', path: 'title', value: 'Engineer' },
      )
      const changed = must(await scim.patch(`${users}/${made.id}`, changes), 200)

      expect(made).to.deep.include({ userName: `${name}@acme.example.net`, displayName: 'Bo Berg', active: true })
      expect(found.Resources.map(({ id }: { id: string }) => id)).to.deep.equal([made.id])
      expect(changed).to.deep.include({ active: false, displayName: 'Bo B.', externalId: 'another' })
      expect(changed.emails[0].value).to.equal(`new-${name}@acme.example.net`)
      expect(await account(made.id)).to.include({
        disabled: true,
        email: `new-${name}@acme.example.net`,
        name: 'Bo B.',
      })
    })

    it('of Okta is created, replaced, and deactivated without a path', async () => {
      const name = aName()
      const made = await add(oktaUser(name))
      const filter = encodeURIComponent(`externalId eq "00u-${name}"`)
      const found = must(await scim.get(`${users}?filter=${filter}&startIndex=1&count=100`), 200)
      const replaced = must(await scim.put(`${users}/${made.id}`, { ...oktaUser(name), displayName: 'Ida L.' }), 200)
      const off = must(await scim.patch(`${users}/${made.id}`, patch({ op: 'replace', value: { active: false } })), 200)
      const on = must(await scim.patch(`${users}/${made.id}`, patch({ op: 'replace', value: { active: true } })), 200)

      expect(found).to.include({ totalResults: 1, startIndex: 1, itemsPerPage: 1 })
      expect([replaced.displayName, off.active, on.active]).to.deep.equal(['Ida L.', false, true])
    })

    it('is found by its address and id, and not by another attribute', async () => {
      const name = aName()
      const { id } = await add({ ...oktaUser(name), userName: name })
      const find = async (filter: string) => (await scim.get(`${users}?filter=${encodeURIComponent(filter)}`)).body

      for (const filter of [
        `emails.value eq "${name}@acme.example.net"`,
        `emails[type eq "work"].value eq "${name}@ACME.example.net"`,
        `id eq "${id}"`,
        `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${name}"`,
      ]) {
        // prettier-ignore
        const { Resources } = await find(filter)
        expect(
          Resources.map((one: { id: string }) => one.id),
          filter,
        ).to.deep.equal([id])
      }
      expect(await find('title eq "x"')).to.include({ scimType: 'invalidFilter' })
    })

    it('is listed in pages, with the attributes that the request selects', async () => {
      await add(oktaUser(aName()))
      await add(oktaUser(aName()))
      const first = must(await scim.get(`${users}?count=1&attributes=userName`), 200)
      const second = must(await scim.get(`${users}?startIndex=2&count=1`), 200)
      const none = must(await scim.get(`${users}?count=-1`), 200)

      expect(Object.keys(first.Resources[0]).sort()).to.deep.equal(['id', 'schemas', 'userName'])
      expect(second.Resources[0].id).to.not.equal(first.Resources[0].id)
      expect(none.itemsPerPage).to.equal(0)
    })

    it('gets another address with another userName, and not with the address of home', async () => {
      const name = aName()
      const { id } = await add(oktaUser(name))
      const home = patch({ op: 'replace', path: 'emails[type eq "home"].value', value: 'home@acme.example.net' })
      const same = must(await scim.patch(`${users}/${id}`, home), 200)
      const renaming = patch({ op: 'replace', path: 'userName', value: `renamed-${name}@acme.example.net` })
      const renamed = must(await scim.patch(`${users}/${id}`, renaming), 200)

      expect(same.emails[0].value).to.equal(`${name}@acme.example.net`)
      expect(renamed.emails[0].value).to.equal(`renamed-${name}@acme.example.net`)
    })

    it('gets a name of its parts, also from an operation under the URN of the schema', async () => {
      const { id } = await add({ ...oktaUser(aName()), displayName: undefined })
      const one = `${users}/${id}`
      const change = async (...operations: object[]) => must(await scim.patch(one, patch(...operations)), 200)
      const names = [
        (await change({ op: 'Replace', path: 'name.familyName', value: 'Berg' })).displayName,
        (await change({ op: 'replace', value: { [`${core}:User`]: { name: { givenName: 'Bo' } } } })).displayName,
        (await change({ op: 'replace', path: `${core}:User`, value: { displayName: 'Bo B.' } })).displayName,
        (await change({ op: 'replace', path: 'name.formatted', value: 'Bo Bo' })).displayName,
        (await change({ op: 'remove', path: 'name.givenName' })).displayName,
        (await change({ op: 'replace', path: 'name.familyName', value: 'Alone' })).displayName,
      ]
      const { name } = must(await scim.get(one), 200)
      const off = await change({ op: 'replace', value: { [`${core}:User`]: { active: 'False' } } })

      expect(names).to.deep.equal(['Ida Berg', 'Bo Berg', 'Bo B.', 'Bo Bo', 'Bo Bo', 'Bo Bo'])
      expect(name).to.deep.equal({ formatted: 'Bo Bo', familyName: 'Alone' })
      expect(off.active).to.equal(false)
    })

    it('cannot have the address of another account, or of another domain', async () => {
      const name = aName()
      await add(oktaUser(name))
      const again = await scim.post(users, oktaUser(name))
      const elsewhere = await scim.post(users, { ...oktaUser(aName()), emails: [{ value: 'bo@other.example' }] })
      const local = { email: 'local@acme.example.net', name: 'Lo', role: 'tenant_operator', password }
      must(await admin.post(within('/api/users'), local), 201)
      const taken = await scim.post(users, oktaUser('local'))

      expect(again.body).to.deep.include({ status: '409', scimType: 'uniqueness' })
      expect(elsewhere.body).to.deep.include({ status: '400', scimType: 'invalidValue' })
      expect(taken.body).to.deep.include({ status: '409', scimType: 'uniqueness' })
    })
  })

  describe('the first login', () => {
    it('links the account by e-mail, gives the role, and never links it to a second subject', async () => {
      const name = aName()
      const { id } = await add(entraUser(name))
      const before = await account(id)
      const client = await ssoClient(service, provider, person(name), asked(name))
      const me = must(await client.get('/api/auth/me'), 200)
      const other = await ssoLogin(service, provider, { ...person(name), sub: `thief-${name}` }, asked(name))

      expect(before).to.include({ role: 'tenant_custom', role_id: null })
      expect(me).to.include({ id, role: 'tenant_operator' })
      expect([other.status, other.body.code]).to.deep.equal([409, 'sso_email_taken'])
    })

    it('finds the account by externalId if it is the subject', async () => {
      const name = aName()
      const { id } = await add({ ...oktaUser(name), externalId: `sub-${name}` })
      const moved = { ...person(name), email: `moved-${name}@acme.example.net` }
      const client = await ssoClient(service, provider, moved, asked(name))

      expect(must(await client.get('/api/auth/me'), 200)).to.include({ id, email: moved.email })
    })

    it('creates an account that SCIM manages once it adds the user with this subject', async () => {
      const name = aName()
      const client = await ssoClient(service, provider, person(name), asked(name))
      const { id } = must(await client.get('/api/auth/me'), 200)
      const other = await scim.post(users, oktaUser(name))
      const adopted = await add({ ...oktaUser(name), externalId: `sub-${name}`, displayName: 'Ida' })
      const state = await account(id)
      must(await client.get('/api/devices'), 200)
      const records = await recordsOf('user.update', id)
      must(
        await scim.patch(`${users}/${id}`, patch({ op: 'replace', path: 'externalId', value: `object-${name}` })),
        200,
      )
      const again = must(await (await ssoClient(service, provider, person(name), asked(name))).get('/api/auth/me'), 200)
      must(await scim.patch(`${users}/${id}`, patch({ op: 'replace', path: 'active', value: false })), 200)

      expect([other.status, adopted.id, again.id]).to.deep.equal([409, id, id])
      expect(state).to.include({ role: 'tenant_operator', scim_state: 'active', name: 'Ida' })
      expect(records).to.deep.include({
        ...{ email: `${name}@acme.example.net`, changed: ['user_name', 'external_id'], scim: 'adopted' },
      })
      expect((await client.get('/api/devices')).status).to.equal(401)
    })

    it('takes neither a local account, nor one that became a break-glass account, nor a deprovisioned one', async () => {
      const [local, glass, gone] = [aName(), aName(), aName()]
      const fields = { email: `${local}@acme.example.net`, name: 'Lo', role: 'tenant_operator', password }
      must(await admin.post(within('/api/users'), fields), 201)
      const { id } = await add(entraUser(glass))
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        User.query(trx).findById(id).patch({ isBreakGlass: true }),
      )
      const deleted = await add(entraUser(gone))
      must(await scim.delete(`${users}/${deleted.id}`), 204)

      const codes = []
      for (const name of [local, glass, gone]) {
        codes.push((await ssoLogin(service, provider, person(name), asked(name))).body.code)
      }
      const off = await scim.patch(`${users}/${id}`, patch({ op: 'replace', path: 'active', value: false }))

      expect(codes).to.deep.equal(['sso_email_taken', 'sso_email_taken', 'sso_email_taken'])
      expect([off.status, off.body.status]).to.deep.equal([403, '403'])
    })
  })

  describe('deprovisioning', () => {
    for (const [how, end] of Object.entries({
      'active: false': (id: string) => scim.patch(`${users}/${id}`, patch({ op: 'replace', value: { active: false } })),
      DELETE: (id: string) => scim.delete(`${users}/${id}`),
    })) {
      it(`with ${how} ends the session and the API token at once`, async () => {
        const name = aName()
        const { id } = await add(oktaUser(name))
        const client = await ssoClient(service, provider, person(name), asked(name))
        const { confirmation } = must(await ssoConfirm(service, provider, client, person(name)), 200)
        const confirmed = clientOf(service.url, client.token, confirmation)
        const token = must(await confirmed.post('/api/auth/tokens', { name: 'sync', role: 'tenant_operator' }), 201)
        const program = clientOf(service.url, token.token)
        must(await program.get('/api/devices'), 200)

        await end(id)

        const answers = [await client.get('/api/devices'), await program.get('/api/devices')]
        const records = must(await admin.get(`/api/audit?action=token.delete&limit=1`), 200)
        expect(answers.map(({ status }) => status)).to.deep.equal([401, 401])
        expect((await account(id)).disabled).to.equal(true)
        expect(records[0]).to.include({ actor: 'token:scim', object_id: token.id })
      })
    }

    it('removes second factors, and is recorded once with the tokens of service accounts that remain', async () => {
      const { id } = await add(oktaUser(aName()))
      const program = must(await admin.post(within('/api/service-accounts'), { name: aName(), role: 'tenant_operator' }), 201) // prettier-ignore
      const token = must(await admin.post(`/api/service-accounts/${program.id}/tokens`, { name: 'left' }), 201)
      await inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
        const now = service.dependencies.now()
        const names = {
          kind: 'passkey' as const,
          name: 'Key',
          credentialId: id,
          publicKey: Buffer.alloc(1),
          counter: '0',
        }
        const row = { ...names, id: randomUUID(), tenantId: customer.id, userId: id, transports: [] }
        await SecondFactor.query(trx).insert({ ...row, createdAt: now, confirmedAt: now })
        await trx('api_tokens').where({ id: token.id }).update({ created_by: id })
      })
      const factorsBefore = (await account(id)).second_factors

      must(await scim.delete(`${users}/${id}`), 204)

      const records = await recordsOf('user.update', id)
      const left = [{ id: token.id, name: 'left', service_account: `${program.name}@acme.service.invalid` }]
      expect([factorsBefore, (await account(id)).second_factors]).to.deep.equal([['passkey'], []])
      expect(records).to.have.length(1)
      expect(records[0]).to.include({ scim: 'deleted', tokens_left: 1 })
      expect(records[0].left).to.deep.equal(left)
    })

    it('can be undone by the provider, and not what an administrator disabled', async () => {
      const name = aName()
      const first = await add(oktaUser(name))
      must(await scim.delete(`${users}/${first.id}`), 204)
      const gone = await scim.get(`${users}/${first.id}`)
      const again = await add(oktaUser(name))
      must(await admin.patch(`/api/users/${first.id}`, { disabled: true }), 200)
      const put = must(await scim.put(`${users}/${first.id}`, oktaUser(name)), 200)

      expect([gone.status, again.id, again.active, put.active]).to.deep.equal([404, first.id, true, false])
    })
  })

  describe('an account that SCIM manages', () => {
    const refused = (answer: Answer) => [answer.status, answer.body.code]

    it('cannot be changed in Coffer, can be disabled, and enabled while it is active at the provider', async () => {
      const name = aName()
      const { id } = await add(oktaUser(name))
      const path = `/api/users/${id}`
      const changes = [{ name: 'Other' }, { email: `o-${name}@acme.example.net` }, { role: 'tenant_admin' }]
      const answers = []
      for (const change of changes) answers.push(refused(await admin.patch(path, change)))
      const off = must(await admin.patch(path, { disabled: true }), 200)
      const on = must(await admin.patch(path, { disabled: false }), 200)
      must(await scim.patch(`${users}/${id}`, patch({ op: 'replace', path: 'active', value: false })), 200)
      const inactive = refused(await admin.patch(path, { disabled: false }))
      const listed = must(await admin.get(within('/api/users')), 200).find((one: { id: string }) => one.id === id)
      must(await scim.delete(`${users}/${id}`), 204)
      const released = must(await admin.patch(path, { name: 'Other' }), 200)

      expect([...answers, inactive]).to.deep.equal(Array(4).fill([409, 'user_provisioned']))
      expect([off.disabled, on.disabled]).to.deep.equal([true, false])
      expect([off.scim_state, listed.scim_state, released.scim_state]).to.deep.equal(['active', 'inactive', null])
    })

    it('is not linked by its address at another issuer until SCIM adds it again', async () => {
      const other = await service.hasTenant('moved')
      const where = within('/api/identity-provider', other)
      must(await admin.put(where, aTenantProvider(other)), 200)
      const client = await provisionerOf(service, other)
      const body = { userName: 'bo@moved.example.net' }
      const { id } = must(await client.post(users, body), 201)

      must(await admin.put(where, aTenantProvider(other, { issuer: 'https://other.example.net' })), 200)
      const gone = await client.get(`${users}/${id}`)
      const again = must(await client.post(users, body), 201)

      expect([gone.status, again.id]).to.deep.equal([404, id])
    })
  })

  describe('a group', () => {
    it('gives its members the role of the first mapping, and without a mapping ends their access', async () => {
      const name = aName()
      const { id } = await add(entraUser(name))
      const team = await addGroup('network-team', id)
      const given = await account(id)
      const client = await ssoClient(service, provider, person(name), asked(name))
      const admins = await addGroup('network-admins')
      const added = patch({ op: 'Add', path: 'members', value: [{ value: id }] })
      must(await scim.patch(`${groups}/${admins.id}`, added), 200)
      const raised = await account(id)
      const byValue = patch({ op: 'Remove', path: 'members', value: [{ value: id }] })
      must(await scim.patch(`${groups}/${admins.id}`, byValue), 200)
      const lowered = await account(id)
      const session = await ssoClient(service, provider, person(name), asked(name))
      const byPath = patch({ op: 'remove', path: `members[value eq "${id}"]` })
      must(await scim.patch(`${groups}/${team.id}`, byPath), 200)
      const ended = await account(id)

      const statuses = [(await client.get('/api/devices')).status, (await session.get('/api/devices')).status]
      const roles = [given, raised, lowered, ended].map(({ role }) => role)
      expect(roles).to.deep.equal(['tenant_operator', 'tenant_admin', 'tenant_operator', 'tenant_custom'])
      expect(statuses).to.deep.equal([401, 401])
      for (const group of [team, admins]) must(await scim.delete(`${groups}/${group.id}`), 204)
    })

    it('gives no role with a permission that the creator of the token lacked, and records the attempt', async () => {
      const permissions = ['tenant:manage', 'user:provision', 'device:read']
      const role = must(await admin.post('/api/roles', { name: 'Accounts', permissions }), 201)
      const reading = { name: 'Reader', permissions: ['device:read'] }
      const reader = must(await admin.post(within('/api/roles'), reading), 201)
      const fields = { email: 'maker@example.net', name: 'Maker', password, role: 'platform_custom', role_id: role.id }
      must(await admin.post('/api/users', fields), 201)
      const { email } = fields
      const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
      const maker = await confirmedClient(service.url, token, password)
      const refused = await provisionerOf(service, customer, maker).catch((error: Error) => error.message)
      await setMappings([{ claim: 'groups', value: 'network-team', role_id: reader.id, role: 'tenant_custom' }])
      const weak = await provisionerOf(service, customer, maker)
      await setMappings(mappings)
      const { id } = must(await weak.post(users, oktaUser(aName())), 201)

      const answer = await weak.post(groups, { displayName: 'network-team', members: [{ value: id }] })

      const [record] = must(await admin.get('/api/audit?action=scim_group.create&outcome=refused&limit=1'), 200)
      expect(refused).to.include('role_exceeds_yours')
      expect(answer.body).to.include({ status: '403' })
      expect(answer.body.detail).to.include('config:read')
      expect(record.detail.missing).to.include('config:read')
      expect(await account(id)).to.include({ role: 'tenant_custom', role_id: null })
      expect(must(await weak.get(groups), 200).totalResults).to.equal(0)
    })

    it('takes its role when its mapping is removed, also for a token that could not give it and can only deactivate', async () => {
      const id = (await add(oktaUser(aName()))).id
      const group = await addGroup('network-admins', id)
      await setMappings(mappings.slice(1))
      const unmapped = await account(id)
      await setMappings(mappings)
      const mapped = await account(id)
      const team = await addGroup('network-team', id)
      const weaken = (trx: ScopedTransaction) =>
        trx('api_tokens').whereNotNull('grantable').update({ grantable: [], grantable_role: null })
      const identities: Answer[] = []
      try {
        await inScope(service.dependencies.knex, { kind: 'platform' }, weaken)
        const evil = patch({ op: 'replace', path: 'externalId', value: 'evil' })
        identities.push(await scim.patch(`${users}/${id}`, evil))
        for (const value of [false, true]) {
          identities.push(await scim.patch(`${users}/${id}`, patch({ op: 'replace', path: 'active', value })))
        }
        must(await scim.delete(`${groups}/${group.id}`), 204)
      } finally {
        scim = await provisionerOf(service, customer)
      }
      const taken = await account(id)
      must(await scim.delete(`${groups}/${team.id}`), 204)

      const roles = [unmapped, mapped, taken].map(({ role }) => role)
      expect(roles).to.deep.equal(['tenant_custom', 'tenant_admin', 'tenant_custom'])
      expect(identities.map(({ status }) => status)).to.deep.equal([403, 200, 200])
    })

    it('does not end a suspension, which the next login ends', async () => {
      const { id } = await add(oktaUser(aName()))
      const team = await addGroup('network-team', id)
      const read = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => User.query(trx).findById(id))
      must(await scim.delete(`${groups}/${team.id}`), 204)

      expect(read?.role).to.equal('tenant_operator')
      expect(read?.suspendedAt).to.be.instanceOf(Date)
    })

    it('is read without its members if the request excludes them', async () => {
      const team = await addGroup('many members', (await add(oktaUser(aName()))).id)
      const one = `${groups}/${team.id}`
      let memberQueries = 0
      const count = ({ sql }: { sql: string }) => (memberQueries += sql.includes('scim_group_members') ? 1 : 0)
      service.dependencies.knex.on('query', count)
      const answers: Answer[] = []
      for (const selection of [
        'excludedAttributes=members',
        'attributes=displayName',
        `excludedAttributes=${core}:Group:members`,
      ]) {
        answers.push(await scim.get(`${groups}?${selection}`), await scim.get(`${one}?${selection}`))
      }
      const withoutMembers = memberQueries
      const complete = await scim.get(one)
      service.dependencies.knex.off('query', count)
      const [partly, only] = [
        await scim.get(`${one}?excludedAttributes=members.display`),
        await scim.get(`${one}?attributes=members.value`),
      ]

      const shown = answers.flatMap(({ body }) => body.Resources ?? [body])
      for (const group of shown) expect(group).to.not.have.property('members')
      expect([shown.length >= 6, withoutMembers, memberQueries]).to.deep.equal([true, 0, 1])
      for (const { body } of [complete, partly, only]) expect(body.members).to.have.length(1)
      must(await scim.delete(one), 204)
    })

    it('of Okta is found by name, renamed without a path, replaced and deleted', async () => {
      const { id } = await add(oktaUser(aName()))
      const group = await addGroup('others', id)
      const found = must(
        await scim.get(`${groups}?filter=${encodeURIComponent('displayName eq "Others"')}&excludedAttributes=members`),
        200,
      )
      const renaming = patch({ op: 'replace', value: { id: group.id, displayName: 'network-team' } })
      const renamed = must(await scim.patch(`${groups}/${group.id}`, renaming), 200)
      const role = (await account(id)).role
      const replaced = must(await scim.put(`${groups}/${group.id}`, { displayName: 'network-team', members: [] }), 200)
      const twice = await scim.post(groups, { displayName: 'Network-Team' })
      must(await scim.delete(`${groups}/${group.id}`), 204)

      expect(found.Resources[0]).to.include({ id: group.id }).and.not.have.property('members')
      expect([renamed.members.length, role]).to.deep.equal([1, 'tenant_operator'])
      expect([replaced.members.length, (await account(id)).role]).to.deep.equal([0, 'tenant_custom'])
      expect(twice.body).to.deep.include({ status: '409', scimType: 'uniqueness' })
      expect((await scim.get(`${groups}/${group.id}`)).status).to.equal(404)
    })
  })

  describe('a request', () => {
    it('of another customer, or of the platform, finds neither users nor groups, and adds no address of service accounts', async () => {
      const other = await service.hasTenant('other')
      must(await admin.put(within('/api/identity-provider', other), aTenantProvider(other)), 200)
      must(await admin.put('/api/identity-provider', aProvider(provider)), 200)
      const { id } = await add(oktaUser(aName()))
      const group = await addGroup('foreign')
      const statuses = []
      for (const client of [await provisionerOf(service, other), await provisionerOf(service, null)]) {
        statuses.push((await client.get(`${users}/${id}`)).status)
        statuses.push((await client.put(`${users}/${id}`, oktaUser('x'))).status)
        statuses.push((await client.delete(`${users}/${id}`)).status)
        statuses.push((await client.patch(`${groups}/${group.id}`, patch({ op: 'add', path: 'members', value: [] }))).status) // prettier-ignore
        statuses.push((await client.delete(`${groups}/${group.id}`)).status)
        const member = await client.post(groups, { displayName: 'x', members: [{ value: id }] })
        statuses.push(member.status, (await client.post(users, { userName: 'bo@service.invalid' })).status)
        expect(must(await client.get(users), 200).totalResults).to.equal(0)
      }

      const each = [404, 404, 404, 404, 404, 400, 400]
      expect(statuses).to.deep.equal([...each, ...each])
    })

    it('finds no account that SCIM did not create', async () => {
      const fields = { email: 'own@acme.example.net', name: 'Own', role: 'tenant_operator', password }
      const { id } = must(await admin.post(within('/api/users'), fields), 201)

      const statuses = [await scim.get(`${users}/${id}`), await scim.delete(`${users}/${id}`)].map((one) => one.status)

      expect(statuses).to.deep.equal([404, 404])
    })

    it('needs the permission and a service account, and a provider', async () => {
      const operator = await service.as('tenant_admin', customer)
      const unset = await provisionerOf(service, await service.hasTenant('unset'))
      const answers = [
        await service.anonymous.get(users),
        await operator.get(users),
        await admin.get(users),
        await unset.post(users, oktaUser(aName())),
        await scim.get('/api/devices'),
      ]

      expect(answers.map(({ status }) => status)).to.deep.equal([401, 403, 403, 409, 403])
      for (const { body, status } of answers.slice(0, 4)) {
        expect(body).to.include({ status: String(status) })
        expect(body.schemas).to.deep.equal(['urn:ietf:params:scim:api:messages:2.0:Error'])
      }
    })

    it('without a service account is in the audit log', async () => {
      const answer = await admin.post(users, oktaUser(aName()))
      const [record] = must(await admin.get('/api/audit?action=user.create&outcome=refused&limit=1'), 200)

      expect(answer.status).to.equal(403)
      expect(record).to.deep.include({ role: 'platform_admin', detail: { missing: 'service_account' } })
    })

    it('cannot deactivate the last platform administrator', async () => {
      const role_mappings = [{ claim: 'groups', value: 'root', role: 'platform_admin' }]
      must(await admin.put('/api/identity-provider', aProvider(provider, { role_mappings })), 200)
      const client = await provisionerOf(service, null)
      const { id } = must(await client.post(users, oktaUser(aName())), 201)
      must(await client.post(groups, { displayName: 'root', members: [{ value: id }] }), 201)
      const others = { role: 'platform_admin', disabledAt: null }
      const inPlatform = (work: (trx: ScopedTransaction) => PromiseLike<unknown>) =>
        inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => work(trx))
      await inPlatform((trx) => User.query(trx).findById(id).patch({ providerSubject: 'root', suspendedAt: null }))
      await inPlatform((trx) =>
        User.query(trx)
          .where(others)
          .whereNot({ id })
          .patch({ disabledAt: new Date(0) }),
      )

      const [root] = must(await client.get(groups), 200).Resources
      must(await client.put(`${groups}/${root.id}`, { displayName: 'root' }), 200)
      const answers = [
        await client.patch(`${users}/${id}`, patch({ op: 'replace', path: 'active', value: 'False' })),
        await client.delete(`${users}/${id}`),
      ]
      await inPlatform((trx) =>
        User.query(trx)
          .where({ disabledAt: new Date(0) })
          .patch({ disabledAt: null }),
      )

      expect(answers.map(({ body }) => [body.status, body.scimType])).to.deep.equal(
        Array(2).fill(['409', 'mutability']),
      )
      expect(await account(id)).to.include({ role: 'platform_admin', disabled: false })
      expect(await recordsOf('user.update', id)).to.deep.include({ changed: ['role'], kept: 'last_admin' })
    })

    it('leaves one audit record of all that it changed, and none if it changed nothing', async () => {
      const name = aName()
      const { id } = await add(oktaUser(name))
      const group = await addGroup('recorded', id)
      const same = { displayName: 'recorded', members: [{ value: id }] }
      must(await scim.put(`${users}/${id}`, oktaUser(name)), 200)
      must(await scim.put(`${groups}/${group.id}`, same), 200)
      const changed = {
        ...oktaUser(name),
        externalId: 'next',
        userName: `next-${name}@acme.example.net`,
        displayName: 'Next',
      }
      must(await scim.put(`${users}/${id}`, changed), 200)
      must(await scim.put(`${groups}/${group.id}`, { displayName: 'recorded', externalId: 'g1' }), 200)

      expect(await recordsOf('user.update', id)).to.deep.equal([{ changed: ['name', 'user_name', 'external_id'] }])
      expect(await recordsOf('scim_group.create', group.id)).to.deep.equal([
        { name: 'recorded', members_added: 1, added: [id] },
      ])
      expect(await recordsOf('scim_group.update', group.id)).to.deep.equal([
        { name: 'recorded', changed: ['external_id', 'members'], members_removed: 1, removed: [id] },
      ])
    })

    it('with more members than a group can have changes nothing', async () => {
      const members = Array.from({ length: 20_001 }, () => ({ value: randomUUID() }))
      const answer = await scim.post(groups, { displayName: 'too many', members })
      const found = must(await scim.get(`${groups}?filter=${encodeURIComponent('displayName eq "too many"')}`), 200)

      expect([answer.body.status, answer.body.detail, found.totalResults]).to.deep.equal([
        ...['409', 'Coffer accepts 20000 members of a group, and the request results in 20001.', 0],
      ])
    })

    it('with invalid content gets an error of SCIM', async () => {
      const { id } = await add(oktaUser(aName()))
      const one = `${users}/${id}`
      const large = JSON.stringify({ userName: 'x'.repeat(1_100_000) })
      const headers = { 'content-type': 'application/scim+json' }
      const answers = [
        await scim.get(`${users}?filter=${encodeURIComponent('userName co "x"')}`),
        await scim.post(users, {}),
        await scim.send('POST', users, '{', headers),
        await scim.patch(one, patch({ op: 'remove' })),
        await scim.patch(one, patch({ op: 'remove', path: 'userName' })),
        await scim.patch(one, patch({ op: 'move', path: 'userName' })),
        await scim.patch(one, patch({ op: 'replace', path: 'active', value: 'perhaps' })),
        await scim.send('POST', users, large, headers),
        await scim.patch(one, patch({ op: 'replace', path: 'active', value: { toString: 1, valueOf: 1 } })),
        await scim.patch(one, patch({ op: { toString: 1, valueOf: 1 }, path: 'active', value: true })),
      ]

      expect(answers.map(({ body }) => [body.status, body.scimType])).to.deep.equal([
        ['400', 'invalidFilter'],
        ['400', 'invalidValue'],
        ['400', 'invalidSyntax'],
        ['400', 'noTarget'],
        ['400', 'mutability'],
        ['400', 'invalidSyntax'],
        ['400', 'invalidValue'],
        ['413', undefined],
        ['400', 'invalidValue'],
        ['400', 'invalidSyntax'],
      ])
    })
  })
})
