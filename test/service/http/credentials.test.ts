import { expect } from 'chai'
import { openSecrets } from '../../../service/domain/inventory/credentials/credential-secrets.ts'
import { Credential } from '../../../service/store/models/credential.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

const unknownId = '018f0000-0000-7000-8000-000000000000'

/** Unique words, so that leaks can be found. */
const secrets = {
  password: 'hunter2-password',
  enable_secret: 'hunter2-enable',
  api_token: 'hunter2-token',
  ssh_private_key: '-----BEGIN KEY-----\nhunter2-key\n-----END KEY-----\n',
  ssh_key_passphrase: 'hunter2-passphrase',
}

describe('credentials', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
  })

  after(() => service.close())

  const rowOf = (id: string) =>
    inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      Credential.query(trx).findById(id).throwIfNotFound(),
    )

  const openedOf = async (id: string) => openSecrets(await service.dependencies.keys.of(customer.id), await rowOf(id))

  it('list which secrets they have, but never return their values', async () => {
    const created = await admin.post('/api/credentials', { name: 'routers', username: 'backup', ...secrets })
    const { id } = must(created, 201)
    const answers = [
      created,
      await admin.get(`/api/credentials/${id}`),
      await admin.get('/api/credentials'),
      await admin.patch(`/api/credentials/${id}`, { description: 'all of them' }),
      await (await service.as('platform_admin')).get(`/api/credentials/${id}`),
      await admin.get('/api/audit'),
      await admin.patch(`/api/credentials/${id}`, { password: `${secrets.password}\0` }),
      await admin.post('/api/credentials', { name: 'routers', ...secrets }),
    ]

    for (const answer of answers) expect(answer.bytes.toString()).not.to.include('hunter2')
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 200, 200, 200, 200, 200, 422, 409])
    expect(created.body).to.deep.include({
      name: 'routers',
      username: 'backup',
      description: null,
      secrets_set: Object.keys(secrets),
      devices_count: 0,
    })
  })

  it('store their secrets sealed for their row under the tenant’s key', async () => {
    const { id } = must(await admin.post('/api/credentials', { name: 'sealed', ...secrets }), 201)
    const row = await rowOf(id)
    const keys = await service.dependencies.keys.of(customer.id)
    const otherKeys = await service.dependencies.keys.of((await service.hasTenant()).id)

    expect(row.secrets.toString('latin1')).not.to.include('hunter2')
    expect(openSecrets(keys, row)).to.deep.equal(secrets)
    expect(() => openSecrets(otherKeys, row)).to.throw()
    expect(() => openSecrets(keys, Object.assign(row.$clone(), { id: unknownId }))).to.throw()
  })

  it('keep a secret that is not named, change a named one, and delete a null one', async () => {
    const { id } = must(await admin.post('/api/credentials', { name: 'changing', ...secrets }), 201)

    const answer = await admin.patch(`/api/credentials/${id}`, { password: 'new', enable_secret: null, username: 'x' })

    expect(answer.body).to.deep.include({
      username: 'x',
      secrets_set: ['password', 'api_token', 'ssh_private_key', 'ssh_key_passphrase'],
    })
    const { enable_secret: _, ...kept } = secrets
    expect(await openedOf(id)).to.deep.equal({ ...kept, password: 'new' })
    const records = must(await admin.get('/api/audit?action=credential.update'), 200)
    expect(records[0].detail).to.deep.equal({ changed: ['username', 'password', 'enable_secret'] })
  })

  it('count the devices that use them, each once, over any transport', async () => {
    const [one, two] = [await customer.hasCredential(), await customer.hasCredential()]
    await customer.hasDevice({ credential_id: one.id, credential_api_id: one.id, credential_ssh_id: two.id })
    await customer.hasDevice({ credential_api_id: one.id })

    const counts = [one, two].map(async ({ id }) => must(await admin.get(`/api/credentials/${id}`), 200).devices_count)

    expect(await Promise.all(counts)).to.deep.equal([2, 1])
  })

  for (const path of ['credential_id', 'credential_api_id', 'credential_ssh_id'] as const) {
    it(`cannot be deleted while a device uses them by ${path}`, async () => {
      const credential = await customer.hasCredential()
      const device = await customer.hasDevice({ [path]: credential.id })

      const used = await admin.delete(`/api/credentials/${credential.id}`)
      must(await admin.patch(`/api/devices/${device.id}`, { [path]: null }), 200)
      const unused = await admin.delete(`/api/credentials/${credential.id}`)

      expect([used.status, used.body.code]).to.deep.equal([409, 'credential_in_use'])
      expect(unused.status).to.equal(204)
      expect((await admin.get(`/api/credentials/${credential.id}`)).status).to.equal(404)
    })
  }

  it('cannot be deleted while a user assigns them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const credential = await customer.hasCredential()
      const device = await customer.hasDevice()

      const [attached, deleted] = await Promise.all([
        admin.patch(`/api/devices/${device.id}`, { credential_id: credential.id }),
        admin.delete(`/api/credentials/${credential.id}`),
      ])

      expect([
        [200, 409],
        [422, 204],
      ]).to.deep.include([attached.status, deleted.status])
    }
  })

  it('have unique names within the tenant', async () => {
    const [one, two] = [await customer.hasCredential(), await customer.hasCredential()]
    const elsewhere = await (await service.hasTenant()).as('tenant_admin')

    const again = await admin.post('/api/credentials', { name: one.name })
    const renamed = await admin.patch(`/api/credentials/${two.id}`, { name: one.name })
    const other = await elsewhere.post('/api/credentials', { name: one.name })

    expect([again.status, again.body.code]).to.deep.equal([409, 'name_taken'])
    expect([renamed.status, renamed.body.code]).to.deep.equal([409, 'name_taken'])
    expect(other.status).to.equal(201)
  })

  it('are listed by name in pages, and searched by name, account and description', async () => {
    const own = await service.hasTenant()
    const reader = await own.as('tenant_readonly')
    await own.hasCredential({ name: 'b', username: 'Root' })
    await own.hasCredential({ name: 'a', description: '100% of them' })
    const list = async (query: string) => {
      const answer = await reader.get(`/api/credentials?${query}`)
      return { names: must(answer, 200).map((one: { name: string }) => one.name), link: answer.headers.get('link') }
    }

    const first = await list('limit=1')
    const cursor = /cursor=([^&>]+)/.exec(first.link ?? '')?.[1]

    expect(first.names).to.deep.equal(['a'])
    expect(await list(`limit=1&cursor=${cursor}`)).to.deep.equal({ names: ['b'], link: null })
    expect((await list('q=root')).names).to.deep.equal(['b'])
    expect((await list('q=0%25')).names).to.deep.equal(['a'])
  })

  it('are isolated by tenant, and written only by administrators', async () => {
    const credential = await customer.hasCredential()
    const stranger = await (await service.hasTenant()).as('tenant_admin')
    const operator = await customer.as('tenant_operator')

    for (const send of [
      (id: string) => stranger.get(`/api/credentials/${id}`),
      (id: string) => stranger.patch(`/api/credentials/${id}`, { name: 'x' }),
      (id: string) => stranger.delete(`/api/credentials/${id}`),
    ]) {
      const [foreign, unknown] = [await send(credential.id), await send(unknownId)]
      expect(foreign.status).to.equal(404)
      expect({ ...foreign.body, request_id: '' }).to.deep.equal({ ...unknown.body, request_id: '' })
    }
    expect((await operator.post('/api/credentials', { name: 'x' })).body.missing).to.equal('credential:write')
  })
})
