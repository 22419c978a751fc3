import { expect } from 'chai'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { applyPurge } from '../../../../../service/domain/recovery/purge/apply-purge.ts'
import { runRetention } from '../../../../../service/domain/repository/retention/run-retention.ts'
import { rebuildIndex } from '../../../../../service/domain/recovery/rebuild/rebuild-index.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import { TombstoneDecider } from '../../../../../service/domain/inventory/tenants/tombstone-decisions.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { emptyDatabase } from '../../../../support/database.ts'
import { dumpOf, inOne } from '../../../../support/dump-of.ts'
import { createFaultyStore } from '../../../../support/faulty-store.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'
import { policyDependencies } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000

describe('a restored or rebuilt database', () => {
  const services: TestService[] = []
  let store: ObjectStore
  let service: TestService
  let customer: AgentScene
  let router: string

  beforeEach(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = disk) })
    services.push(service)
    customer = await createAgentScene(service)
    router = await customer.hasRouter()
  })

  afterEach(async () => {
    for (const one of services.splice(0)) await one.close()
  })

  const backUp = async (...names: string[]) => {
    for (const name of names) await customer.backUpTexts(router, { 'running-config': `hostname ${name}\nend\n` })
  }

  it('is not swept after a rebuild from an incomplete listing', async () => {
    await backUp('a')
    const dump = await dumpOf(service)
    await backUp('b', 'c', 'd', 'e', 'f', 'g')
    const wrong = createFaultyStore(store, ({ method }) => (method === 'list' ? 'empty_listing' : undefined))
    const short = createFaultyStore(store, ({ method, key }) =>
      method === 'list' && /packs|manifests/.test(key) ? 'wrong_listing' : undefined,
    )
    const restored = await restoreElsewhere(dump)
    for (const from of [wrong, short]) await rebuild(restored, from).catch(() => undefined)

    restored.advance(3 * dayMs)
    const swept = await sweep(restored)
    const counts = await rebuild(restored, store)

    expect(swept.outcome).to.equal('stopped')
    expect(swept.reason?.code).to.equal('database_restored')
    expect(counts.manifests).to.equal(7)
    expect((await rowsOf(restored, 'versions')).length).to.equal(7)
    expect((await sweep(restored)).outcome).to.equal('stopped')
  })

  it('deletes no reinstated device or version until a user acknowledges the restore', async () => {
    await backUp('a')
    const admin = customer.admin
    const tenant = `?tenant=${customer.id}`
    must(await admin.patch(`/api/tenants/${customer.id}${tenant}`, { decommissioned_retention_days: 5 }), 200)
    must(await admin.post(`/api/devices/${router}/decommission${tenant}`), 200)
    const dump = await dumpOf(service)
    must(await admin.post(`/api/devices/${router}/reinstate${tenant}`), 200)
    service.advance(6 * dayMs)
    const restored = await restoreElsewhere(dump)

    await applyPurge(policyDependencies(restored.dependencies))
    await runRetention(policyDependencies(restored.dependencies))

    const runs = await rowsOf(restored, 'policy_runs')
    const [device] = await rowsOf(restored, 'devices')
    expect(runs.map(({ kind, outcome }) => [kind, outcome])).to.have.deep.members([
      ['purge', 'stopped'],
      ['retention', 'stopped'],
    ])
    expect(runs.every(({ reason }) => reason.code === 'database_restored')).to.equal(true)
    expect([device.purged_at, (await rowsOf(restored, 'versions')).length]).to.deep.equal([null, 1])
  })

  it('has its policies restored by a rebuild, and deletes nothing by defaults', async () => {
    const admin = customer.admin
    const tenant = `?tenant=${customer.id}`
    const server = await customer.hasServer()
    await backUp('a', 'b', 'c')
    await customer.backUpTree(server, [['etc', {}]])
    must(await admin.put('/api/retention/platform', { keep_days: 900 }), 200)
    must(await admin.put(`/api/retention/customer${tenant}`, { keep_days: 3650, keep_last: 1 }), 200)
    must(await admin.put(`/api/retention/device${tenant}&device_id=${router}`, { keep_last: 1000 }), 200)
    must(await admin.put(`/api/restore/policy/device${tenant}&device_id=${router}`, { restore_policy: 'deny' }), 200)
    must(await admin.put(`/api/trust/posture/customer${tenant}`, { trust_posture: 'strict' }), 200)
    const { masterKey, now } = service.dependencies
    const rebuilt = await startTestService({ masterKey, now: now(), wrapStore: () => store })
    services.push(rebuilt)

    await rebuild(rebuilt, store)
    rebuilt.advance(1000 * dayMs)
    await runRetention(policyDependencies(rebuilt.dependencies))

    const after = await rebuilt.as('platform_admin')
    const effective = must(await after.get(`/api/retention/effective${tenant}&device_id=${router}`), 200)
    expect(effective).to.include({ keep_days: 3650, keep_days_from: 'customer' })
    expect(effective).to.include({ keep_last: 1000, keep_last_from: 'device' })
    expect(must(await after.get('/api/retention/platform'), 200).keep_days).to.equal(900)
    expect(
      must(await after.get(`/api/restore/policy/device${tenant}&device_id=${router}`), 200).restore_policy,
    ).to.equal('deny')
    expect(must(await after.get(`/api/trust/posture/customer${tenant}`), 200).trust_posture).to.equal('strict')
    const [run] = (await rowsOf(rebuilt, 'policy_runs')).filter(({ kind }) => kind === 'retention')
    expect(run.outcome).to.equal('stopped')
    expect((await rowsOf(rebuilt, 'versions')).length).to.equal(4)
  })

  const rowsOf = ({ dependencies: { knex } }: TestService, table: string) =>
    inScope(knex, { kind: 'platform' }, (trx) => trx(table))

  const sweep = ({ dependencies: { knex, keys, now } }: TestService) =>
    sweepTenant({ knex, keys, store, now }, customer.id)

  const rebuild = ({ dependencies: { knex, masterKey, workers, now } }: TestService, from: ObjectStore) =>
    rebuildIndex({
      knex,
      keys: createKeyring(knex, masterKey),
      store: from,
      masterKey,
      workers,
      now,
      dryRun: false,
      tombstones: new TombstoneDecider(),
      onSkipped: () => undefined,
    })

  async function restoreElsewhere(dump: Buffer): Promise<TestService> {
    const db = await emptyDatabase()
    const { masterKey, now } = service.dependencies
    await restoreDump({ owner: db.owner, masterKey, store, now: now() }, inOne(dump))
    const restored = await startTestService({ db, masterKey, now: now(), wrapStore: () => store })
    services.push(restored)
    return restored
  }
})
