import { expect } from 'chai'
import { Device } from '../../../service/store/models/device.ts'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type TestService, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

describe('coffer blame', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n))
  const ids: string[] = []
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
    const router = await hasDevice('core-1')
    const texts = ['hostname core-1\nntp server 192.0.2.1\n', 'hostname core-1\nntp server 192.0.2.1 (old)\nvlan 7\n']
    for (const [at, text] of texts.entries()) {
      const review = at === 1 ? { reviewedAt: day(9), reviewedBy: 'olga', reviewTicket: 'CHG-7', added: 2, removed: 1 } : {} // prettier-ignore
      const fields = { capturedAt: day(at + 1), lastSeenAt: day(at + 2), facts: { author: `user-${at}` }, ...review }
      ids.push((await tenant.hasText(router, text, fields)).id)
    }
    await tenant.hasText(await hasDevice('core-2'), 'hostname core-2\nntp server 192.0.2.1 (old)\n')
    await tenant.hasText(
      await hasDevice('core-3'),
      'hostname core-3\nntp server 192.0.2.1 (older)\nntp server 192.0.2.1\n',
    )
    const { token } = await service.as('tenant_readonly', tenant as Scene)
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  it('prints each line with the time, author, ticket and version of its origin', async () => {
    const { code, output } = await user.coffer(['blame', 'core-1'])

    expect(code).to.equal(0)
    expect(output.split('\n').map((line) => line.split(/ {2,}/))).to.deep.equal([
      ['SINCE', 'AUTHOR', 'TICKET', 'VERSION', 'LINE', 'TEXT'],
      ['2026-11-01 00:00:00Z', 'user-0', '-', ids[0], '1', 'hostname core-1'],
      ['2026-11-02 00:00:00Z', 'user-1', 'CHG-7', ids[1], '2', 'ntp server 192.0.2.1 (old)'],
      ['2026-11-02 00:00:00Z', 'user-1', 'CHG-7', ids[1], '3', 'vlan 7'],
      [''],
    ])
  })

  it('prints some lines as JSON, of an older version too', async () => {
    const [line] = JSON.parse((await user.coffer(['blame', 'core-1', '--lines', '2', '--json'])).output)
    const older = await user.coffer(['blame', 'core-1', '--at', '~1', '--lines', '2-9'])

    expect(line).to.include({ line: 2, text: 'ntp server 192.0.2.1 (old)', version_id: ids[1] })
    expect(line).to.include({ previous_version_id: ids[0], last_seen_without_at: '2026-11-02T00:00:00.000Z' })
    expect(older.output).to.match(/2026-11-01 00:00:00Z +user-0 +- +\S+ +2 +ntp server 192\.0\.2\.1$/m)
  })

  it('lists other devices with exactly this line', async () => {
    const { code, output } = await user.coffer(['blame', 'core-1', '--lines', '2', '--elsewhere'])

    expect(code).to.equal(0)
    expect(output.trimEnd().split('\n').slice(1)).to.have.length(1)
    expect(output).to.match(/^core-2 +- +running-config +2$/m)
  })

  it('rejects lines that are no range, and --elsewhere without one line', async () => {
    const reversed = await user.coffer(['blame', 'core-1', '--lines', '9-2'])
    const many = await user.coffer(['blame', 'core-1', '--elsewhere'])
    const beyond = await user.coffer(['blame', 'core-1', '--lines', '99', '--elsewhere'])

    expect(reversed.errors).to.include('a line number or a range, such as 12 or 12-40')
    expect(many.errors).to.include('[options_missing]')
    expect(beyond.errors).to.include('the number of an existing line')
  })
})
