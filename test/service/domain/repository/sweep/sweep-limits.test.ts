import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import type { ChunkId } from '../../../../../shared/repository/chunk-id.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import type {
  SweepOptions,
  SweepDependencies,
} from '../../../../../service/domain/repository/sweep/sweep-dependencies.ts'
import { Agent } from '../../../../../service/store/models/agent.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import { PolicyRun } from '../../../../../service/store/models/policy-run.ts'
import { Setting } from '../../../../../service/store/models/setting.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type FaultPlan, createFaultyStore } from '../../../../support/faulty-store.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('a sweep', () => {
  let test: TestRepository
  let tenant: Scene
  let device: Device

  before(async () => (test = await startTestRepository(new Date())))
  after(() => test.close())
  beforeEach(async () => {
    tenant = await createScene(test.dependencies)
    device = await tenant.hasDevice()
  })

  const partsWith = (plan?: FaultPlan): SweepDependencies => {
    const { knex, keys, store, now } = test.dependencies
    return { knex, keys, store: createFaultyStore(store, plan), now }
  }
  const sweep = (options?: SweepOptions, parts = partsWith()) => sweepTenant(parts, tenant.id, options)

  /** Longer than every reservation and every reader's cached location. */
  const later = () => test.advance(3 * dayMs)

  /** Stores packs that no version references: an agent died before its commit. */
  async function hasLeftovers(packs: number): Promise<ChunkId[]> {
    const ids: ChunkId[] = []
    for (let n = 0; n < packs; n++) {
      const writer = await tenant.writer()
      ids.push(await writer.put(randomBytes(500)))
      await writer.flush()
    }
    return ids
  }

  const hasTexts = async (count: number) => {
    const versions: { version: Version; text: string }[] = []
    for (let n = 0; n < count; n++) {
      const text = `hostname r${n}\n${randomBytes(200).toString('hex')}\n`
      const version = await tenant.hasText(device, text)
      await writeManifest(version.id)
      versions.push({ version, text })
    }
    return versions
  }

  const writeManifest = (id: string) =>
    test.dependencies.store.put(`${tenant.prefix}/manifests/${id}`, Buffer.from('sealed'))

  async function objects(folder: 'packs' | 'manifests'): Promise<string[]> {
    const prefix = `${tenant.prefix}/${folder}/`
    return Array.fromAsync(test.dependencies.store.list(prefix), ({ key }) => key.slice(prefix.length))
  }

  const runs = () =>
    tenant.inTransaction(({ trx }) => PolicyRun.query(trx).where({ kind: 'sweep' }).orderBy('id').execute())

  it('deletes nothing if the store cannot be listed, lists nothing or cannot be read', async () => {
    await hasLeftovers(2)
    await hasTexts(1)
    await tenant.hasTree(device, [['a', { bytes: 'x' }]])
    later()

    const outcomes = [
      await sweep(
        { confirmed: true },
        partsWith(({ method }) => (method === 'list' ? 'error' : undefined)),
      ),
      await sweep(
        { confirmed: true },
        partsWith(({ method }) => (method === 'list' ? 'cut_listing' : undefined)),
      ),
      await sweep(
        { confirmed: true },
        partsWith(({ method }) => (method === 'list' ? 'empty_listing' : undefined)),
      ),
      await sweep(
        { confirmed: true },
        partsWith(({ method }) => (method === 'get' ? 'error' : undefined)),
      ),
      await sweep(
        { confirmed: true },
        partsWith(({ method }) => (method === 'get' ? 'flipped_bit' : undefined)),
      ),
      await sweep(
        { confirmed: true },
        partsWith(({ method }) => (method === 'get' ? 'absent' : undefined)),
      ),
    ]

    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(Array(6).fill('stopped'))
    expect(outcomes.every(({ reason }) => reason?.code)).to.equal(true)
    expect(outcomes[2]!.reason).to.deep.equal(message('store_lists_no_packs', { packs: 4 }))
    expect(await objects('packs')).to.have.length(4)
    expect((await runs()).map(({ outcome }) => outcome)).to.deep.equal(Array(6).fill('stopped'))
  })

  it('stops before it deletes more than a twentieth, and continues once confirmed', async () => {
    await hasTexts(20)
    await hasLeftovers(11)
    later()

    const planned = await sweep({ dryRun: true })
    const stopped = await sweep()
    const unharmed = await objects('packs')
    const confirmed = await sweep({ confirmed: true })

    expect(planned).to.deep.include({ outcome: 'stopped' })
    expect(stopped.reason).to.deep.equal(message('packs_unreferenced', { packs: 11, stored: 31 }))
    expect(unharmed).to.have.length(31)
    expect(confirmed).to.deep.include({ outcome: 'done' })
    expect(confirmed.counts).to.deep.include({ chunks: 11, packs: 11 })
    expect((await runs()).map(({ dryRun }) => dryRun)).to.deep.equal([true, false, false])
  })

  it('reports in a dry run what it would delete', async () => {
    await hasLeftovers(2)
    later()

    const planned = await sweep({ dryRun: true, confirmed: true })

    expect(planned).to.deep.include({ outcome: 'nothing', reason: message('dry_run_only') })
    expect(planned.counts).to.deep.include({ chunks: 2, packs: 2 })
    expect((await sweep()).counts.chunks).to.equal(2)
  })

  it('stops while the database may be older than the store, even if confirmed', async () => {
    await hasLeftovers(1)
    later()
    const at = test.dependencies.now()
    const asPlatform = <T>(work: Parameters<typeof inScope<T>>[2]) =>
      inScope(test.dependencies.knex, { kind: 'platform' }, work)

    await asPlatform((trx) => Setting.query(trx).insert({ key: 'restored_at', value: at.toISOString(), updatedAt: at }))
    const restored = await sweep({ confirmed: true })
    await asPlatform((trx) => Setting.query(trx).deleteById('restored_at'))
    const other = await createScene(test.dependencies)
    const id = randomUUIDv7()
    await asPlatform((trx) =>
      Agent.query(trx).insert({
        id,
        tenantId: other.id,
        slug: 'probe',
        name: 'probe',
        labMode: false,
        sequence: 3,
        rewoundAt: at,
        createdAt: at,
        updatedAt: at,
      }),
    )
    const rewound = await sweep({ confirmed: true })
    await asPlatform((trx) => Agent.query(trx).deleteById(id))
    const after = await sweep()

    expect(restored).to.deep.include({ outcome: 'stopped' })
    expect(restored.reason?.code).to.equal('database_restored')
    expect(rewound.reason).to.deep.equal(message('agent_ahead_of_database', { agent: 'probe' }))
    expect(after.counts.chunks).to.equal(1)
  })

  it('asks before it deletes any manifest unknown to the database', async () => {
    const [kept, forgotten] = await hasTexts(2)
    await hasLeftovers(1)
    later()
    const young = uuidOf(test.dependencies.now().getTime())
    // as if it was restored
    await tenant.inTransaction(({ trx }) => Version.query(trx).findByIds([forgotten!.version.id]).delete().execute())
    await writeManifest(young)

    const asked = await sweep()
    const before = await objects('manifests')
    const said = await sweep({ confirmed: true })

    expect(asked.outcome).to.equal('stopped')
    expect(asked.reason).to.deep.equal(message('manifests_unknown', { unknown: 2, stored: 3 }))
    expect(before).to.have.members([kept!.version.id, forgotten!.version.id, young])
    expect(said.counts).to.deep.include({ manifests: 1, chunks: 2 })
    expect(await objects('manifests')).to.have.members([kept!.version.id, young])
  })
})

/** Returns a uuid v7 of that time. */
function uuidOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}
