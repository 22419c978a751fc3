import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { DamagedVersion } from '../../../service/store/models/damaged-version.ts'
import type { Device } from '../../../service/store/models/device.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

type Compliance = components['schemas']['Compliance']

const goldens = '/api/golden-configurations'

describe('golden configurations over the API', () => {
  let service: TestService
  let customer: Customer
  let tenant: Scene
  let admin: Client
  let reader: Client
  let version: Version
  const devices = new Map<string, Device>()

  const text = (name: string, more = 'ntp server 10.0.0.1\n') =>
    `hostname ${name}\n${more}interface Vlan1\n no shutdown\n`
  const hasSwitch = async (name: string, content: string | null, fields: Parameters<Scene['hasText']>[2] = {}) => {
    const device = await tenant.hasDevice({ name, tags: ['access'] })
    devices.set(name, device)
    return content === null ? null : tenant.hasText(device, content, fields)
  }

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    tenant = await createScene(service.dependencies, customer)
    admin = await customer.as('tenant_admin')
    reader = await customer.as('tenant_readonly')
    version = (await hasSwitch('sw-1', text('sw-1')))!
    await hasSwitch('sw-2', text('sw-2'))
    await hasSwitch('sw-3', text('sw-3', 'ip http server\n'))
    await hasSwitch('sw-4', text('sw-4', 'ntp server 10.0.0.1\nlldp run\n'))
    await hasSwitch('sw-5', null)
    await hasSwitch('sw-6', 'short\n', { suspicious: [message('capture_shrank', { percent: 40 })] })
    const damaged = (await hasSwitch('sw-7', text('sw-7')))!
    await tenant.inTransaction(({ trx, tenantId }) =>
      DamagedVersion.query(trx).insert({ tenantId, versionId: damaged.id, foundAt: new Date() }).execute(),
    )
    await tenant.hasText(await tenant.hasDevice({ name: 'core-1', tags: ['core'] }), text('core-1'))
    await tenant.hasText(
      await tenant.hasDevice({ name: 'old-1', tags: ['access'], decommissionedAt: new Date() }),
      text('old-1'),
    )
  })
  after(() => service?.close())

  const wanted = (changes: object = {}) => ({
    ...{ name: 'Access switches', tag: 'access', version_id: version.id },
    declared_differences: [{ pattern: '^hostname (.*)' }],
    ...changes,
  })
  const add = async (changes: object = {}) => must(await admin.post(goldens, wanted(changes)), 201)
  const complianceOf = async (id: string, query = '', as = reader): Promise<Compliance> =>
    must(await as.get(`${goldens}/${id}/compliance${query}`), 200)
  const nameOf = (id: string) => [...devices].find(([, device]) => device.id === id)?.[0]
  const shown = ({ lines }: Compliance) =>
    lines.map(({ kind, path, text: line, devices: having, outlier_ids: ids }) => [
      ...[kind, [...path, line].join(' > '), having],
      ids?.map(nameOf),
    ])

  it('are created, changed and deleted, each with an audit record', async () => {
    const created = await add({ name: 'First', note: 'agreed in May' })
    const where = `${goldens}/${created.id}`
    const changed = must(await admin.patch(where, { name: 'Second', tag: 'edge', declared_differences: [] }), 200)
    const listed = must(await reader.get(goldens), 200)
    must(await admin.delete(where), 204)

    expect(created).to.deep.include({
      ...{ name: 'First', tag: 'access', platform: 'netco_iosxe', key: 'running-config', version_id: version.id },
      ...{ device: 'sw-1', note: 'agreed in May', declared_differences: [{ pattern: '^hostname (.*)' }] },
    })
    expect(changed).to.deep.include({ name: 'Second', tag: 'edge', declared_differences: [], note: 'agreed in May' })
    expect(listed).to.deep.equal([changed])
    expect((await admin.get(where)).status).to.equal(404)
    const records = must(await admin.get('/api/audit?object=golden_configuration'), 200)
    const actions = records.map(({ action }: { action: string }) => action)
    expect(actions).to.have.members(['create', 'update', 'delete'].map((verb) => `golden_configuration.${verb}`))
    const { detail } = records.find(({ action }: { action: string }) => action === 'golden_configuration.update')
    expect(detail.from).to.deep.include({ declared_differences: [{ pattern: '^hostname (.*)' }] })
    expect(detail.to).to.deep.include({ name: 'Second', declared_differences: [] })
  })

  it('show which lines devices lack, and which devices were not compared', async () => {
    const { id } = await add({ name: 'Compared' })

    const found = await complianceOf(id)

    expect(found).to.include({ devices_total: 7, devices_compared: 4, devices_without_missing: 3, devices_equal: 2 })
    expect(found).to.include({ lines_expected: 4, lines_everywhere: 3, complete: true, stopped: null })
    expect(shown(found)).to.deep.equal([['golden', 'ntp server 10.0.0.1', 3, ['sw-3']]])
    expect(found.lines[0]).to.include({ line: 2, outlier_side: 'without', outliers: 1 })
    expect(found.devices.map(({ name, missing, extra }) => [name, missing, extra])).to.deep.equal([
      ['sw-3', 1, 1],
      ['sw-4', 0, 1],
      ['sw-1', 0, 0],
      ['sw-2', 0, 0],
      ['sw-5', null, null],
      ['sw-6', null, null],
      ['sw-7', null, null],
    ])
    expect(found.devices.slice(4).map(({ not_compared: reason }) => reason!.code)).to.deep.equal([
      'not_compared_no_version',
      'not_compared_suspicious',
      'not_compared_damaged',
    ])
  })

  it('show the lines of a device, rare lines, and one line with its outliers', async () => {
    const { id } = await add({ name: 'Lines' })

    const ofDevice = await complianceOf(id, `?device_id=${devices.get('sw-3')!.id}`)
    const rare = await complianceOf(id, '?kind=rare')
    const oneLine = await complianceOf(id, '?line=2')
    const none = await complianceOf(id, '?max_lines=0')
    const notCompared = await complianceOf(id, `?device_id=${devices.get('sw-5')!.id}`)

    expect(shown(ofDevice)).to.deep.equal([
      ['golden', 'ntp server 10.0.0.1', 3, ['sw-3']],
      ['rare', 'ip http server', 1, ['sw-3']],
    ])
    expect(shown(rare).map(([, line]) => line)).to.have.members(['ip http server', 'lldp run'])
    expect(shown(oneLine)).to.deep.equal([['golden', 'ntp server 10.0.0.1', 3, ['sw-3']]])
    expect([none.lines, none.lines_total]).to.deep.equal([[], 1])
    expect(notCompared.lines).to.deep.equal([])
  })

  it('compare the latest version of each device', async () => {
    const device = await tenant.hasDevice({ name: 'late-1', tags: ['late'] })
    const golden = (await tenant.hasText(device, text('a')))!
    const { id } = await add({ name: 'Late', tag: 'late', version_id: golden.id })
    const newer = await tenant.hasText(device, text('b', ''), { capturedAt: new Date(Date.now() + 60_000) })

    const { devices: compared } = await complianceOf(id)

    expect(compared[0]).to.include({ name: 'late-1', missing: 1, extra: 0, version_id: newer.id })
  })

  it('record each reading with the compared devices, or with those that the lines of a device name', async () => {
    const { id } = await add({ name: 'Audited' })
    const device = devices.get('sw-3')!.id
    await complianceOf(id)
    await complianceOf(id, `?device_id=${device}`)
    await complianceOf(id, `?device_id=${devices.get('sw-5')!.id}`)
    must(await reader.get('/api/outliers?tag=access&platform=netco_iosxe&key=running-config'), 200)

    const records = must(await admin.get('/api/audit?action=config.search'), 200)
    const ofDevice = must(await admin.get(`/api/audit?action=config.search&device_id=${device}&object_id=${id}`), 200)

    const ours = records.filter((one: { object_id: string }) => one.object_id === id)
    const read = ours.map(({ detail }: { detail: { devices: string[] } }) => detail.devices.map(nameOf).sort())
    expect(read).to.deep.equal([[], ['sw-3'], ['sw-1', 'sw-2', 'sw-3', 'sw-4']])
    expect(ours[2].detail).to.include({ tag: 'access', key: 'running-config', version_id: version.id })
    expect(ofDevice).to.deep.equal([ours[1]])
    expect(records[0]).to.include({ object: 'configurations', action: 'config.search' })
    expect(JSON.stringify(records)).to.not.include('ntp server')
  })

  it('need no golden version to find outliers', async () => {
    const query = '/api/outliers?tag=access&platform=netco_iosxe&key=running-config'
    const found: Compliance = must(await reader.get(query), 200)

    expect(found).to.include({ golden: null, devices_compared: 4, lines_expected: 3 })
    expect(shown(found)).to.deep.equal([['common', 'ntp server 10.0.0.1', 3, ['sw-3']]])
    expect((await reader.get(query.replace('netco_iosxe', 'acme_none'))).body.errors[0]).to.include({
      ...{ path: 'platform', code: 'platform_unknown' },
    })
  })

  it('are refused with a version that cannot be golden, or patterns that are not supported', async () => {
    const faultOf = async (changes: object) =>
      (await admin.post(goldens, wanted({ name: 'x', ...changes }))).body.errors[0]
    const device = devices.get('sw-1')!
    const suspicious = await tenant.hasText(await tenant.hasDevice(), 'x\n', {
      suspicious: [message('last_section_missing')],
    })
    const server = await tenant.hasDevice({ platform: 'linux_server' })
    const tree = await tenant.hasTree(server, [])
    const foreign = await createScene(service.dependencies)
    const other = await foreign.hasText(await foreign.hasDevice(), 'x\n')
    const startup = await tenant.hasText(device, 'x\n', { key: 'startup-config' })
    const { id } = await add({ name: 'Changed' })

    expect((await faultOf({ version_id: suspicious.id })).params).to.deep.equal({ reason: 'suspicious' })
    expect((await faultOf({ version_id: tree.version.id })).params).to.deep.equal({ reason: 'tree' })
    expect(await faultOf({ version_id: other.id })).to.include({ path: 'version_id', code: 'version_not_found' })
    expect(await faultOf({ declared_differences: [{ pattern: '(a)\\1' }] })).to.include({
      path: 'declared_differences.0.pattern',
    })
    expect((await admin.patch(`${goldens}/${id}`, { version_id: startup.id })).body.errors[0]).to.include({
      ...{ path: 'version_id', code: 'golden_version_of_other_configuration' },
    })
    expect((await admin.post(goldens, wanted({ name: 'Changed' }))).body).to.include({ code: 'name_taken' })
  })

  it('are at most 100', async () => {
    const crowded = await service.hasTenant()
    const scene = await createScene(service.dependencies, crowded)
    const { id } = await scene.hasText(await scene.hasDevice(), 'x\n')
    const owner = await crowded.as('tenant_admin')
    for (let at = 0; at < 100; at++) {
      must(await owner.post(goldens, { name: `golden ${at}`, tag: 'x', version_id: id }), 201)
    }

    const refused = await owner.post(goldens, { name: 'one more', tag: 'x', version_id: id })

    expect(refused.body).to.include({ status: 409, code: 'too_many' })
  })

  it('are changed by administrators only, and hidden from other customers', async () => {
    const { id } = await add({ name: 'Own' })
    const other = await (await service.hasTenant()).as('tenant_admin')
    const operator = await customer.as('tenant_operator')

    expect((await operator.post(goldens, wanted({ name: 'y' }))).status).to.equal(403)
    expect((await reader.delete(`${goldens}/${id}`)).status).to.equal(403)
    expect((await other.get(`${goldens}/${id}`)).status).to.equal(404)
    expect((await other.get(`${goldens}/${id}/compliance`)).status).to.equal(404)
    expect(must(await other.get(goldens), 200)).to.deep.equal([])
  })
})
