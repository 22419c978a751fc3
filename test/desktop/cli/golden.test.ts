import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type TestService, startTestService } from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'

describe('coffer golden', () => {
  let service: TestService
  let user: ClientUser

  before(async () => {
    service = await startTestService()
    const customer = await service.hasTenant('acme')
    const tenant = await createScene(service.dependencies, customer)
    const text = (name: string, more = 'ntp server 10.0.0.1\n') => `hostname ${name}\n${more}vlan 10\n name users\n`
    for (const [name, more] of [
      ['sw1', undefined],
      ['sw2', undefined],
      ['sw3', 'ip http server\n'],
    ] as const) {
      await tenant.hasText(await tenant.hasDevice({ name, site: 'lyon', tags: ['access'] }), text(name, more))
    }
    await tenant.hasDevice({ name: 'sw4', tags: ['access'] })
    const { token } = await customer.as('tenant_admin')
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user?.end()
    await service?.close()
  })

  it('adds, lists, changes and deletes a golden configuration', async () => {
    const added = await user.coffer(['golden', 'add', 'first', 'sw1', '--tag', 'access', '--note', 'agreed'])
    const listed = await user.coffer(['golden', 'list'])
    const changed = await user.coffer([
      ...['golden', 'set', 'first', '--device', 'sw3', '--name', 'second'],
      ...['--ignore', '^hostname (.*)'],
    ])
    const [golden] = JSON.parse((await user.coffer(['golden', 'list', '--json'])).output)
    const removed = await user.coffer(['golden', 'remove', 'second'])
    const left = await user.coffer(['golden', 'list'])

    expect([added.output, changed.output]).to.deep.equal(['first added\n', 'second changed\n'])
    expect(listed.output).to.match(/^first +access +netco_iosxe +running-config +sw1 /m)
    expect(golden).to.deep.include({ name: 'second', device: 'sw3', note: 'agreed' })
    expect(golden.declared_differences).to.deep.equal([{ pattern: '^hostname (.*)' }])
    expect(removed.errors).to.include('second deleted')
    expect(left.errors).to.include('no golden configurations')
  })

  it('shows devices and lines that differ, and exits with 8', async () => {
    await user.coffer(['golden', 'add', 'access', 'sw1', '--tag', 'access', '--ignore', '^hostname (.*)'])

    const devices = await user.coffer(['golden', 'show', 'access'])
    const lines = await user.coffer(['golden', 'show', 'access', '--lines'])
    const ofDevice = await user.coffer(['golden', 'show', 'access', '--device', 'sw3'])
    const json = JSON.parse((await user.coffer(['golden', 'show', 'access', '--json'])).output)

    expect([devices.code, lines.code, ofDevice.code]).to.deep.equal([8, 8, 8])
    expect(devices.output.trimEnd().split('\n')).to.have.length(5)
    expect(devices.output)
      .to.match(/^sw3 +lyon +1 +1 +\S{36} +-$/m)
      .and.match(/^sw1 +lyon +0 +0 /m)
      .and.match(/^sw4 +- +- +- +- +No version of this configuration is stored\.$/m)
    expect(devices.errors).to.include('2 of 3 devices have every line; 1 not compared')
    expect(lines.output.trimEnd().split('\n')).to.have.length(2)
    expect(lines.output).to.match(/^ +2 +golden +2 of 3 +without: sw3 +ntp server 10\.0\.0\.1$/m)
    expect(ofDevice.output).to.match(/^ +- +rare +1 of 3 +with: sw3 +ip http server$/m)
    expect(json).to.include({ devices_total: 4, devices_compared: 3, complete: true })
  })

  it('finds outliers without a golden version', async () => {
    const args = ['outliers', '--tag', 'access', '--platform', 'netco_iosxe']

    const lines = await user.coffer([...args, '--lines'])
    const missing = await user.coffer(['outliers', '--tag', 'access'])

    expect(lines.output).to.match(/^ +- +common +2 of 3 +without: sw3 +ntp server 10\.0\.0\.1$/m)
    expect([lines.code, missing.code]).to.deep.equal([8, 2])
  })

  it('reports what is missing or unknown', async () => {
    const withoutTag = await user.coffer(['golden', 'add', 'x', 'sw1'])
    const nothing = await user.coffer(['golden', 'set', 'access'])
    const unknown = await user.coffer(['golden', 'show', 'none'])
    const pattern = await user.coffer(['golden', 'add', 'x', 'sw1', '--tag', 'a', '--ignore', '(a)\\1'])

    expect(withoutTag.errors).to.include('missing required options: --tag')
    expect(nothing.code).to.equal(2)
    expect(unknown.errors).to.include('No golden configuration is named none')
    expect(pattern.errors).to.include('declared_differences.0.pattern')
  })
})
