import { expect } from 'chai'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { rebuildIndex } from '../../../../../service/domain/recovery/rebuild/rebuild-index.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import { TombstoneDecider } from '../../../../../service/domain/inventory/tenants/tombstone-decisions.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { emptyDatabase } from '../../../../support/database.ts'
import { dumpOf, inOne } from '../../../../support/dump-of.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'

const hourMs = 3_600_000

describe('an older dump with a rebuilt index', () => {
  const services: TestService[] = []
  let store: ObjectStore

  afterEach(async () => {
    for (const service of services.splice(0)) await service.close()
  })

  it('reads every version, including merged packs and versions after the dump', async () => {
    const service = await startTestService({ wrapStore: (disk) => (store = disk) })
    services.push(service)
    const customer = await createAgentScene(service)
    const [router, server] = [await customer.hasRouter(), await customer.hasServer()]
    for (let n = 0; n < 6; n += 1) {
      const configuration = `hostname r${n}\n${`! ${n}\n`.repeat(500)}end\n`
      await customer.backUpTexts(router, { 'running-config': configuration })
    }
    await customer.backUpTree(server, [
      ['etc', {}],
      ['etc/motd', { bytes: 'then\n' }],
    ])
    const dump = await dumpOf(service)
    const packsThen = await packsOf(customer.id)
    await customer.backUpTexts(router, { 'running-config': 'hostname after-the-dump\nend\n' })
    await mergePacks(service, customer.id)
    const before = await readAll(service, customer.id, [router, server])

    const restored = await restoreElsewhere(service, dump)
    const lines: string[] = []
    const { knex, masterKey, workers, now } = restored.dependencies
    const counts = await rebuildIndex({
      knex,
      keys: createKeyring(knex, masterKey),
      store,
      masterKey,
      workers,
      now,
      dryRun: false,
      tombstones: new TombstoneDecider(),
      onSkipped: (key) => lines.push(key),
    })

    expect(await readAll(restored, customer.id, [router, server])).to.deep.equal(before)
    expect(Object.keys(before)).to.have.length(8)
    expect(lines).to.have.members(packsThen) // each merged pack is reported
    expect(counts.versions_attached).to.equal(1)
  })

  /** Two nights: the first merges small packs, the second deletes their originals. */
  async function mergePacks(service: TestService, tenantId: string) {
    const { knex, keys, now } = service.dependencies
    service.advance(50 * hourMs)
    await sweepTenant({ knex, keys, store, now }, tenantId, { repackBytes: 1e9 })
    service.advance(24 * hourMs)
    await sweepTenant({ knex, keys, store, now }, tenantId, { repackBytes: 1e9 })
  }

  async function packsOf(tenantId: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of store.list(`tenants/${tenantId}/packs/`)) keys.push(key)
    return keys
  }

  async function restoreElsewhere({ dependencies }: TestService, dump: Buffer): Promise<TestService> {
    const db = await emptyDatabase()
    const { masterKey, now } = dependencies
    await restoreDump({ owner: db.owner, masterKey, store, now: now() }, inOne(dump))
    const restored = await startTestService({ db, masterKey, now: now(), wrapStore: () => store })
    services.push(restored)
    return restored
  }
})

/** Returns the API's answers for the content of every version, and for a file of every snapshot. */
async function readAll(service: TestService, tenantId: string, deviceIds: string[]): Promise<Record<string, string>> {
  const admin = await service.as('platform_admin')
  const all: Record<string, string> = {}
  for (const deviceId of deviceIds) {
    for (const artifact of must(await admin.get(`/api/devices/${deviceId}/artifacts?tenant=${tenantId}`), 200)) {
      if (artifact.kind !== 'text') continue
      for (const { id } of must(await admin.get(`/api/artifacts/${artifact.id}/versions?tenant=${tenantId}`), 200)) {
        const answer = await admin.get(`/api/artifacts/versions/${id}/content?tenant=${tenantId}`)
        all[id] = `${answer.status} ${answer.bytes.toString()}`
      }
    }
    for (const { id } of must(await admin.get(`/api/devices/${deviceId}/snapshots?tenant=${tenantId}`), 200)) {
      const answer = await admin.get(`/api/snapshots/${id}/file?path=/etc/motd&tenant=${tenantId}`)
      all[id] = `${answer.status} ${answer.bytes.toString()}`
    }
  }
  return all
}
