import { expect } from 'chai'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

describe('download addresses', () => {
  let service: TestService
  let customer: FullScene
  let person: Client
  before(async () => {
    service = await startTestService()
    customer = await createFullScene(service)
  })
  beforeEach(async () => {
    person = await service.as('tenant_operator', customer)
  })
  after(() => service.close())

  const content = () => `/api/artifacts/versions/${customer.ids['version_id']}/content?download=true`
  const archive = () => `/api/snapshots/${customer.ids['snapshot_id']}/archive?path=%2Fetc`
  const addressOf = async (path: string, client = person) =>
    must(await client.post('/api/downloads', { path }), 201).url as string

  it('serve the bytes once to a browser without a token', async () => {
    const url = await addressOf(content())

    const [first, second] = [await service.anonymous.get(url), await service.anonymous.get(url)]

    const wanted = await person.get(content())
    expect(first.status).to.equal(200)
    expect(first.bytes.equals(wanted.bytes)).to.equal(true)
    expect(first.headers.get('content-disposition')).to.equal(wanted.headers.get('content-disposition'))
    expect([second.status, second.body.code]).to.deep.equal([404, 'ticket_void'])
  })

  it('are not used up by HEAD', async () => {
    const url = await addressOf(content())

    const [look, get] = [await service.anonymous.send('HEAD', url), await service.anonymous.get(url)]
    const none = await service.anonymous.send('HEAD', `/api/downloads/${'x'.repeat(40)}`)

    expect([look.status, get.status, none.status]).to.deep.equal([200, 200, 404])
  })

  it('serve an archive with its requested query', async () => {
    const answer = await service.anonymous.get(await addressOf(archive()))

    expect(answer.status).to.equal(200)
    expect(answer.headers.get('content-type')).to.equal('application/gzip')
  })

  it('serve exports by permission: devices to readers, tenants to those who manage them', async () => {
    const reader = await service.as('tenant_readonly', customer)
    const admin = await service.as('platform_admin')

    const table = await service.anonymous.get(await addressOf('/api/devices/export?format=csv', reader))
    const document = await service.anonymous.get(await addressOf(`/api/tenants/${customer.id}/export`, admin))
    const refused = await reader.post('/api/downloads', { path: `/api/tenants/${customer.id}/export` })

    expect(table.headers.get('content-disposition')).to.contain('devices.csv')
    expect(document.headers.get('content-disposition')).to.contain('attachment')
    expect([refused.status, refused.body.missing]).to.deep.equal([403, 'tenant:manage'])
  })

  it('are audited as downloads of their creator', async () => {
    const { id } = (await person.get('/api/auth/me')).body
    const answer = await service.anonymous.get(await addressOf(content()))

    const records = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ request_id: answer.headers.get('x-request-id') }),
    )
    expect(records).to.have.length(1)
    expect(records[0]).to.include({ action: 'config.download', outcome: 'done', actor_id: id, tenant_id: customer.id })
  })

  it('are valid for a minute, and no longer than the session', async () => {
    const [late, ended] = [await addressOf(content()), await addressOf(content())]
    must(await person.post('/api/auth/logout'), 204)
    const afterLogout = await service.anonymous.get(ended)
    service.advance(60_000)
    const afterAMinute = await service.anonymous.get(late)

    expect([afterLogout.status, afterAMinute.status]).to.deep.equal([401, 404])
  })

  it('serve nothing that their creator cannot read, and only downloads', async () => {
    const other = await service.as('tenant_operator', await service.hasTenant())
    const foreign = await service.anonymous.get(await addressOf(content(), other))
    const reader = await service.as('tenant_readonly', customer)
    const refused = await reader.post('/api/downloads', { path: content() })
    const others = [
      content().replace('download=true', 'max_lines=5'),
      '/api/devices',
      '//example.net/api/devices',
      '/api/artifacts/versions/x/../../../devices?download=true',
    ]

    const answers = await Promise.all(others.map((path) => person.post('/api/downloads', { path })))

    expect(foreign.status).to.equal(404)
    expect([refused.status, refused.body.missing]).to.deep.equal([403, 'config:download'])
    const admin = await service.as('platform_admin')
    const id = customer.ids['version_id']
    const records = must(await admin.get(`/api/audit?readings_only=true&outcome=refused&object_id=${id}`), 200)
    expect(records.map(({ action, role, object }: Record<string, string>) => [action, role, object])).to.deep.equal([
      ['config.download', 'tenant_readonly', 'version'],
      ['config.download', 'tenant_operator', 'version'],
    ])
    for (const { status, body } of answers) expect([status, body.errors[0].path]).to.deep.equal([422, 'path'])
  })

  it('cannot be guessed, altered or replaced by a header', async () => {
    const url = await addressOf(content())
    const other = url.at(-2) === 'A' ? 'B' : 'A'

    const changed = await service.anonymous.get(`${url.slice(0, -2)}${other}${url.slice(-1)}`)
    const header = await service.anonymous.get('/api/devices', { authorization: 'Bearer ticket' })

    expect([changed.status, header.status]).to.deep.equal([404, 401])
  })
})
