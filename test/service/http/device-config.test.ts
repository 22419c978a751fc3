import { expect } from 'chai'
import type { Device } from '../../../service/store/models/device.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

describe('the configuration of a device', () => {
  let service: TestService
  let customer: Customer
  let tenant: Scene
  let reader: Client
  let device: Device
  let versions: Version[]
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    reader = await customer.as('tenant_readonly')
    tenant = await createScene(service.dependencies, customer)
    device = await tenant.hasDevice({ name: 'core-1' })
    versions = []
    for (const [n, text] of ['vlan 1\n', 'vlan 1\nvlan 2\n'].entries()) {
      versions.push(await tenant.hasText(device, text, { capturedAt: new Date(Date.UTC(2025, 0, n + 1)) }))
    }
  })
  after(() => service.close())

  const read = (query = '', headers?: Record<string, string>) =>
    reader.send('GET', `/api/devices/${device.id}/config${query}`, undefined, headers)

  it('is the latest text of the main artifact, with the version and its time', async () => {
    const answer = await read()

    expect([answer.status, answer.body]).to.deep.equal([200, 'vlan 1\nvlan 2\n'])
    expect(answer.headers.get('content-type')).to.match(/^text\/plain/)
    expect(answer.headers.get('x-coffer-version')).to.equal(versions[1]!.id)
    expect(answer.headers.get('x-coffer-artifact')).to.equal('running-config over ssh')
    expect(answer.headers.get('x-coffer-captured-at')).to.equal('2025-01-02T00:00:00.000Z')
  })

  it('can be of an earlier time, or 404 before the first version and for other artifacts', async () => {
    const earlier = await read('?at=2025-01-01T23:59:59Z&artifact=running-config&transport=ssh')
    const before = await read('?at=2024-12-31T00:00:00Z')
    const uncollected = await read('?artifact=startup-config')
    const overApi = await read('?transport=api')
    const unknown = await read('?artifact=scf')

    expect(earlier.body).to.equal('vlan 1\n')
    expect([before, uncollected, overApi, unknown].map(({ status }) => status)).to.deep.equal([404, 404, 404, 422])
  })

  it('is answered with 304 for a known version, which is audited too', async () => {
    const etag = (await read()).headers.get('etag') ?? ''

    const same = await read('', { 'If-None-Match': etag })
    const normalised = await read('?normalised=true', { 'If-None-Match': etag })
    const records = must(
      await (
        await customer.as('tenant_admin')
      ).get(`/api/audit?action=config.read&object_id=${versions[1]!.id}&limit=2`),
      200,
    )

    expect([same.status, same.body, same.headers.get('etag')]).to.deep.equal([304, '', etag])
    expect([normalised.status, normalised.headers.get('etag')]).to.deep.equal([200, `"${versions[1]!.id}-normalised"`])
    expect(records.map(({ detail }: { detail: object }) => detail)).to.deep.equal([
      { device_id: device.id, normalised: true },
      { device_id: device.id, unchanged: true },
    ])
  })

  it('is rejected for a tree, an archive and a secret, with the operation to use instead', async () => {
    const server = await tenant.hasDevice({ platform: 'linux_server', options: { paths: ['/etc'] } })
    const tree = await tenant.hasTree(server, [['etc', {}], ['etc/motd', { bytes: 'Welcome\n' }]]) // prettier-ignore
    const balancer = await tenant.hasDevice({ platform: 'lbco_bigip' })
    const archive = await tenant.hasArchive(balancer, 'an archive', [['config', {}]])
    await tenant.hasText(balancer, 'the master key', { key: 'master-key' })

    const errorPatterns = await Promise.all(
      [`${server.id}/config?artifact=filetree`, `${balancer.id}/config?artifact=ucs`, `${balancer.id}/config?artifact=master-key`] // prettier-ignore
        .map((path) => reader.get(`/api/devices/${path}`)),
    )

    expect(errorPatterns.map(({ status, body }) => [status, body.code])).to.deep.equal([
      [409, 'is_tree'],
      [409, 'is_archive'],
      [409, 'is_secret'],
    ])
    expect(errorPatterns[0]?.body.detail).to.include(tree.snapshot.id)
    expect(errorPatterns[1]?.body.detail).to.include(archive.snapshot.id)
    expect(JSON.stringify(errorPatterns)).to.not.include('the master key')
  })

  it('is read by the device’s name in one request', async () => {
    const answer = await reader.get('/api/devices/config?name=core-1')
    const earlier = await reader.get('/api/devices/config?name=core-1&at=2025-01-01T23:59:59Z')
    const etag = answer.headers.get('etag') ?? ''
    const same = await reader.send('GET', '/api/devices/config?name=core-1', undefined, { 'If-None-Match': etag })
    const unknown = await reader.get('/api/devices/config?name=Core-1')

    expect([answer.status, answer.body, etag]).to.deep.equal([200, 'vlan 1\nvlan 2\n', `"${versions[1]!.id}"`])
    expect([earlier.body, same.status, unknown.status]).to.deep.equal(['vlan 1\n', 304, 404])
  })

  it('requires the tenant if several have a device of this name', async () => {
    const other = await service.hasTenant()
    await other.hasDevice({ name: 'core-1' })
    const platform = await service.as('platform_admin')

    const unnamed = await platform.get('/api/devices/config?name=core-1')
    const named = await platform.get(`/api/devices/config?name=core-1&tenant=${customer.id}`)

    expect([unnamed.status, unnamed.body.code]).to.deep.equal([400, 'tenant_required'])
    expect([named.status, named.body]).to.deep.equal([200, 'vlan 1\nvlan 2\n'])
  })

  it('of another tenant is not found', async () => {
    const other = await (await service.hasTenant()).as('tenant_admin')
    const answers = [
      await other.get(`/api/devices/${device.id}/config`),
      await other.get('/api/devices/config?name=core-1'),
    ]

    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404])
  })
})
