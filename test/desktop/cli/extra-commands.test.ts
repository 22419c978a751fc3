import { expect } from 'chai'
import type { Customer, TestService } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene } from './client-scene.ts'

describe('coffer extra-commands', () => {
  let service: TestService
  let user: ClientUser
  let acme: Customer

  before(async () => {
    ;({ service, user } = await createClientScene())
    acme = await service.hasTenant('acme')
  })

  after(async () => {
    user?.end()
    await service?.close()
  })

  const coffer = (...args: string[]) => user.coffer([...args, '-t', 'acme'])

  it('adds, lists, changes and deletes one', async () => {
    await acme.hasDevice({ name: 'edge1', platform: 'netco_nxos', tags: ['core'] })
    const added = await coffer('extra-commands', 'add', 'extra-bgp', 'show bgp summary', '--device', 'edge1')
    await coffer('extra-commands', 'add', 'extra-vlans', 'show vlan', '--platform', 'netco_nxos', '--tag', 'core')
    const ofDevice = await coffer('extra-commands', '--device', 'edge1')
    const changed = await coffer('extra-commands', 'edit', 'extra-bgp', '--min-lines', '4', '--contains', '^Neighbor')
    const listed = JSON.parse((await coffer('extra-commands', '--json')).output)
    const removed = await coffer('extra-commands', 'remove', 'extra-bgp')
    const left = await coffer('extra-commands', '--platform', 'netco_nxos')

    expect([added.output, changed.output]).to.deep.equal(['extra-bgp added\n', 'extra-bgp changed\n'])
    expect(ofDevice.output)
      .to.match(/extra-bgp\s+show bgp summary\s+device edge1/)
      .and.match(/extra-vlans.*tag core/)
    expect(listed[0]).to.deep.include({ key: 'extra-bgp', min_lines: 4, contains: '^Neighbor' })
    expect(removed.errors).to.include('extra-bgp deleted')
    expect(left.output).to.include('extra-vlans').and.not.include('extra-bgp')
  })

  it('reports why a command is refused, and what is missing', async () => {
    const refused = await coffer('extra-commands', 'add', 'extra-x', 'reload', '--platform', 'netco_iosxe')
    const missing = await coffer('extra-commands', 'add', 'extra-x', 'show version')
    const unknown = await coffer('extra-commands', 'remove', 'extra-none')

    expect(refused.errors).to.include('The command reload may change the device')
    expect(missing.errors).to.include('Add --platform')
    expect(unknown.errors).to.include('No extra command is named extra-none')
    expect([refused.code, missing.code, unknown.code].every((code) => code !== 0)).to.equal(true)
  })
})
