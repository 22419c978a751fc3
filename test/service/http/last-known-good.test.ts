import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { inScope } from '../../../service/store/scope.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'

describe('the last known good version over HTTP', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  let service: TestService
  let customer: Customer
  let reader: Client
  let deviceId: string
  let good: Version
  let startup: Version
  let tree: Version

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    reader = await customer.as('tenant_readonly')
    const tenant = await createScene(service.dependencies, customer)
    const device = await tenant.hasDevice({ name: 'edge-1' })
    deviceId = device.id
    await tenant.hasText(device, 'hostname old\n', { capturedAt: at(1), lastSeenAt: at(2) })
    good = await tenant.hasText(device, 'hostname good\n', { capturedAt: at(3), lastSeenAt: at(4) })
    const partial = { capturedAt: at(5), lastSeenAt: at(6), facts: { partial: true } }
    await tenant.hasText(device, 'hostname partial\n', partial)
    const suspicious = [message('capture_shrank', { percent: 40 })]
    await tenant.hasText(device, 'hostname short\n', { capturedAt: at(7), lastSeenAt: at(8), suspicious })
    startup = await tenant.hasText(device, 'hostname lab\n', {
      key: 'startup-config',
      capturedAt: at(1),
      lastSeenAt: at(1),
      labMode: true,
    })
    const stored = await tenant.hasTree(device, [['etc', {}]], { capturedAt: at(1), lastSeenAt: at(2) })
    tree = stored.version
    await tenant.inTransaction(({ trx }) => trx('snapshots').where({ id: stored.snapshot.id }).update({ problems: 1 }))
  })
  after(() => service.close())

  it('is found in one request for all configurations of a device, with the criteria that fail', async () => {
    const found: LastKnownGood[] = must(await reader.get(`/api/devices/${deviceId}/last-known-good`), 200)

    const summary = found.map(({ key, good: isGood, version, failing }) => [
      key,
      isGood,
      version?.id,
      failing.map(({ code }) => code),
    ])
    expect(summary).to.deep.equal([
      ['filetree', false, tree.id, ['not_good_partial']],
      ['running-config', true, good.id, []],
      ['startup-config', false, startup.id, ['not_good_unconfirmed', 'not_good_lab_mode']],
    ])
  })

  it('is found for one lineage, with reasons in the language of the client', async () => {
    const english = must(await reader.get(`/api/artifacts/${good.artifactId}/last-known-good`), 200)
    const path = `/api/artifacts/${startup.artifactId}/last-known-good`
    const french = must(await reader.get(path, { 'accept-language': 'fr' }), 200)

    expect(english).to.include({ artifact_id: good.artifactId, device_id: deviceId, good: true })
    expect(english.version).to.include({ id: good.id, key: 'running-config' })
    expect(french.reasons).to.include('L’agent était en mode labo lors de la collecte de la version.')
  })

  it('uses the same number of statements for any number of lineages', async () => {
    const tenant = await createScene(service.dependencies, customer)
    const statementsOf = async (path: string) => {
      let count = 0
      const counted = () => (count += 1)
      service.dependencies.knex.on('query', counted)
      must(await reader.get(path), 200)
      service.dependencies.knex.off('query', counted)
      return count
    }
    const path = `/api/devices/${deviceId}/last-known-good`
    const before = await statementsOf(path)
    const device = await tenant.inTransaction(({ trx }) => trx('devices').where({ id: deviceId }).first())
    await tenant.hasText(device, 'one more\n', { key: 'inventory', capturedAt: at(1), lastSeenAt: at(2) })

    expect(await statementsOf(path)).to.equal(before)
  })

  it('is unknown to users of other tenants, and recorded as a read', async () => {
    const foreign = await (await service.hasTenant()).as('tenant_admin')
    const device = await foreign.get(`/api/devices/${deviceId}/last-known-good`)
    const lineage = await foreign.get(`/api/artifacts/${good.artifactId}/last-known-good`)
    const own = await reader.get(`/api/artifacts/${good.artifactId}/last-known-good`)
    const records = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ request_id: own.headers.get('x-request-id') }),
    )

    expect([device.status, lineage.status]).to.deep.equal([404, 404])
    expect(records.map(({ action, object_id: id }) => [action, id])).to.deep.equal([['version.list', good.artifactId]])
  })
})

interface LastKnownGood {
  key: string
  good: boolean
  version: { id: string } | null
  failing: { code: string }[]
}
