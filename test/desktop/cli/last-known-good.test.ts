import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { Device } from '../../../service/store/models/device.ts'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type TestService, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

describe('coffer commands with --good', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n))
  let service: TestService
  let user: ClientUser

  before(async () => {
    service = await startTestService({ now: day(20) })
    const customer = await service.hasTenant('acme')
    const tenant = await createScene(service.dependencies, customer)
    const hasDevice = async (name: string) => {
      const { id } = await customer.hasDevice({ name })
      return tenant.inTransaction(({ trx }) => Device.query(trx).findById(id).throwIfNotFound().execute())
    }
    const suspicious = [message('capture_shrank', { percent: 40 })]
    const router = await hasDevice('core-1')
    await tenant.hasText(router, 'good\n', { capturedAt: day(1), lastSeenAt: day(2) })
    await tenant.hasText(router, 'short\n', { capturedAt: day(3), lastSeenAt: day(3), suspicious })
    await tenant.hasText(router, 'once\n', { key: 'inventory', capturedAt: day(1), lastSeenAt: day(1) })
    await tenant.hasText(await hasDevice('core-2'), 'short\n', { suspicious })
    const { token } = await service.as('tenant_operator', tenant as Scene)
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  it('print and save the last known good version', async () => {
    const shown = await user.coffer(['show', 'core-1', '--good'])
    const saved = await user.coffer(['download', 'core-1', '--good', '--output', '-'])

    expect([shown.output, shown.errors, saved.output]).to.deep.equal(['good\n', '', 'good\n'])
  })

  it('warn of a version that is not known to be good, and fail without a plausible version', async () => {
    const once = await user.coffer(['show', 'core-1', '--good', '-k', 'inventory'])
    const none = await user.coffer(['show', 'core-2', '--good'])
    const both = await user.coffer(['show', 'core-1', '--good', '--at', '~1'])

    expect(once.output).to.equal('once\n')
    expect(once.errors).to.include('not known to be good: No user has reviewed the version')
    expect(none.code).to.equal(5)
    expect(none.errors).to.include('[no_good_version]').and.include('All stored versions are suspicious')
    expect(both.errors).to.include('[options_exclusive]')
  })

  it('list the last known good version of each configuration with its reasons', async () => {
    const { output } = await user.coffer(['versions', 'core-1', '--good'])
    const rows = JSON.parse((await user.coffer(['versions', 'core-1', '--good', '--json'])).output)

    expect(output)
      .to.match(/^inventory +ssh +no .*No user has reviewed/m)
      .and.to.match(/^running-config +ssh +yes /m)
    expect(rows.map(({ key, good }: { key: string; good: boolean }) => [key, good])).to.deep.equal([
      ['inventory', false],
      ['running-config', true],
    ])
  })
})
