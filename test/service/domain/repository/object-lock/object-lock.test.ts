import type { RunInSystemTransaction } from '../../../../../service/domain/kernel/context.ts'
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { chunkIdOf } from '../../../../../shared/repository/chunk-id.ts'
import { createPackBuilder } from '../../../../../shared/repository/pack-builder.ts'
import { message } from '../../../../../shared/messages/message.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { lockNightly } from '../../../../../service/domain/repository/object-lock/lock-nightly.ts'
import { recountLocks } from '../../../../../service/domain/repository/object-lock/recount-locks.ts'
import { repairStore } from '../../../../../service/domain/repository/object-lock/repair-store.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import {
  areLeftoversDue,
  carryOutDestructions,
  deleteLeftovers,
} from '../../../../../service/domain/recovery/destruction/carry-out.ts'
import { createS3Client, s3Timeouts } from '../../../../../service/objects/s3-client.ts'
import { createS3Store } from '../../../../../service/objects/s3.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { anOwner, packAddressParts } from '../../../../support/scene/packs.ts'
import { createScene } from '../../../../support/scene/scene.ts'
import { withoutDestructionDelay } from '../../../../support/delays.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type S3Server, s3ServerMissing, s3StartMs, startS3Server } from '../../../../support/s3-server.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const missing = s3ServerMissing()
const dayMs = 24 * 3_600_000

describe(`backups in an S3 bucket with object lock${missing ? ` (${missing})` : ''}`, function () {
  let server: S3Server
  let raw: S3Client
  let Bucket: string
  let service: TestService
  let customer: AgentScene

  before(async function () {
    this.timeout(s3StartMs)
    if (missing) this.skip()
    server = await startS3Server()
    raw = createS3Client(server.settingsOf(''), server.endpoint, s3Timeouts)
  })
  after(() => raw?.destroy())

  afterEach(() => service?.close())

  async function start(mode: 'compliance' | 'governance' = 'compliance') {
    Bucket = await server.newLockBucket()
    const settings = { ...server.settingsOf(Bucket), objectLock: { mode, days: 30 } }
    service = await startTestService({ now: new Date(), wrapStore: () => createS3Store(settings) })
    customer = await createAgentScene(service)
  }

  const text = 'hostname locked-1\n'
  async function backUp() {
    const device = await customer.hasRouter()
    expect(await customer.backUpTexts(device, { 'running-config': text })).to.equal('succeeded')
    return device
  }

  const runInSystemTransaction: RunInSystemTransaction = (step) => systemTransactions(service.dependencies)(step)
  const dependencies = () => {
    const { knex, keys, store, serviceKeys, now } = service.dependencies
    return { knex, keys, store, serviceKeys, now, runInSystemTransaction, readClock: () => Promise.resolve(now()) }
  }
  const warnings: string[] = []
  const nightly = () => lockNightly({ ...dependencies(), warn: (line) => void warnings.push(line) })
  const sweep = () => sweepTenant(dependencies(), customer.id)

  /** Returns current and former versions of the tenant's objects, by kind. */
  async function versionsOf(kind: string) {
    const Prefix = `tenants/${customer.id}/${kind}/`
    const { Versions = [], DeleteMarkers = [] } = await raw.send(new ListObjectVersionsCommand({ Bucket, Prefix }))
    return [...Versions, ...DeleteMarkers].map(({ Key = '', VersionId = '' }) => ({ Key, VersionId }))
  }

  async function lockOf({ Key, VersionId }: { Key: string; VersionId: string }) {
    return (await raw.send(new HeadObjectCommand({ Bucket, Key, VersionId }))).ObjectLockRetainUntilDate ?? null
  }

  async function content(device: string): Promise<string> {
    const [artifact] = must(await customer.admin.get(`/api/devices/${device}/artifacts`), 200)
    const [version] = must(await customer.admin.get(`/api/artifacts/${artifact.id}/versions`), 200)
    const answer = await customer.admin.get(`/api/artifacts/versions/${version.id}/content`)
    return `${answer.status} ${answer.bytes.toString()}`
  }

  const stored = (key: string) => service.dependencies.store.get(key)

  /** Ends the governance-mode locks in the store, which does not follow the service's clock. */
  async function endLocks() {
    for (const one of [...(await versionsOf('packs')), ...(await versionsOf('manifests'))]) {
      if (!(await lockOf(one).catch(() => null))) continue // a delete marker
      const Retention = { Mode: 'GOVERNANCE', RetainUntilDate: new Date(Date.now() + 15_000) } as const
      await raw.send(new PutObjectRetentionCommand({ Bucket, ...one, Retention, BypassGovernanceRetention: true }))
    }
    await pause(16_000)
  }

  it('reject a pack that was announced with the MD5 of other bytes, which its address would accept afterwards', async () => {
    await start()
    const { repository, keys } = service.dependencies
    const { repositoryPublicKey, chunkIdKey } = await keys.of(customer.id)
    const builder = createPackBuilder({ tenantId: customer.id, repositoryPublicKey })
    const bytes = randomBytes(500)
    await builder.add(chunkIdOf(chunkIdKey, bytes), bytes)
    const pack = await builder.seal()
    const md5 = hash('md5', randomBytes(pack.bytes.length), 'buffer')
    const scene = await createScene(service.dependencies, customer)
    const [address] = await scene.inTransaction((call) =>
      repository.announcePacks(call, anOwner(), [{ size: pack.bytes.length, sha256: pack.sha256, md5 }]),
    )
    await repository.receivePack(packAddressParts({ ...address!, url: address!.relay }), Readable.from([pack.bytes]))

    const { state, reason } = await repository.verifyPack(customer.id, address!.id)

    expect({ state, reason }).to.deep.equal({ state: 'wrong', reason: 'its MD5 is another one' })
  })

  it('lock only packs and manifests, which the store’s key cannot delete', async () => {
    await start()
    const device = await backUp()

    const [pack, manifest] = [(await versionsOf('packs'))[0]!, (await versionsOf('manifests'))[0]!]
    const errors = []
    for (const one of [pack, manifest]) {
      errors.push(await failureOf(raw.send(new DeleteObjectCommand({ Bucket, ...one }))))
    }

    const inSevenDays = service.dependencies.now().getTime() + 7 * dayMs
    expect((await lockOf(pack))?.getTime()).to.be.within(inSevenDays - 60_000, inSevenDays)
    expect((await lockOf(manifest))?.getTime()).to.be.within(inSevenDays - 60_000, inSevenDays)
    for (const bundle of await versionsOf('keys')) expect(await lockOf(bundle)).to.equal(null)
    expect(errors.map(({ name }) => name)).to.deep.equal(['AccessDenied', 'AccessDenied'])
    expect(await content(device)).to.contain(text)
  })

  it('have their locks extended at night to one and a half times the minimum, before expiry', async () => {
    await start()
    await backUp()
    const [pack] = await versionsOf('packs')

    const first = await nightly()
    const firstUntil = await lockOf(pack!)
    service.advance(14 * dayMs)
    const early = await nightly()
    service.advance(2 * dayMs)
    const later = await nightly()
    const laterUntil = await lockOf(pack!)

    expect(first).to.deep.include({ outcome: 'done', counts: { locked: 0, extended: 2, failures: 0, hidden: 0 } })
    expect(early).to.include({ outcome: 'nothing' })
    expect(later).to.deep.include({ outcome: 'done', counts: { locked: 0, extended: 2, failures: 0, hidden: 0 } })
    expect(Math.round((laterUntil!.getTime() - firstUntil!.getTime()) / dayMs)).to.equal(16)
    expect(laterUntil!.getTime() - service.dependencies.now().getTime()).to.equal(45 * dayMs)
  })

  it('are locked by one of two replicas a night for each tenant', async () => {
    await start()
    await backUp()

    const ends = await Promise.all([nightly(), nightly()])
    const late = await nightly()
    service.advance(dayMs)
    const next = await nightly()

    const reason = message('check_done_elsewhere')
    expect(ends.map(({ outcome }) => outcome)).to.have.members(['done', 'nothing'])
    expect(ends.find(({ outcome }) => outcome === 'nothing')).to.deep.include({ reason })
    expect(late).to.deep.include({ outcome: 'nothing', reason })
    expect(next.reason).to.deep.equal(message('locks_sufficient'))
  })

  it('are locked up to the nightly limit, and the rest the next night', async () => {
    await start()
    await backUp()
    const oneNight = () => lockNightly({ ...dependencies(), maxObjects: 1, warn: (line) => void warnings.push(line) })

    const first = await oneNight()
    service.advance(dayMs)
    const second = await oneNight()
    service.advance(dayMs)
    const third = await oneNight()

    expect([first.counts?.extended, second.counts?.extended]).to.deep.equal([1, 1])
    expect(third).to.include({ outcome: 'nothing' })
  })

  it('are reported in the compliance with the state of their locks', async () => {
    await start()
    const status = async () => must(await customer.admin.get(`/api/storage/compliance?tenant=${customer.id}`), 200)[0]
    await backUp()
    const [pack] = await versionsOf('packs')

    const before = await status()
    await recountLocks(service.dependencies, 0)
    const usage = must(await customer.admin.get('/api/storage/usage'), 200)
    await runInSystemTransaction(({ trx }) => trx('object_locks').where({ kind: 'manifest' }).delete())
    await raw.send(new DeleteObjectCommand({ Bucket, Key: pack!.Key }))
    await lockNightly({ ...dependencies(), warn: () => undefined })
    const hidden = await status()
    await runInSystemTransaction(({ trx }) => trx('object_locks').where({ kind: 'manifest' }).delete())
    const unlocked = await status()

    const facts = { mode: 'compliance', unlocked: 0, hidden: 0, deferred: 0, deferred_until: null }
    expect(before.object_lock).to.deep.include({ ...facts, locked: 2 })
    const { locked_until } = before.object_lock
    const counted_at = service.dependencies.now().toISOString()
    expect(usage.object_lock).to.deep.equal({ mode: 'compliance', locked: 2, unlocked: 0, locked_until, counted_at })
    const sevenDays = Date.parse(before.object_lock.locked_until) - service.dependencies.now().getTime()
    expect(sevenDays).to.be.within(7 * dayMs - 60_000, 7 * dayMs)
    expect(hidden.object_lock).to.deep.include({ ...facts, locked: 2, hidden: 1 })
    expect(unlocked.object_lock).to.deep.include({ ...facts, locked: 1, unlocked: 1, hidden: 1 })
  })

  it('stored without a lock are locked at night', async () => {
    await start()
    await backUp()
    await runInSystemTransaction(({ trx }) => trx('object_locks').delete())

    const end = await nightly()

    expect(end).to.deep.include({ outcome: 'done', counts: { locked: 2, extended: 0, failures: 0, hidden: 0 } })
  })

  it('are locked even if many objects of the tenant are missing', async () => {
    await start()
    await backUp()
    await addLostPacks(30)

    const end = await nightly()

    expect(end).to.deep.include({ outcome: 'failed', counts: { locked: 0, extended: 2, failures: 30, hidden: 0 } })
  })

  it('are locked as copies in a bucket without known version ids', async () => {
    await start()
    await backUp()
    await runInSystemTransaction(({ trx }) => trx('object_locks').update({ store_version: 'of-the-former-bucket' }))

    const end = await nightly()
    service.advance(20 * dayMs)
    const later = await nightly()

    expect(end).to.deep.include({ outcome: 'done', counts: { locked: 0, extended: 2, failures: 0, hidden: 0 } })
    expect(later).to.deep.include({ outcome: 'done', counts: { locked: 0, extended: 2, failures: 0, hidden: 0 } })
  })

  it('are restored from behind a delete marker or another object', async () => {
    await start()
    const device = await backUp()
    await nightly()
    const [pack] = await versionsOf('packs')
    const [manifest] = await versionsOf('manifests')
    const before = await stored(pack!.Key)
    await raw.send(new DeleteObjectCommand({ Bucket, Key: manifest!.Key }))
    await raw.send(new PutObjectCommand({ Bucket, Key: pack!.Key, Body: Buffer.from('forged') }))
    const forged = await stored(pack!.Key)

    service.advance(dayMs)
    const found = await nightly()
    const repaired = await repairStore(dependencies(), () => undefined)
    service.advance(dayMs)
    const again = await nightly()

    expect(forged.toString()).to.equal('forged')
    expect((await stored(pack!.Key)).equals(before)).to.equal(true)
    expect(found).to.deep.include({
      outcome: 'failed',
      reason: message('objects_hidden', { objects: 2 }),
    })
    expect(repaired).to.deep.equal({ shown: 2, failures: 0 })
    expect(again).to.include({ outcome: 'nothing' })
    expect(await versionsOf('packs')).to.deep.equal([pack])
    expect(await versionsOf('manifests')).to.deep.equal([manifest])
    expect(await content(device)).to.contain(text)
  })

  it('are repaired behind a locked version, also for a database without locks', async () => {
    await start()
    await backUp()
    const [pack] = await versionsOf('packs')
    const before = await stored(pack!.Key)
    const hostile = createS3Store({ ...server.settingsOf(Bucket), objectLock: { mode: 'compliance', days: 30 } }).locks!
    const version = await hostile.put(pack!.Key, Buffer.from('forged'))
    await hostile.lock(pack!.Key, version, new Date(Date.now() + dayMs))

    const repaired = await repairStore(dependencies(), () => undefined)
    const read = await stored(pack!.Key)
    await raw.send(new DeleteObjectCommand({ Bucket, Key: pack!.Key }))
    await runInSystemTransaction(({ trx }) => trx('object_locks').delete())
    const unknown = await repairStore(dependencies(), () => undefined)

    expect(repaired).to.deep.equal({ shown: 1, failures: 0 })
    expect(read.equals(before)).to.equal(true)
    expect(unknown).to.deep.equal({ shown: 1, failures: 0 })
    expect((await stored(pack!.Key)).equals(before)).to.equal(true)
  })

  it('are deleted after their lock ends, whose date is named', async () => {
    await start('governance')
    const device = await backUp()
    await runInSystemTransaction(({ trx }) => trx('versions').where({ device_id: device }).delete())
    await noteLeft()
    service.advance(3 * dayMs)
    await sweepConfirmed()
    service.advance(2 * 3_600_000)

    const put = await sweepConfirmed()
    const kept = [...(await versionsOf('packs')), ...(await versionsOf('manifests'))]
    service.advance(8 * dayMs)
    await endLocks()
    await sweepConfirmed()
    const deleted = await sweepConfirmed()

    expect(put).to.include({ outcome: 'nothing' })
    expect(put.counts).to.include({ locked: 2, failures: 0, objects: 0 })
    expect(put.reason).to.have.nested.property('params.reasons[1].code', 'deletion_deferred')
    expect(put.reason).to.have.nested.property('params.reasons[1].params.objects', 2)
    expect(kept.length).to.equal(2)
    expect([...(await versionsOf('packs')), ...(await versionsOf('manifests'))]).to.deep.equal([])
    expect(deleted.counts).to.include({ locked: 0, failures: 0 })
  })

  it('have keys destroyed at once, and ciphertext certified and deleted later', async () => {
    await start('governance')
    await backUp()
    const lockEnds = (await lockOf((await versionsOf('manifests'))[0]!))!
    await withoutDestructionDelay(service)
    const { id } = must(await customer.admin.delete(`/api/tenants/${customer.id}?confirm=${customer.slug}`), 202)

    const ends: unknown[] = []
    await carryOutDestructions(dependencies(), (_, end) => ends.push(end instanceof Error ? end : end.outcome))
    const left = await versionsOf('packs')
    const keysLeft = await versionsOf('keys')
    const { certificate } = must(await customer.admin.get(`/api/destructions/${id}/certificate`), 200)
    service.advance(8 * dayMs)
    await endLocks()
    const isDue = await runInSystemTransaction(areLeftoversDue)
    const cleared = await deleteLeftovers(dependencies())

    expect(ends).to.deep.equal(['done'])
    expect(keysLeft).to.deep.equal([])
    expect(left.length).to.equal(1)
    expect(certificate.locked.objects).to.equal(2)
    expect(Date.parse(certificate.locked.until)).to.equal(lockEnds.getTime())
    expect(certificate.remains).to.contain('were left in the object store')
    expect([isDue, cleared]).to.deep.equal([true, 1])
    expect([...(await versionsOf('packs')), ...(await versionsOf('manifests'))]).to.deep.equal([])
    expect(await runInSystemTransaction(areLeftoversDue)).to.equal(false)
  })

  it('hidden by delete markers are certified and deleted too', async () => {
    await start('governance')
    await backUp()
    for (const kind of ['packs', 'manifests']) {
      for (const { Key } of await versionsOf(kind)) await raw.send(new DeleteObjectCommand({ Bucket, Key }))
    }
    await withoutDestructionDelay(service)
    const { id } = must(await customer.admin.delete(`/api/tenants/${customer.id}?confirm=${customer.slug}`), 202)

    await carryOutDestructions(dependencies(), () => undefined)
    const { certificate } = must(await customer.admin.get(`/api/destructions/${id}/certificate`), 200)
    service.advance(8 * dayMs)
    await endLocks()
    await deleteLeftovers(dependencies())

    expect(certificate.locked?.objects).to.equal(2)
    expect([...(await versionsOf('packs')), ...(await versionsOf('manifests'))]).to.deep.equal([])
  })

  /** Adds packs to the database that the bucket lacks, first in the order of ids. */
  async function addLostPacks(count: number) {
    await runInSystemTransaction(async ({ trx }) => {
      const [pack] = await trx('packs').where({ tenant_id: customer.id })
      const [chunk] = await trx('chunks').where({ tenant_id: customer.id })
      for (let at = 0; at < count; at++) {
        const id = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
        await trx('packs').insert({ ...pack, id })
        await trx('chunks').insert({ ...chunk, id: randomBytes(chunk.id.length), pack_id: id })
      }
    })
  }

  /** Adds the record that retention writes when it removes versions. */
  async function noteLeft() {
    const ids = (await versionsOf('manifests')).map(({ Key }) => Key.split('/').at(-1))
    await runInSystemTransaction(({ trx, now }) =>
      trx('unnamed_manifests').insert(ids.map((version_id) => ({ tenant_id: customer.id, version_id, noted_at: now }))),
    )
  }

  const sweepConfirmed = () => sweepTenant(dependencies(), customer.id, { confirmed: true })

  it('in use are not swept', async () => {
    await start()
    await backUp()
    service.advance(3 * dayMs)

    const end = await sweep()

    expect(end.counts).to.include({ locked: 0, packs: 0, manifests: 0 })
  })
})
