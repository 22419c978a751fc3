import { createHash, randomBytes } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { expect } from 'chai'
import { StoreUnreachable } from '../../../service/objects/object-store.ts'
import { createS3Client, s3Timeouts } from '../../../service/objects/s3-client.ts'
import { createS3Store } from '../../../service/objects/s3.ts'
import { failureOf } from '../../support/failure-of.ts'
import { type S3Server, s3ServerMissing, s3StartMs, startS3Server } from '../../support/s3-server.ts'
import { describeObjectStore } from './object-store-suite.ts'
import { causeOf } from './store-failure.ts'

const missing = s3ServerMissing()

describe(`an S3 bucket${missing ? ` (${missing})` : ''}`, () => {
  let server: S3Server

  before(async function () {
    this.timeout(s3StartMs)
    if (missing) this.skip()
    server = await startS3Server()
  })

  describeObjectStore('a bucket', async () => ({
    store: createS3Store(server.settingsOf(await server.newBucket())),
    area: 'suite',
  }))

  describe('an upload address for an agent', () => {
    const bytes = randomBytes(20_000)
    const key = 't1/packs/one'

    async function addressed() {
      const bucket = await server.newBucket()
      const store = createS3Store(server.settingsOf(bucket))
      const expected = {
        size: bytes.length,
        md5: digest('md5', bytes),
        expiresInMs: 60_000,
      }
      const address = await store.presignPut(key, expected)
      if (!address) throw new Error('no address')
      const send = (body: Buffer, headers = address.headers, url = address.url) =>
        fetch(url, {
          method: 'PUT',
          headers: { ...headers, 'content-length': String(body.length) },
          body: new Uint8Array(body),
        })
      return { store, address, send, expected }
    }

    it('accepts the object that it was signed for', async () => {
      const { store, send } = await addressed()

      const answer = await send(bytes)

      expect(answer.status).to.equal(200)
      expect((await store.get(key)).equals(bytes)).to.equal(true)
    })

    it('accepts no other bytes, length or key', async () => {
      const { store, address, send } = await addressed()
      const other = randomBytes(bytes.length)
      const otherMd5 = { 'content-md5': digest('md5', other).toString('base64') }

      const answers = [
        await send(other),
        await send(other, { ...address.headers, ...otherMd5 }),
        await send(bytes.subarray(1)),
        await send(Buffer.concat([bytes, bytes])),
        await send(bytes, {}),
        await send(bytes, address.headers, address.url.replace('packs/one', 'packs/two')),
      ]

      for (const { status } of answers) expect(status).to.be.within(400, 403)
      expect(await store.head(key)).to.equal(null)
      expect(await store.head('t1/packs/two')).to.equal(null)
    })

    it('is valid until its expiry', async () => {
      const { store, send, expected } = await addressed()
      const short = await store.presignPut(key, { ...expected, expiresInMs: 1 })

      await new Promise((resolve) => setTimeout(resolve, 2_100)) // an address contains whole seconds only
      const answer = await send(bytes, short?.headers, short?.url)

      expect(answer.status).to.equal(403)
    })

    it('is not given without an MD5, by which the store would verify the upload', async () => {
      const store = createS3Store(server.settingsOf('backups'))

      expect(await store.presignPut(key, { size: 1, md5: null, expiresInMs: 1000 })).to.equal(null)
      expect(store.takesUploads).to.equal(true)
    })

    it('has the host that agents can reach', async () => {
      const settings = { ...server.settingsOf('backups'), publicEndpoint: 'https://objects.example.net' }
      const md5 = digest('md5', bytes)

      const address = await createS3Store(settings).presignPut(key, {
        size: 1,
        md5,
        expiresInMs: 1000,
      })

      expect(address?.url).to.match(/^https:\/\/objects\.example\.net\/backups\/t1\/packs\/one\?/)
      expect(address?.url).not.to.contain(settings.secretAccessKey)
    })
  })

  it('keeps no version of a destroyed key in a versioned bucket', async () => {
    const bucket = await server.newBucket(true)
    const settings = server.settingsOf(bucket)
    const store = createS3Store(settings)
    const client = createS3Client(settings, settings.endpoint, s3Timeouts)
    await store.put('t1/keys/1', Buffer.from('the first bundle'))
    await store.put('t1/keys/1', Buffer.from('the second bundle'))
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 't1/keys/1' }))
    await store.put('t1/keys/1', Buffer.from('the third bundle'))
    const before = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }))
    const former = { Bucket: bucket, Key: 't1/keys/1', VersionId: before.Versions?.[1]?.VersionId }
    await client.send(new GetObjectCommand(former))

    await store.deleteEveryVersion('t1/keys/1')

    const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }))
    expect(before.Versions).to.have.length(3)
    expect([Versions ?? [], DeleteMarkers ?? []]).to.deep.equal([[], []])
    expect(await failureOf(client.send(new GetObjectCommand(former))))
      .to.have.property('name')
      .that.matches(/^NoSuch/)
  })

  it('is unchanged by the check whether it works', async () => {
    for (const versioned of [false, true]) {
      const bucket = await server.newBucket(versioned)
      const settings = server.settingsOf(bucket)

      await createS3Store(settings).check()

      const client = createS3Client(settings, settings.endpoint, s3Timeouts)
      const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }))
      expect([Versions ?? [], DeleteMarkers ?? []]).to.deep.equal([[], []])
    }
  })

  it('does not treat a missing bucket as empty', async () => {
    const store = createS3Store(server.settingsOf('not-made'))

    const failures = await Promise.all([
      failureOf(store.put('a', Buffer.from('x'))),
      failureOf(store.get('a')),
      failureOf(store.get('a', { offset: 0, length: 0 })),
      failureOf(store.head('a')),
      failureOf(store.delete('a')),
      failureOf(store.deleteEveryVersion('a')),
      failureOf(store.list('')[Symbol.asyncIterator]().next()),
      failureOf(store.check()),
    ])

    for (const failure of failures) expect(failure).to.be.instanceOf(StoreUnreachable)
    expect(causeOf(failures[0])?.params).to.deep.equal({
      status: 404,
      store_code: 'NoSuchBucket',
      cause: 'bucket_missing',
    })
  })

  it('distinguishes a wrong key from a wrong secret, and quotes neither', async () => {
    const settings = server.settingsOf(await server.newBucket())
    const secret = { ...settings, secretAccessKey: 'not-the-secret-at-all' }
    const key = { ...settings, accessKeyId: 'nobody-has-this-key' }

    const failures = [await failureOf(createS3Store(secret).check()), await failureOf(createS3Store(key).check())]

    expect(failures.map((failure) => causeOf(failure)?.params['cause'])).to.deep.equal([
      'secret_wrong',
      'access_key_unknown',
    ])
    for (const failure of failures) expect(inspected(failure)).not.to.match(/not-the-secret|nobody-has|AWS4/)
  })

  it('loses nothing that was confirmed when it is stopped', async function () {
    this.timeout(s3StartMs)
    const store = createS3Store(server.settingsOf(await server.newBucket()))
    const bytes = randomBytes(1_000_000)
    await store.put('t1/packs/one', bytes)

    await server.stop()
    const failures = [await failureOf(store.get('t1/packs/one')), await failureOf(store.head('t1/packs/one'))]
    await server.start()

    for (const failure of failures) expect(causeOf(failure)?.code).to.equal('store_connection_refused')
    expect((await store.get('t1/packs/one')).equals(bytes)).to.equal(true)
  })
})

function digest(algorithm: string, bytes: Buffer): Buffer {
  return createHash(algorithm).update(bytes).digest()
}

/** Returns everything that a log could contain of an error. */
function inspected(error: Error): string {
  return `${JSON.stringify(error)} ${String(error.stack)} ${String(error.cause)}`
}
