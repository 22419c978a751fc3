import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import type { ChunkId } from '../../../../../shared/repository/chunk-id.ts'
import { readContent } from '../../../../../shared/repository/content.ts'
import { missingChunks } from '../../../../../service/domain/repository/chunks/missing-chunks.ts'
import { findSweptManifests, recheckChunks } from '../../../../../service/domain/repository/chunks/recheck-chunks.ts'
import { recordOrphanManifests } from '../../../../../service/domain/repository/chunks/orphan-manifests.ts'
import { sweepAll } from '../../../../../service/domain/repository/sweep/sweep-all.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import type {
  SweepOptions,
  SweepDependencies,
} from '../../../../../service/domain/repository/sweep/sweep-dependencies.ts'
import { acquireSweepLease, withSweepLease } from '../../../../../service/domain/repository/sweep/sweep-lease.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import { PolicyRun } from '../../../../../service/store/models/policy-run.ts'
import { contentRefs } from '../../../../../service/domain/repository/content/content-refs.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type FaultPlan, createFaultyStore } from '../../../../support/faulty-store.ts'
import { gatedKnex } from '../../../../interleavings/killable.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { roomyWalk } from '../../../../support/roomy-walk.ts'

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

  /** Removes versions as retention does. */
  const remove = (ids: string[]) =>
    tenant.inTransaction(async (call) => {
      await Version.query(call.trx).findByIds(ids).delete()
      await recordOrphanManifests(call, ids)
    })

  async function objects(folder: 'packs' | 'manifests'): Promise<string[]> {
    const prefix = `${tenant.prefix}/${folder}/`
    return Array.fromAsync(test.dependencies.store.list(prefix), ({ key }) => key.slice(prefix.length))
  }

  async function textOf(
    version: Version,
    reader = test.dependencies.repository.chunkReader(tenant.id),
  ): Promise<string> {
    const { bytes } = contentRefs(version.content)
    if (!bytes) throw new Error('a tree')
    return Buffer.concat(await Array.fromAsync(readContent(reader, bytes))).toString()
  }

  const missing = (ids: ChunkId[]) => tenant.inTransaction((call) => missingChunks(call, ids))

  const runs = () =>
    tenant.inTransaction(({ trx }) => PolicyRun.query(trx).where({ kind: 'sweep' }).orderBy('id').execute())

  it('deletes unreferenced rows one night, and their objects the next', async () => {
    const ids = await hasLeftovers(3)
    const [kept] = await hasTexts(1)
    later()

    const first = await sweep()
    const stored = await objects('packs')
    test.advance(2 * hourMs)
    const second = await sweep()
    const third = await sweep()

    expect(first).to.deep.include({ outcome: 'done' })
    expect(first.counts).to.deep.include({ chunks: 3, bytes: 1500, packs: 3, objects: 0 })
    expect(stored).to.have.length(4)
    expect(second.counts).to.deep.include({ chunks: 0, objects: 3 })
    expect(third).to.deep.include({ outcome: 'nothing', reason: message('everything_referenced') })
    expect(await objects('packs')).to.have.length(1)
    expect(await missing(ids)).to.deep.equal([0, 1, 2])
    expect(await textOf(kept!.version)).to.equal(kept!.text)
    expect((await runs()).map(({ outcome }) => outcome)).to.deep.equal(['done', 'done', 'nothing'])
  })

  it('keeps chunks for two days that were sent or promised to an agent', async () => {
    const [promised] = await hasLeftovers(1)
    test.advance(30 * hourMs)
    const [sent] = await hasLeftovers(1)
    await missing([promised!])
    test.advance(47 * hourMs)

    const spared = await sweep()
    test.advance(2 * hourMs)
    const removed = await sweep()

    expect(spared.counts.chunks).to.equal(0)
    expect(removed.counts.chunks).to.equal(2)
    expect(await missing([promised!, sent!])).to.deep.equal([0, 1])
  })

  it('keeps a chunk that is promised while it runs', async () => {
    const ids = await hasLeftovers(2)
    later()
    let asked = false
    const knex = gatedKnex(test.dependencies.knex, async (step) => {
      const { rows } = await tenant.inTransaction(({ trx }) => trx.raw('select from sweeps where round is not null'))
      if (asked || rows.length === 0 || step !== 'after a transaction') return
      asked = true
      await missing([ids[0]!])
    })

    const swept = await sweep({}, { ...partsWith(), knex })

    expect(swept.counts.chunks).to.equal(1)
    expect(await missing(ids)).to.deep.equal([1])
  })

  it('keeps everything that texts, long contents and trees refer to', async () => {
    const writer = await tenant.writer()
    const parts = await Promise.all(Array.from({ length: 65 }, (_, n) => writer.put(Buffer.from(`part ${n}\n`))))
    const list = await writer.put(Buffer.from(parts.join(''), 'hex'))
    await writer.flush()
    const long = await tenant.hasText(device, 'x', { content: { size: 480, list: [list] } })
    const size = Array.from({ length: 65 }, (_, n) => `part ${n}\n`).join('').length
    await tenant.inTransaction(({ trx }) =>
      Version.query(trx)
        .findById(long.id)
        .patch({ content: { size, list: [list] } })
        .execute(),
    )
    const { snapshot } = await tenant.hasTree(device, [
      ['etc', {}],
      ['etc/a', { bytes: 'one' }],
      ['etc/deep', {}],
      ['etc/deep/b', { bytes: randomBytes(700_000) }],
      ['var', {}],
      ['var/c', { bytes: 'three' }],
    ])
    await writeManifest(long.id)
    later()

    const swept = await sweep()

    const root = snapshot.root?.toString('hex') as ChunkId
    const walked = await test.dependencies.repository.walkStoredTree(tenant.id, root, roomyWalk)
    const reread = await tenant.inTransaction(({ trx }) =>
      Version.query(trx).findById(long.id).throwIfNotFound().execute(),
    )
    expect(swept.counts.chunks).to.equal(1) // of the text from which the long one was created
    expect(walked.missing).to.deep.equal([])
    expect(await textOf(reread)).to.have.length(size)
  })

  it('waits for a commit that has checked its chunks, and then keeps them', async () => {
    const ids = await hasLeftovers(2)
    later()
    const committing = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    const commit = tenant.inTransaction(async (call) => {
      const gone = await recheckChunks(call, Buffer.from(ids[0]!, 'hex'))
      looked.resolve()
      await committing.promise
      await insertVersion(call.trx, ids[0]!)
      return gone
    })
    await looked.promise

    const sweeping = sweep()
    await someoneWaits()
    committing.resolve()
    const [gone, swept] = await Promise.all([commit, sweeping])

    expect(gone).to.deep.equal([])
    expect(swept.counts.chunks).to.equal(1)
    expect(await missing(ids)).to.deep.equal([1])
  })

  it('keeps what a version refers to, at whatever step it is committed', async () => {
    for (let moment = 0; moment < 30; moment++) {
      const [id] = await hasLeftovers(1)
      later()
      let step = 0
      let commited: 'yes' | 'refused' | 'not yet' = 'not yet'
      const knex = gatedKnex(test.dependencies.knex, async () => {
        if (step++ !== moment) return
        commited = await tenant.inTransaction(async (call) => {
          if ((await recheckChunks(call, Buffer.from(id!, 'hex'))).length > 0) return 'refused'
          await insertVersion(call.trx, id!)
          return 'yes'
        })
      })

      await sweep({}, { ...partsWith(), knex })

      const isThere = (await missing([id!])).length === 0
      expect(isThere, `committed at step ${moment}: ${commited as string}`).to.equal((commited as string) === 'yes')
    }
  })

  it('deletes old objects without a row, and keeps foreign ones', async () => {
    await hasTexts(1)
    const old = uuidOf(test.dependencies.now().getTime())
    later()
    const young = uuidOf(test.dependencies.now().getTime() - 47 * hourMs)
    for (const name of [old, young, 'notes.txt']) {
      await test.dependencies.store.put(`${tenant.prefix}/packs/${name}`, Buffer.from('anything'))
      await test.dependencies.store.put(`${tenant.prefix}/manifests/${name}`, Buffer.from('anything'))
    }
    await tenant.inTransaction((call) => recordOrphanManifests(call, [old, young]))

    const first = await sweep()
    const packs = await objects('packs')
    test.advance(hourMs)
    await sweep()

    expect(first.counts).to.deep.include({ strays: 1, manifests: 1 })
    expect(packs).to.include(old)
    expect(await objects('packs'))
      .to.include.members([young, 'notes.txt'])
      .and.not.to.include(old)
    expect(await objects('manifests'))
      .to.include.members([young, 'notes.txt'])
      .and.not.to.include(old)
  })

  it('deletes packs that were announced but never counted, which cannot count later', async () => {
    const { address } = await announced()
    later()

    const first = await sweep()
    const state = await test.dependencies.repository.verifyPack(tenant.id, address.id)
    test.advance(hourMs)
    await sweep()

    expect(first.counts.strays).to.equal(1)
    expect(state).to.deep.include({ state: 'missing' })
    expect(await objects('packs')).to.deep.equal([])
  })

  it('deletes the manifest of a deleted version, and no commit can use it afterwards', async () => {
    const [kept, gone] = await hasTexts(2)
    await remove([gone!.version.id])
    later()

    const swept = await sweep()

    const ask = async (id: string) => (await tenant.inTransaction((call) => findSweptManifests(call, [id]))).has(id)
    expect(swept.counts).to.deep.include({ manifests: 1, chunks: 1 })
    expect(await objects('manifests')).to.deep.equal([kept!.version.id])
    expect(await ask(gone!.version.id)).to.equal(true)
    expect(await ask(kept!.version.id)).to.equal(false)
  })

  it('continues after objects that cannot be deleted, and retries the next night', async () => {
    await hasLeftovers(5)
    later()
    await sweep()
    test.advance(hourMs)

    const troubled = await sweep(
      {},
      partsWith(({ method, count }) => (method === 'delete' && count === 1 ? 'error' : undefined)),
    )
    const after = await sweep()

    expect(troubled.counts).to.deep.include({ objects: 4, failures: 1 })
    expect(after.counts).to.deep.include({ objects: 1, failures: 0 })
  })

  it('deletes everything of a tenant whose keys were destroyed, immediately', async () => {
    await hasTexts(3)
    await hasLeftovers(1)
    await tenant.inTransaction(({ trx, now }) =>
      trx.raw('update tenant_keys set destroyed_at = ? where tenant_id = ?', [now, tenant.id]),
    )

    const swept = await sweep()
    const again = await sweep()

    expect(swept.counts).to.deep.include({ chunks: 4, packs: 4, objects: 4, manifests: 3 })
    expect(again).to.deep.include({ outcome: 'nothing' })
    expect([...(await objects('packs')), ...(await objects('manifests'))]).to.deep.equal([])
  })

  it('runs on one replica at a time, and deletes nothing after losing its lease', async () => {
    await hasLeftovers(1)
    later()
    const parts = partsWith()
    const asleep = await acquireSweepLease(parts, tenant.id)

    const second = await sweep()
    test.advance(11 * 60_000)
    const third = await sweep()
    const failure = await failureOf(withSweepLease(parts, asleep!, () => Promise.resolve('removed')))

    expect(second).to.deep.include({ outcome: 'nothing' })
    expect(second.reason?.code).to.equal('sweep_under_way')
    expect(third.counts.chunks).to.equal(1)
    expect(failure.message).to.equal('taken_over')
  })

  it('of one tenant that fails does not stop those of others', async () => {
    const other = await createScene(test.dependencies)
    const outcomes: [string, boolean][] = []
    const parts = partsWith()
    const keys = {
      ...parts.keys,
      of: (id: string) => (id === tenant.id ? Promise.reject(new Error('a mistake of ours')) : parts.keys.of(id)),
    }
    await tenant.hasTree(device, [['a', { bytes: 'x' }]])
    await writeManifest(randomUUIDv7())

    await sweepAll({ ...parts, keys }, {}, (slug, outcome) => outcomes.push([slug, outcome instanceof Error]))

    expect(outcomes.filter(([, failed]) => failed)).to.have.length(1)
    expect(outcomes.length).to.be.greaterThan(1)
    expect((await runs()).at(-1)).to.deep.include({ outcome: 'failed' })
    const ofOther = await other.inTransaction(({ trx }) => PolicyRun.query(trx).execute())
    expect(ofOther.map(({ outcome }) => outcome)).to.deep.equal(['nothing'])
  })

  async function insertVersion(trx: Parameters<typeof Version.query>[0], id: ChunkId): Promise<void> {
    const model = await Version.query(trx).where({ deviceId: device.id }).first()
    const fields = model ?? (await tenant.hasText(device, 'a model'))
    const bytes = await test.dependencies.repository.chunkReader(tenant.id).read(id)
    const versionId = randomUUIDv7()
    await writeManifest(versionId)
    await Version.query(trx).insert({ ...fields, id: versionId, content: { size: bytes.length, chunks: [id] } })
  }

  async function announced() {
    const { repository } = test.dependencies
    const bytes = randomBytes(400)
    const digests = { size: bytes.length, sha256: randomBytes(32), md5: randomBytes(16) }
    const owner = { agentId: randomUUIDv7(), jobId: randomUUIDv7(), leaseId: randomUUIDv7() }
    const [address] = await tenant.inTransaction((call) => repository.announcePacks(call, owner, [digests]))
    await test.dependencies.store.put(`${tenant.prefix}/packs/${address!.id}`, bytes)
    return { address: address! }
  }

  /** Waits until a session waits for an advisory lock. */
  async function someoneWaits(): Promise<void> {
    for (;;) {
      const { rows } = await test.db.owner.raw(
        `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      )
      if (rows.length > 0) return
      await pause(5)
    }
  }
})

/** Returns a uuid v7 of that time. */
function uuidOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}
