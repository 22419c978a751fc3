import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type TestService, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

describe('coffer time-machine', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n))
  let service: TestService
  let user: ClientUser

  before(async () => {
    service = await startTestService({ now: day(20) })
    const customer = await service.hasTenant('acme')
    const tenant = await createScene(service.dependencies, customer)
    const router = await tenant.hasDevice({ name: 'core-1', site: 'lyon' })
    await tenant.hasText(router, 'one\n', { capturedAt: day(1), lastSeenAt: day(2) })
    await tenant.hasText(router, 'two\n', { capturedAt: day(3), lastSeenAt: day(6) })
    await tenant.hasText(await tenant.hasDevice({ name: 'core-2' }), 'one\n', {
      capturedAt: day(1),
      lastSeenAt: day(9),
    })
    await tenant.hasDevice({ name: 'new-1' })
    const { token } = await service.as('tenant_readonly', tenant as Scene)
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  it('lists what devices held at a moment, and marks what may have changed before', async () => {
    const { code, output } = await user.coffer(['time-machine', '2026-11-02T12:00'])

    expect(code).to.equal(0)
    expect(output)
      .to.match(/^core-1 +lyon +running-config +good +- +2026-11-01 00:00:00Z +2026-11-02 00:00:00Z\? +0 +0 +\S{36}$/m)
      .and.match(/^core-2 +- +running-config +good +- +2026-11-01 00:00:00Z +2026-11-09 00:00:00Z +0 +0 /m)
      .and.match(/^new-1 +- +- +none/m)
  })

  it('lists only what changed in the minutes before, as JSON too', async () => {
    const args = ['time-machine', '2026-11-03T00:10', '--minutes', '30', '--changed']
    const table = await user.coffer(args)
    const [past] = JSON.parse((await user.coffer([...args, '--json'])).output)

    expect(table.output.trimEnd().split('\n')).to.have.length(2)
    expect(table.output).to.match(/^core-1 +lyon +running-config +good +yes /m)
    expect(past.runs.map(({ status }: { status: string }) => status)).to.deep.equal(['succeeded'])
  })

  it('filters by site, and rejects what is no time', async () => {
    expect((await user.coffer(['time-machine', '1d', '--site', 'rome'])).errors).to.include('no devices at')
    expect((await user.coffer(['time-machine', 'noon'])).errors).to.include('[option_value_invalid]')
  })
})
