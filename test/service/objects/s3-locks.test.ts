import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { expect } from 'chai'
import { printedCode } from '../../support/startup-code.ts'
import type { LockMode, ObjectLocks } from '../../../service/objects/object-locks.ts'
import {
  ObjectLocked,
  ObjectNotFound,
  type ObjectStore,
  type StoreUnreachable,
} from '../../../service/objects/object-store.ts'
import { createS3Client, s3Timeouts } from '../../../service/objects/s3-client.ts'
import { createS3Store } from '../../../service/objects/s3.ts'
import { failureOf } from '../../support/failure-of.ts'
import { newDataDirectory, runCommand } from '../../support/running-coffer.ts'
import { type S3Server, s3ServerMissing, s3StartMs, startS3Server } from '../../support/s3-server.ts'
import { describeObjectStore } from './object-store-suite.ts'
import { message } from '../../../shared/messages/message.ts'

const missing = s3ServerMissing()
const key = 't1/packs/one'

describe(`an S3 bucket with object lock${missing ? ` (${missing})` : ''}`, function () {
  let server: S3Server
  let raw: S3Client

  before(async function () {
    this.timeout(s3StartMs)
    if (missing) this.skip()
    server = await startS3Server()
    raw = createS3Client(server.settingsOf(''), server.endpoint, s3Timeouts)
  })

  after(() => raw?.destroy())

  describeObjectStore('a bucket', async () => ({ store: (await lockingStore()).store, area: 'suite' }))

  async function lockingStore(mode: LockMode = 'compliance', bucket?: string) {
    const Bucket = bucket ?? (await server.newLockBucket())
    const store: ObjectStore = createS3Store({ ...server.settingsOf(Bucket), objectLock: { mode, days: 30 } })
    if (!store.locks) throw new Error('the store locks nothing')
    return { Bucket, store, locks: store.locks satisfies ObjectLocks }
  }

  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

  it('protects a locked object from a client with the store’s key, until the lock ends', async () => {
    const { Bucket, store, locks } = await lockingStore()
    const versionId = await locks.put(key, Buffer.from('content'))
    const until = await locks.lock(key, versionId, inSeconds(4))

    const byVersion = await failureOf(
      raw.send(new DeleteObjectCommand({ Bucket, Key: key, VersionId: versionId, BypassGovernanceRetention: true })),
    )
    const byStore = await failureOf(store.delete(key))
    const left = await store.get(key)
    await new Promise((resolve) => setTimeout(resolve, until.getTime() - Date.now() + 1_500))
    await store.delete(key)

    expect(byVersion.name).to.equal('AccessDenied')
    expect(byStore).to.be.instanceOf(ObjectLocked).with.property('until').that.deep.equals(until)
    expect(left.toString()).to.equal('content')
    expect(await store.head(key)).to.equal(null)
    expect((await versionsIn(Bucket)).length).to.equal(0)
  })

  it('extends a lock but never shortens it', async () => {
    const { locks } = await lockingStore()
    const versionId = await locks.put(key, Buffer.from('content'))
    await locks.lock(key, versionId, inSeconds(3))

    const longer = await locks.lock(key, versionId, inSeconds(8))
    const shorter = await locks.lock(key, versionId, inSeconds(2))

    expect(shorter.getTime()).to.equal(longer.getTime())
    expect((await locks.lockedUntil(key, versionId))?.getTime()).to.equal(longer.getTime())
  })

  it('keeps neither a former version nor a delete marker of what it deletes', async () => {
    const { Bucket, store } = await lockingStore()
    await store.put('dumps/one', Buffer.from('first'))
    await store.put('dumps/one', Buffer.from('second'))

    await store.delete('dumps/one')

    expect(await versionsIn(Bucket)).to.deep.equal([])
  })

  it('deletes keys immediately beside locked packs', async () => {
    const { Bucket, store, locks } = await lockingStore()
    await locks.lock(key, await locks.put(key, Buffer.from('pack')), inSeconds(5))
    await store.put('t1/keys/1', Buffer.from('bundle'))

    await store.deleteEveryVersion('t1/keys/1')

    expect((await versionsIn(Bucket)).map(({ Key }) => Key)).to.deep.equal([key])
  })

  it('finds a version behind a delete marker or a later object', async () => {
    const { Bucket, locks } = await lockingStore()
    const hidden = await locks.put('t1/packs/a', Buffer.from('a'))
    const covered = await locks.put('t1/packs/b', Buffer.from('b'))
    await raw.send(new DeleteObjectCommand({ Bucket, Key: 't1/packs/a' }))
    await raw.send(new PutObjectCommand({ Bucket, Key: 't1/packs/b', Body: Buffer.from('forged') }))

    const listed = []
    for await (const one of locks.listVersions('t1/packs/')) listed.push(one)

    expect(listed.map((one) => [one.key, one.isCurrent, one.isDeleteMarker])).to.deep.equal([
      ['t1/packs/a', true, true],
      ['t1/packs/a', false, false],
      ['t1/packs/b', true, false],
      ['t1/packs/b', false, false],
    ])
    expect(await locks.headCurrent('t1/packs/a')).to.equal(null)
    expect((await locks.getVersion('t1/packs/a', hidden)).toString()).to.equal('a')
    expect((await locks.getVersion('t1/packs/b', covered)).toString()).to.equal('b')
    expect((await locks.getCurrent('t1/packs/b')).bytes.toString()).to.equal('forged')
    expect(await failureOf(locks.getCurrent('t1/packs/a'))).to.be.instanceOf(ObjectNotFound)
  })

  describe('is verified at the start', () => {
    it('if it locks and the key has the permission', async () => {
      const { Bucket, locks } = await lockingStore()

      await locks.confirm()

      expect(await versionsIn(Bucket)).to.deep.equal([])
    })

    it('and rejected without object lock, or if it locks keys too', async () => {
      const plain = (await lockingStore('compliance', await server.newBucket(true))).locks
      const { Bucket, locks } = await lockingStore('governance')
      const Rule = { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1 } } as const
      const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled', Rule } as const
      await raw.send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }))

      const errors = [await failureOf(plain.confirm()), await failureOf(locks.confirm())]

      expect(errors.map((error) => (error as StoreUnreachable).reason)).to.deep.equal([
        message('store_lock_unavailable', { mode: 'compliance' }),
        message('store_default_retention', { mode: 'governance' }),
      ])
    })

    it('so that a start without object lock ends in one line', async () => {
      const data = newDataDirectory()
      const bucket = await server.newBucket()
      const { accessKeyId, secretAccessKey, endpoint } = server

      const { errors } = await runCommand('start', data, {
        BKP_S3_ENDPOINT: endpoint,
        BKP_S3_BUCKET: bucket,
        BKP_S3_ACCESS_KEY_ID: accessKeyId,
        BKP_S3_SECRET_ACCESS_KEY: secretAccessKey,
        BKP_S3_OBJECT_LOCK: 'compliance',
      })

      expect(printedCode(errors)).to.equal('store_unusable')
      expect(errors)
        .to.include(`BKP_S3_BUCKET '${bucket}' at ${endpoint}`)
        .and.include('BKP_S3_OBJECT_LOCK is compliance')
    })
  })

  async function versionsIn(Bucket: string) {
    const { Versions = [], DeleteMarkers = [] } = await raw.send(new ListObjectVersionsCommand({ Bucket }))
    return [...Versions, ...DeleteMarkers]
  }

  it('reads locked objects by version, even with the raw key', async () => {
    const { Bucket, locks } = await lockingStore('governance')
    const versionId = await locks.put(key, Buffer.from('content'))
    await locks.lock(key, versionId, inSeconds(3))

    const found = await raw.send(new GetObjectCommand({ Bucket, Key: key, VersionId: versionId }))

    expect(found.ObjectLockMode).to.equal('GOVERNANCE')
  })
})
