import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { createS3Store } from '../../../service/objects/s3.ts'
import { failureOf } from '../../support/failure-of.ts'
import { type SwiftServer, startSwift, swiftMissing } from './swift-server.ts'
import { describeObjectStore } from './object-store-suite.ts'
import { causeOf } from './store-failure.ts'

const missing = swiftMissing()

describe(`an OpenStack Swift container over its S3 interface${missing ? ` (${missing})` : ''}`, function () {
  let swift: SwiftServer

  before(async function () {
    if (missing) this.skip()
    swift = await startSwift()
  })

  describeObjectStore('a container', async () => ({ store: createS3Store(await swift.newBucket()), area: 'suite' }))

  it('is usable at a start, and a wrong key is identified', async () => {
    const settings = await swift.newBucket()

    await createS3Store(settings).check()
    const failures = [
      await failureOf(createS3Store({ ...settings, secretAccessKey: 'wrong' }).check()),
      await failureOf(createS3Store({ ...settings, bucket: 'not-made' }).check()),
    ]

    expect(failures.map((failure) => causeOf(failure)?.params['cause'])).to.deep.equal([
      'secret_wrong',
      'bucket_missing',
    ])
  })

  it('accepts from an agent only the object that an address was signed for', async () => {
    const store = createS3Store(await swift.newBucket())
    const bytes = randomBytes(20_000)
    const md5 = createHash('md5').update(bytes).digest()
    const expected = { size: bytes.length, md5, expiresInMs: 60_000 }
    const address = await store.presignPut('t1/packs/one', expected)
    const send = (body: Buffer) =>
      fetch(address!.url, {
        method: 'PUT',
        headers: { ...address!.headers, 'content-length': String(body.length) },
        body: new Uint8Array(body),
      })

    const other = await send(randomBytes(bytes.length))
    const longer = await send(Buffer.concat([bytes, bytes]))
    const absent = await store.head('t1/packs/one')
    const right = await send(bytes)

    expect([other.status, longer.status].every((status) => status >= 400 && status < 500)).to.equal(true)
    expect(absent).to.equal(null)
    expect(right.status).to.equal(200)
    expect((await store.get('t1/packs/one')).equals(bytes)).to.equal(true)
  })

  it('deletes a destroyed key immediately', async () => {
    const store = createS3Store(await swift.newBucket())
    await store.put('t1/keys/1', Buffer.from('a bundle'))

    await store.deleteEveryVersion('t1/keys/1')

    expect(await store.head('t1/keys/1')).to.equal(null)
  })
})
