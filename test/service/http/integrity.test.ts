import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { checkIntegrity } from '../../../service/domain/repository/integrity/check-integrity.ts'
import { createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

describe('the integrity report', () => {
  let service: TestService

  before(async () => (service = await startTestService()))
  after(() => service.close())

  async function check() {
    const { knex, keys, store, now } = service.dependencies
    const pause = async () => undefined
    await checkIntegrity({ knex, keys, store, now, periodDays: 30, pause, alarm: () => undefined })
  }

  it('states that everything is stored and was verified', async () => {
    const customer = await createAgentScene(service)
    await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname r1\n!\nend\n' })
    const admin = await customer.as('tenant_admin')
    const [before] = must(await admin.get('/api/storage/compliance'), 200)

    await check()
    const [after] = must(await admin.get('/api/storage/compliance'), 200)

    expect([before.standing, after.standing]).to.deep.equal(['behind', 'kept'])
    expect([before.reasons, after.reasons]).to.deep.equal([['manifests_unchecked', 'keys_unchecked'], []])
    expect(after.manifests).to.deep.include({ count: 1, checked: 1, damaged: 0 })
    expect(after.packs).to.deep.include({ count: 1, checked: 1, damaged: 0, checked_share: 1 })
    expect(after.keys.state).to.equal('good')
    expect(after.last_runs[0]).to.deep.include({ kind: 'integrity', outcome: 'done' })
  })

  it('names a damaged pack with its versions and snapshots, only to those allowed', async () => {
    const customer = await createAgentScene(service)
    const device = await customer.hasServer()
    await customer.backUpTree(device, [
      ['etc', {}],
      ['etc/motd', { bytes: 'hello\n' }],
    ])
    const folder = path.join(service.dependencies.settings.dataDirectory, 'objects/tenants', customer.id, 'packs')
    const [pack] = fs.readdirSync(folder)
    fs.truncateSync(path.join(folder, pack!), 200)
    service.advance(24 * 3_600_000)

    await check()

    const admin = await customer.as('tenant_admin')
    const other = await (await service.hasTenant()).as('tenant_admin')
    const [compliance] = must(await admin.get('/api/storage/compliance'), 200)
    const listed = must(await admin.get('/api/storage/damaged-versions'), 200)
    const [snapshot] = must(await admin.get(`/api/devices/${device}/snapshots`), 200)
    expect(compliance.standing).to.equal('damaged')
    expect(compliance.damaged_objects[0]).to.deep.include({ object: 'pack', id: pack, kind: 'length' })
    expect(listed).to.have.length(1)
    expect(listed[0]).to.deep.include({ snapshot_id: snapshot.id, device_id: device, key: 'filetree', pack_id: pack })
    expect(compliance.damaged_versions_named).to.deep.equal(listed)
    expect(must(await other.get('/api/storage/damaged-versions'), 200)).to.deep.equal([])
    const audit = must(await admin.get('/api/audit?action=integrity.damaged'), 200)
    expect(audit[0]).to.deep.include({ actor: 'service', object: 'pack', object_id: pack, outcome: 'failed' })
  })
})
