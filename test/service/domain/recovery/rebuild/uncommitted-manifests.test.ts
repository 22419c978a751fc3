import { expect } from 'chai'
import { markRestored } from '../../../../../service/domain/kernel/installation/restore-marker.ts'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import { createDump } from '../../../../../service/domain/recovery/dump/create-dump.ts'
import { runRetention } from '../../../../../service/domain/repository/retention/run-retention.ts'
import { rebuildIndex } from '../../../../../service/domain/recovery/rebuild/rebuild-index.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import { TombstoneDecider } from '../../../../../service/domain/inventory/tenants/tombstone-decisions.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { emptyDatabase } from '../../../../support/database.ts'
import { withoutCoolingOff } from '../../../../support/delays.ts'
import { type FaultyStore, createFaultyStore } from '../../../../support/faulty-store.ts'
import type { HeldJob } from '../../../../support/fake-agent.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'
import { policyDependencies } from '../../../../support/system-transactions.ts'

const texts = { 'running-config': 'hostname r1\nend\n' }
const dayMs = 24 * 3_600_000

describe('a manifest whose version was never committed', () => {
  const services: TestService[] = []
  let service: TestService
  let store: FaultyStore
  let customer: AgentScene
  let router: string
  let lines: string[]

  beforeEach(async () => {
    lines = []
    service = await startTestService({ wrapStore: (disk) => (store = createFaultyStore(disk)) })
    services.push(service)
    customer = await createAgentScene(service)
    router = await customer.hasRouter()
  })
  afterEach(async () => {
    for (const one of services.splice(0)) await one.close()
  })

  function rebuild({ dependencies: { knex, masterKey, workers, now } }: TestService) {
    const onSkipped = (key: string, why: string) => lines.push(`${key}: ${why}`)
    const keys = createKeyring(knex, masterKey)
    return rebuildIndex({
      knex,
      keys,
      store,
      masterKey,
      workers,
      now,
      dryRun: false,
      tombstones: new TombstoneDecider(),
      onSkipped,
    })
  }

  const inPlatform = <T>({ dependencies: { knex } }: TestService, work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(knex, { kind: 'platform' }, work)
  const versions = (of: TestService) => inPlatform(of, async (trx) => Version.query(trx).resultSize())
  const manifests = () => Array.fromAsync(store.list(`tenants/${customer.id}/manifests/`), ({ key }) => key)

  /** Runs a backup whose first commit is killed after its manifests. @returns a function that sends the result again */
  async function killedCommit(): Promise<() => Promise<{ status: number }>> {
    must(await customer.admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [router] }), 202)
    const job: HeldJob = await customer.agent.startJob()
    await customer.agent.check(job, texts)
    const captured = await customer.agent.capture(job, texts)
    service.dependencies.failpoint = async (name) => {
      if (name === 'before_commit') throw new Error('killed')
    }
    await customer.agent.result(job, { artifacts: captured })
    service.dependencies.failpoint = undefined
    expect(await manifests()).to.have.length(1)
    return () => customer.agent.result(job, { artifacts: captured })
  }

  it('is skipped while its run is active, which then commits its own', async () => {
    const send = await killedCommit()

    const counts = await rebuild(service)

    expect(counts.versions_attached).to.equal(0)
    expect(lines).to.deep.equal([])
    expect((await send()).status).to.equal(200)
    expect(await versions(service)).to.equal(1)
  })

  it('is skipped if its run committed the same bytes since, even after a database loss', async () => {
    const send = await killedCommit()
    expect((await send()).status).to.equal(200)
    expect(await manifests()).to.have.length(2)
    const { masterKey, now } = service.dependencies
    const empty = await startTestService({ wrapStore: () => store, masterKey, now: now() })
    services.push(empty)

    await rebuild(service)
    await rebuild(empty)

    expect([await versions(service), await versions(empty)]).to.deep.equal([1, 1])
    expect(lines.filter((line) => /the same bytes as another version/.test(line))).to.have.length(1)
  })

  it('is attached after a dump was restored, as the run may have committed since', async () => {
    const send = await killedCommit()
    const { knex, masterKey, now } = service.dependencies
    const written: Buffer[] = []
    await createDump({ knex, masterKey, now: now() }, { keys: true }, async (bytes) => void written.push(bytes))
    expect((await send()).status).to.equal(200)
    const db = await emptyDatabase()
    await restoreDump({ owner: db.owner, masterKey, store, now: now() }, readAll(written))
    const restored = await startTestService({ db, masterKey, now: now(), wrapStore: () => store })
    services.push(restored)

    await rebuild(restored)

    expect(await versions(restored)).to.equal(1)
  })

  it('is skipped if a sweep was about to delete it', async () => {
    await withoutCoolingOff(service)
    must(await customer.admin.put(`/api/retention/customer?tenant=${customer.id}`, { keep_days: 1, keep_last: 1 }), 200)
    await customer.backUpTexts(router, texts)
    await customer.backUpTexts(router, { 'running-config': 'hostname r2\nend\n' })
    service.advance(5 * dayMs)
    await runRetention(policyDependencies(service.dependencies))
    store.follow(({ method, key }) => (method === 'delete' && /manifests/.test(key) ? 'error' : undefined))
    const { knex, keys, now } = service.dependencies
    const swept = await sweepTenant({ knex, keys, store, now }, customer.id)
    store.follow(() => undefined)
    expect(swept.counts.failures).to.equal(1)
    // restores a dump that contains the marker
    await inPlatform(service, (trx) => markRestored({ trx, now: now() }, now()))

    await rebuild(service)

    expect(await versions(service)).to.equal(1)
    expect(await manifests()).to.have.length(2)
  })
})

async function* readAll(written: Buffer[]): AsyncGenerator<Buffer> {
  yield* written
}
