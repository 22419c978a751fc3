import { expect } from 'chai'
import { up } from '../../../service/store/migrations/0032-audit-devices.ts'
import type { Device } from '../../../service/store/models/device.ts'
import { Version } from '../../../service/store/models/version.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

interface Found {
  action: string
  device_id: string | null
  device_name: string | null
  artifact_key: string | null
}

describe('the device of an audit record', () => {
  let service: TestService
  let own: Customer
  let tenant: Scene
  let router: Device
  let other: Device
  let version: Version
  let admin: Client
  before(async () => {
    service = await startTestService()
    own = await service.hasTenant('acme')
    tenant = await createScene(service.dependencies, own)
    router = await tenant.hasDevice({ name: 'edge-1' })
    other = await tenant.hasDevice({ name: 'a-edge-1' })
    version = await tenant.hasText(router, 'hostname edge-1\n')
    await tenant.hasText(router, 'hostname edge-1\nend\n')
    const { snapshot } = await tenant.hasTree(other, [['etc', {}], ['etc/motd', { bytes: 'hi\n' }]]) // prettier-ignore
    admin = await own.as('tenant_admin')
    must(await admin.get(`/api/artifacts/versions/${version.id}/content`), 200)
    must(await admin.get(`/api/artifacts/${version.artifactId}/versions`), 200)
    must(await admin.get(`/api/snapshots/${snapshot.id}/browse`), 200)
    must(await admin.patch(`/api/devices/${router.id}`, { site: 'Ghent' }), 200)
    must(await admin.post('/api/credentials', { name: 'routers' }), 201)
  })
  after(() => service.close())

  const list = async (client: Client, query = ''): Promise<Found[]> =>
    must(await client.get(`/api/audit?sort=ts&${query}`), 200)
  const said = (records: Found[]) =>
    records.map(({ action, device_name: name, artifact_key: key }) => [action, name, key])
  const ofRouter = [
    ['config.read', 'edge-1', 'running-config'],
    ['version.list', 'edge-1', 'running-config'],
    ['device.update', 'edge-1', null],
  ]

  it('is named, even if the object is a version, a lineage or a snapshot', async () => {
    expect(said(await list(admin)).slice(-5)).to.deep.equal([
      ...ofRouter.slice(0, 2),
      ['snapshot.browse', 'a-edge-1', 'filetree'],
      ...ofRouter.slice(2),
      ['credential.create', null, null],
    ])
  })

  it('filters all its records by id and by its whole name', async () => {
    expect(said(await list(admin, `device_id=${router.id}`))).to.deep.equal(ofRouter)
    expect(said(await list(admin, 'device_name=edge-1'))).to.deep.equal(ofRouter)
    expect(said(await list(admin, 'device_name=edge'))).to.deep.equal([])
    expect(said(await list(admin, `device_id=${router.id}&readings_only=true`))).to.deep.equal(ofRouter.slice(0, 2))
  })

  it('filters the records of one configuration', async () => {
    const ofConfiguration = `device_id=${router.id}&artifact_key=running-config`

    expect(said(await list(admin, ofConfiguration))).to.deep.equal(ofRouter.slice(0, 2))
    expect(said(await list(admin, 'artifact_key=filetree'))).to.deep.equal([
      ['snapshot.browse', 'a-edge-1', 'filetree'],
    ])
    expect(said(await list(admin, `device_id=${router.id}&artifact_key=filetree`))).to.deep.equal([])
  })

  it('of another tenant matches nothing', async () => {
    const stranger = await (await service.hasTenant('other')).as('tenant_admin')

    expect(await list(stranger, 'device_name=edge-1')).to.deep.equal([])
    expect((await stranger.get(`/api/audit?device_id=${router.id}`)).body).to.deep.equal([])
  })

  it('stays known after retention has deleted the version', async () => {
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => Version.query(trx).deleteById(version.id))

    expect(said(await list(admin, `device_id=${router.id}&action=config.read`))).to.deep.equal(ofRouter.slice(0, 1))
  })

  it('is added to earlier records by the upgrade, if their objects exist', async () => {
    const before = await list(admin)
    const { owner } = service.db
    await owner.raw('alter table audit drop column device_id cascade, drop column artifact_key cascade')

    await owner.transaction((trx) => up(trx))

    const isLost = ({ action }: Found) => action === 'config.read'
    const expected = before.map((one) => (isLost(one) ? { ...one, device_id: null, device_name: null, artifact_key: null } : one)) // prettier-ignore
    expect(await list(admin)).to.deep.equal(expected)
  })
})
