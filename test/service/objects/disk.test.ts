import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createDiskStore } from '../../../service/objects/disk.ts'
import { StoreUnreachable } from '../../../service/objects/object-store.ts'
import { failureOf } from '../../support/failure-of.ts'
import { describeObjectStore } from './object-store-suite.ts'

describe('the local disk', () => {
  let folder: string

  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-disk-'))))
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  it('stores objects as files that only its own account can read', async () => {
    const store = await createDiskStore(path.join(folder, 'objects'))

    await store.put('t1/packs/one', Buffer.from('sealed'))

    const file = path.join(folder, 'objects/t1/packs/one')
    expect(fs.readFileSync(file, 'utf8')).to.equal('sealed')
    expect(fs.statSync(file).mode & 0o777).to.equal(0o600)
    expect(fs.statSync(path.dirname(file)).mode & 0o777).to.equal(0o700)
  })

  it('never lists unfinished objects, and leaves nothing of a failed write', async () => {
    const store = await createDiskStore(folder)
    await store.put('a/b', Buffer.from('a file where a folder is needed'))

    const failure = await failureOf(store.put('a/b/c', Buffer.from('x')))

    const keys: string[] = []
    for await (const { key } of store.list('')) keys.push(key)
    expect(failure).to.be.instanceOf(StoreUnreachable)
    expect(keys).to.deep.equal(['a/b'])
    expect(fs.readdirSync(path.join(folder, '.incoming'))).to.deep.equal([])
  })

  it('deletes what a dead process left unfinished, but nothing being written', async () => {
    await createDiskStore(folder)
    const [old, fresh] = ['old', 'fresh'].map((name) => path.join(folder, '.incoming', name)) as [string, string]
    for (const file of [old, fresh]) fs.writeFileSync(file, 'half')
    fs.utimesSync(old, new Date(0), new Date(0))

    await createDiskStore(folder)

    expect(fs.readdirSync(path.join(folder, '.incoming'))).to.deep.equal(['fresh'])
  })

  it('does not treat an unmounted disk as an empty store', async () => {
    const store = await createDiskStore(path.join(folder, 'disk'))
    await store.put('t1/packs/one', Buffer.from('sealed'))
    fs.renameSync(path.join(folder, 'disk'), path.join(folder, 'elsewhere'))
    fs.mkdirSync(path.join(folder, 'disk'))

    const failures = await Promise.all([
      failureOf(store.get('t1/packs/one')),
      failureOf(store.head('t1/packs/one')),
      failureOf(store.delete('t1/packs/one')),
      failureOf(store.put('t1/packs/two', Buffer.from('x'))),
      failureOf(store.list('t1/')[Symbol.asyncIterator]().next()),
      failureOf(store.check()),
    ])

    for (const failure of failures) expect(failure).to.be.instanceOf(StoreUnreachable)
    expect(fs.readdirSync(path.join(folder, 'disk'))).to.deep.equal([])
  })

  it('is not created again by a worker while unavailable, and serves it once it is back', async () => {
    const [place, elsewhere] = [path.join(folder, 'disk'), path.join(folder, 'elsewhere')]
    await (await createDiskStore(place)).put('t1/packs/one', Buffer.from('sealed'))
    fs.renameSync(place, elsewhere)
    fs.mkdirSync(place)

    const store = await createDiskStore(place, false)
    const failure = await failureOf(store.get('t1/packs/one'))
    const made = fs.readdirSync(place)
    fs.rmdirSync(place)
    fs.renameSync(elsewhere, place)
    const bytes = await store.get('t1/packs/one')

    expect(failure).to.be.instanceOf(StoreUnreachable)
    expect(made).to.deep.equal([])
    expect(bytes.toString()).to.equal('sealed')
  })

  it('accepts objects only through the service', async () => {
    const store = await createDiskStore(folder)
    const expected = { size: 1, md5: Buffer.alloc(16), expiresInMs: 1000 }

    const address = await store.presignPut('t1/packs/one', expected)

    expect(address).to.equal(null)
  })
})

const suiteFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-disk-'))

after(() => fs.rmSync(suiteFolder, { recursive: true, force: true }))

describeObjectStore('the local disk', async () => ({ store: await createDiskStore(suiteFolder), area: 'suite' }))
