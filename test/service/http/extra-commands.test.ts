import { expect } from 'chai'
import { type Client, type Customer, must, startTestService, type TestService } from '../../support/service.ts'

const commands = '/api/extra-commands'

describe('extra commands over the API', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
  })

  after(() => service?.close())

  const wanted = (changes: object = {}) => ({
    ...{ platform: 'netco_iosxe', key: 'extra-routes', command: 'show ip route' },
    ...changes,
  })
  const faultOf = async (changes: object) => (await admin.post(commands, wanted(changes))).body.errors?.[0]

  it('are created, changed and deleted, each with an audit record', async () => {
    const created = must(await admin.post(commands, wanted({ tag: 'core', contains: 'Codes' })), 201)
    const where = `${commands}/${created.id}`
    const changed = must(await admin.patch(where, { command: 'show ip route vrf all', min_lines: 3 }), 200)
    const listed = must(await admin.get(`${commands}?platform=netco_iosxe`), 200)
    must(await admin.delete(where), 204)

    expect(created).to.deep.include({
      ...{ key: 'extra-routes', scope: 'tag', tag: 'core', device_id: null },
      ...{ command: 'show ip route', min_lines: 1, contains: 'Codes' },
    })
    expect(changed).to.include({ command: 'show ip route vrf all', min_lines: 3, contains: 'Codes' })
    expect(listed).to.deep.equal([changed])
    expect((await admin.get(where)).status).to.equal(404)
    const records = must(await admin.get('/api/audit?object=extra_command'), 200)
    const ours = records.filter((one: { object_id: string }) => one.object_id === created.id)
    const actions = ours.map(({ action }: { action: string }) => action)
    expect(actions).to.include.members(['extra_command.create', 'extra_command.update', 'extra_command.delete'])
    const update = ours.find((one: { action: string }) => one.action === 'extra_command.update')
    expect(update.detail.from).to.deep.include({ command: 'show ip route', min_lines: 1 })
    expect(update.detail.to).to.deep.include({ command: 'show ip route vrf all', min_lines: 3 })
  })

  for (const [command, code] of [
    ['reload', 'command_changes_device'],
    ['configure terminal', 'command_changes_device'],
    ['terminal length 0', 'command_not_display'],
    ['enable', 'command_changes_device'],
    ['ping 192.0.2.1', 'command_changes_device'],
    ['show version | redirect flash:x', 'command_starts_others'],
    ['show version; reload', 'command_starts_others'],
    ['show version" reload "', 'command_starts_others'],
    ['show aaa password hunter2', 'command_contains_secret'],
  ] as const) {
    it(`cannot be ${command}`, async () => {
      const fault = await faultOf({ command })

      expect(fault).to.deep.include({ path: 'command', code: 'extra_command_refused' })
      expect(fault.params.reason.code).to.equal(code)
    })
  }

  it('use the display verbs of the family of their platform', async () => {
    const fortios = must(
      await admin.post(commands, wanted({ platform: 'fwco_fortios', command: 'get router info' })),
      201,
    )
    const panos = must(
      await admin.post(commands, wanted({ platform: 'pafw_panos', command: 'show routing route' })),
      201,
    )
    const refused = await faultOf({ platform: 'pafw_panos', command: 'request system reboot' })

    expect([fortios.platform, panos.platform]).to.deep.equal(['fwco_fortios', 'pafw_panos'])
    expect(refused.params.reason.code).to.equal('command_changes_device')
  })

  for (const [platform, command, artifact] of [
    ['netco_iosxe', 'show  running-config', 'running-config'],
    ['fwco_fortios', 'show full-configuration | grep .', 'full-configuration'],
  ])
    it(`cannot be the command with which ${platform} reads its ${artifact}`, async () => {
      const fault = await faultOf({ platform, command })

      expect(fault).to.deep.include({ path: 'command', code: 'extra_command_of_platform', params: { artifact } })
    })

  it('are refused for a platform without a command line', async () => {
    for (const platform of ['linux_server', 'netco_meraki', 'lbco_bigip'])
      expect(await faultOf({ platform })).to.deep.include({ path: 'platform', code: 'platform_without_commands' })
  })

  it('are refused with a pattern that is not supported or matches every text', async () => {
    expect(await faultOf({ contains: '(?=a)' })).to.deep.include({ path: 'contains', code: 'extra_command_refused' })
    expect(await faultOf({ contains: 'a*' })).to.deep.include({ path: 'contains', code: 'extra_command_refused' })
  })

  it('never have the key of an artifact of a platform', async () => {
    const platformKey = await admin.post(commands, wanted({ key: 'running-config' }))
    const document = `coffer: 1\nid: acme\nname: Acme\nvendor: Acme\nextends: cisco_like\nevidence: { level: modelled }\n`
    const artifact = `artifacts: { extra-routes: { commands: [show ip route], min_lines: 2 } }\n`
    const checked = must(await admin.post('/api/platforms/check', { source: document + artifact }), 200)

    expect(platformKey.status).to.equal(422)
    expect(checked.errors[0]).to.include({ path: 'artifacts', code: 'document_value_invalid' })
  })

  it('have one key for the same devices, and are at most ten', async () => {
    const tag = 'many'
    for (let at = 0; at < 10; at++) must(await admin.post(commands, wanted({ tag, key: `extra-${at}` })), 201)

    const eleventh = await admin.post(commands, wanted({ tag, key: 'extra-10' }))
    must(await admin.post(commands, wanted({ tag: 'few' })), 201)
    const repeated = await admin.post(commands, wanted({ tag: 'few' }))

    expect(eleventh.body).to.include({ status: 409, code: 'too_many' })
    expect(repeated.body).to.include({ status: 409, code: 'extra_command_exists' })
  })

  it('are for a tag or a device of the platform, not for both', async () => {
    const device = await customer.hasDevice({ platform: 'netco_nxos' })
    const foreign = await (await service.hasTenant()).hasDevice()

    expect(await faultOf({ device_id: device.id })).to.deep.include({ code: 'device_of_other_platform' })
    expect(await faultOf({ device_id: foreign.id })).to.deep.include({ path: 'device_id', code: 'device_not_found' })
    expect(await faultOf({ device_id: device.id, tag: 'core' })).to.deep.include({ path: 'tag', code: 'contradicts' })
  })

  it('are readable for every role of the customer, and writable for its administrators', async () => {
    const reader = await customer.as('tenant_operator')
    const other = await (await service.hasTenant()).as('tenant_admin')
    const created = must(await admin.post(commands, wanted({ key: 'extra-own' })), 201)

    expect((await reader.post(commands, wanted({ key: 'extra-two' }))).status).to.equal(403)
    expect((await reader.get(`${commands}/${created.id}`)).status).to.equal(200)
    expect((await other.get(`${commands}/${created.id}`)).status).to.equal(404)
    expect(must(await other.get(commands), 200)).to.deep.equal([])
  })
})
