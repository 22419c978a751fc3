import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import type { ChunkId } from '../../../../../shared/repository/chunk-id.ts'
import { readContent, writeContent } from '../../../../../shared/repository/content.ts'
import { TreeDamaged } from '../../../../../shared/repository/damaged.ts'
import { identifyTree } from '../../../../../shared/repository/tree.ts'
import { ChunkDamaged, ChunkMissing } from '../../../../../service/domain/repository/chunks/backup-damaged.ts'
import { createByteBudget, createByteShares } from '../../../../../service/domain/repository/chunks/byte-budget.ts'
import { createWalkMemories } from '../../../../../service/domain/repository/chunks/tree-walk-budget.ts'
import { walkStoredTree } from '../../../../../service/domain/repository/chunks/walk-stored-tree.ts'
import { createBlockCache } from '../../../../../service/domain/repository/chunks/block-cache.ts'
import { StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { seeded } from '../../../../shared/repository/seeded.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { type TreeListing, writeTree } from '../../../../support/scene/trees.ts'
import { storedTreeLimits } from '../../../../../service/domain/repository/chunks/stored-tree-limits.ts'
import { roomyWalk } from '../../../../support/roomy-walk.ts'

describe('the chunk reader', () => {
  let test: TestRepository
  let tenant: Scene

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
  })
  after(() => test.close())
  afterEach(() => (test.outage = null))

  it('returns content of many chunks byte for byte', async () => {
    const bytes = seeded(1).bytes(9_000_000)
    const writer = await tenant.writer()
    const content = writeContent(writer)
    await content.push(bytes)
    const written = await content.end()
    await writer.flush()

    const pieces = await Array.fromAsync(readContent(test.dependencies.repository.chunkReader(tenant.id), written))

    expect(pieces.length).to.be.greaterThan(2)
    expect(Buffer.concat(pieces).equals(bytes)).to.equal(true)
  })

  it('requests the store once for chunks of one block, for any number of readers', async () => {
    const writer = await tenant.writer()
    const contents = Array.from({ length: 500 }, (_, i) => Buffer.from(`small file ${i} ${'y'.repeat(i)}`))
    const ids = await Promise.all(contents.map((content) => writer.put(content)))
    await writer.flush()
    test.reads = 0

    const reader = test.dependencies.repository.chunkReader(tenant.id)
    const read = await Promise.all(ids.map((id) => reader.read(id)))
    const again = await reader.read(ids[3]!)

    expect(test.reads).to.equal(1)
    expect(read.every((content, i) => content.equals(contents[i]!))).to.equal(true)
    expect(again.equals(contents[3]!)).to.equal(true)
  })

  it('reports that a chunk is not stored', async () => {
    const id = randomBytes(32).toString('hex') as ChunkId

    const failure = await failureOf(test.dependencies.repository.chunkReader(tenant.id).read(id))

    expect(failure).to.be.instanceOf(ChunkMissing).and.to.include({ chunk: id })
  })

  it('reports a damaged or missing pack, without affecting later reads', async () => {
    const writer = await tenant.writer()
    const id = await writer.put(randomBytes(5000))
    await writer.flush()
    const folder = path.join(test.folder, tenant.prefix, 'packs')
    const newest = fs.readdirSync(folder).sort().at(-1)!
    const file = path.join(folder, newest)
    const whole = fs.readFileSync(file)
    const reader = test.dependencies.repository.chunkReader(tenant.id)
    const altered = Buffer.from(whole)
    altered[altered.length - 100]! ^= 4

    fs.writeFileSync(file, altered)
    const flipped = await failureOf(reader.read(id))
    fs.writeFileSync(file, whole.subarray(0, -1))
    const short = await failureOf(reader.read(id))
    fs.unlinkSync(file)
    const gone = await failureOf(reader.read(id))
    fs.writeFileSync(file, whole)

    for (const failure of [flipped, short, gone]) expect(failure).to.be.instanceOf(ChunkDamaged)
    expect(await reader.read(id)).to.have.length(5000)
  })

  it('distinguishes an unreachable store from damage', async () => {
    const writer = await tenant.writer()
    const id = await writer.put(randomBytes(5001))
    await writer.flush()
    const reader = test.dependencies.repository.chunkReader(tenant.id)
    test.outage = new StoreUnreachable(message('store_connection_lost'))

    const failure = await failureOf(reader.read(id))
    test.outage = null

    expect(failure).to.be.instanceOf(StoreUnreachable)
    expect(await reader.read(id)).to.have.length(5001)
  })
})

describe('a tree that an agent reports as written', () => {
  let test: TestRepository
  let tenant: Scene

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
  })
  after(() => test.close())

  const listing: TreeListing = [
    ['', {}],
    ['etc', {}],
    ['etc/hosts', { bytes: '127.0.0.1 localhost\n', hardLink: '1' }],
    ['etc/large', { bytes: Buffer.alloc(3_000_000, 'abc') }],
    ['etc/same', { bytes: '127.0.0.1 localhost\n', hardLink: '1' }],
    ['etc/shadow', { type: 'file', problem: 'unreadable', size: 99 }],
    ['var', {}],
    ['var/link', { type: 'symlink', target: Buffer.from('../etc') }],
  ]

  it('is walked: its identity, counts and all references are computed', async () => {
    const written = await writeTree(await tenant.writer(), listing)

    const stored = await test.dependencies.repository.walkStoredTree(tenant.id, written.root, roomyWalk)

    expect(stored.missing).to.deep.equal([])
    expect(stored.identity).to.equal(written.identity)
    expect(stored.counts).to.deep.equal(written.counts)
    const named = new Set(stored.chunks.toString('hex').match(/.{64}/g))
    const all = await identifyTree(recorder(test.dependencies.repository.chunkReader(tenant.id), named), written.root)
    expect(all.identity).to.equal(written.identity)
  })

  it('without some chunks has them listed, of files and folders together', async () => {
    const real = await tenant.writer()
    const lost: ChunkId[] = []
    const losing = {
      flush: () => real.flush(),
      async put(content: Buffer) {
        const isLost = content.includes('lost')
        const id = isLost ? (randomBytes(32).toString('hex') as ChunkId) : await real.put(content)
        if (isLost) lost.push(id)
        return id
      },
    }
    const { root } = await writeTree(losing, [
      ['a', {}],
      ['a/file', { bytes: 'lost' }],
      ['b', {}],
      ['b/file', { bytes: 'kept' }],
      ['c', {}],
      ['c/lost-too', { type: 'fifo' }],
    ])

    const stored = await test.dependencies.repository.walkStoredTree(tenant.id, root, roomyWalk)

    expect(lost).to.have.length(2)
    expect(stored.missing).to.have.members(lost)
  })

  it('without its root chunk has that listed', async () => {
    const root = randomBytes(32).toString('hex') as ChunkId

    const stored = await test.dependencies.repository.walkStoredTree(tenant.id, root, roomyWalk)

    expect(stored.missing).to.deep.equal([root])
  })

  it('whose files claim another size than their content is rejected', async () => {
    const { root } = await writeTree(await tenant.writer(), [['small', { bytes: 'xxxxxxxxxx', size: 1 }]])

    const failure = await failureOf(test.dependencies.repository.walkStoredTree(tenant.id, root, roomyWalk))

    expect(failure)
      .to.be.instanceOf(TreeDamaged)
      .and.to.match(/a file of 1 bytes has 10/)
  })

  it('whose contents claim another size than their chunks is rejected', async () => {
    const writer = await tenant.writer()
    const chunk = await writer.put(Buffer.from('ten bytes!'))
    const { root } = await writeTree(writer, [
      ['lie', { type: 'file', size: 2 ** 40, content: { size: 2 ** 40, chunks: [chunk] } }],
    ])

    const failure = await failureOf(test.dependencies.repository.walkStoredTree(tenant.id, root, roomyWalk))

    expect(failure)
      .to.be.instanceOf(TreeDamaged)
      .and.to.match(/has chunks of 10/)
  })

  it('with too many entries is rejected', async () => {
    const writer = await tenant.writer()
    const reader = test.dependencies.repository.chunkReader(tenant.id)
    const { root } = await writeTree(
      writer,
      Array.from({ length: 30 }, (_, i) => [`f${i}`, { bytes: '' }]),
    )

    const failure = await failureOf(
      walkStoredTree(test.dependencies.knex, reader, tenant.id, root, roomyWalk, { ...storedTreeLimits, entries: 29 }),
    )

    expect(failure)
      .to.be.instanceOf(TreeDamaged)
      .and.to.match(/more than 29 entries/)
  })

  it('with too many hard link names is rejected', async () => {
    const writer = await tenant.writer()
    const reader = test.dependencies.repository.chunkReader(tenant.id)
    const { root } = await writeTree(
      writer,
      Array.from({ length: 30 }, (_, i) => [`name-${i}`, { bytes: 'x', hardLink: 'inode 1' }]),
    )
    const walk = (linkBytes: number) =>
      walkStoredTree(test.dependencies.knex, reader, tenant.id, root, roomyWalk, { ...storedTreeLimits, linkBytes })

    const walked = await walk(10_000)
    const failure = await failureOf(walk(1000))

    expect(walked.counts.files).to.equal(30)
    expect(failure)
      .to.be.instanceOf(TreeDamaged)
      .and.to.match(/hard links/)
  })

  it('requests memory before it collects more, and returns every id', async () => {
    const writer = await tenant.writer()
    const reader = test.dependencies.repository.chunkReader(tenant.id)
    const { root } = await writeTree(
      writer,
      Array.from({ length: 6000 }, (_, i) => [`f${i}`, { bytes: `content ${i % 10}` }]),
    )
    const asked: number[] = []
    const memory = { grow: async (bytes: number) => void asked.push(bytes) }

    const { chunks } = await walkStoredTree(test.dependencies.knex, reader, tenant.id, root, memory)
    const plain = await walkStoredTree(test.dependencies.knex, reader, tenant.id, root, roomyWalk)

    expect(asked).to.deep.equal([65_536, 131_072, 262_144])
    expect(chunks.equals(plain.chunks)).to.equal(true)
    expect(chunks.length).to.be.above(6000 * 32)
  })

  it('is rejected if its root is another kind of chunk', async () => {
    const writer = await tenant.writer()
    const root = await writer.put(Buffer.from('not a root'))
    await writer.flush()

    const failure = await failureOf(test.dependencies.repository.walkStoredTree(tenant.id, root, roomyWalk))

    expect(failure).to.be.instanceOf(TreeDamaged)
  })

  it('of 20,000 files is checked without blocking other work for long', async () => {
    const entries: TreeListing = Array.from({ length: 20_000 }, (_, i) => [
      `folder${String(Math.floor(i / 400)).padStart(3, '0')}/file${String(i).padStart(5, '0')}`,
      { bytes: `content ${i % 3000}` },
    ])
    const { root, identity } = await writeTree(await tenant.writer(), entries)
    let turns = 0
    const timer = setInterval(() => turns++, 5)

    const stored = await test.dependencies.repository.walkStoredTree(tenant.id, root, roomyWalk)

    clearInterval(timer)
    expect(stored.identity).to.equal(identity)
    expect(stored.counts.files).to.equal(20_000)
    expect(turns).to.be.greaterThan(3)
  })
})

describe('the memory budget for reads and writes', () => {
  it('reserves memory for one tenant’s packs when another’s use all of theirs', async () => {
    const shareOf = createByteShares(100, 50)
    await shareOf('one').acquire(40)
    const waits = shareOf('one').acquire(20)

    const release = await shareOf('other').acquire(50)
    release()

    expect([shareOf('one').waiting, shareOf('other').waiting]).to.deep.equal([1, 0])
    expect(await Promise.race([waits, 'still waiting'])).to.equal('still waiting')
  })

  it('is assigned in order, and a request for more than all of it runs alone', async () => {
    const budget = createByteBudget(100)
    const order: string[] = []
    const first = await budget.acquire(60)
    const waiting = [
      budget.acquire(50).then((release) => (order.push('second'), release)),
      budget.acquire(10).then((release) => (order.push('third'), release)),
      budget.acquire(1000).then((release) => (order.push('fourth'), release)),
    ]

    expect(budget.waiting).to.equal(3)
    first()
    const [second, third] = await Promise.all([waiting[0], waiting[1]])

    expect(order).to.deep.equal(['second', 'third'])
    second!()
    third!()
    await waiting[2]
    expect(order).to.deep.equal(['second', 'third', 'fourth'])
  })

  describe('for tree walks', () => {
    const sizes = {
      small: 100,
      large: 1000,
      atOnce: { small: 3, large: 2, smallOfOne: 2, largeOfOne: 1 },
      waiting: 1,
    }
    const settled = (work: Promise<unknown>) => Promise.race([work.then(() => 'done'), nextTurn('waits')])
    const nextTurn = <T>(value: T) => new Promise<T>((resolve) => setImmediate(() => resolve(value)))

    it('is granted at once for small trees, and to one job of a tenant for large ones', async () => {
      const memoryOf = createWalkMemories(sizes)
      const [one, second, other] = [memoryOf('one'), memoryOf('one'), memoryOf('other')]
      await one.grow(1)
      await one.grow(100)
      await second.grow(100)
      await one.grow(101)
      await one.grow(900)
      const waiting = second.grow(101)
      await other.grow(900)

      const before = await settled(waiting)
      one.release()
      one.release()

      expect(before).to.equal('waits')
      expect(await settled(waiting)).to.equal('done')
    })

    it('limits the queue, and asks others to retry', async () => {
      const memoryOf = createWalkMemories(sizes)
      const held = [memoryOf('one'), memoryOf('one')]
      for (const memory of held) await memory.grow(1)
      const waiting = memoryOf('one').grow(1)

      const refusal = await failureOf(memoryOf('one').grow(1))
      const another = await settled(memoryOf('other').grow(1))
      held.forEach((memory) => memory.release())

      expect(refusal).to.include({ status: 503 })
      expect(another).to.equal('done')
      expect(await settled(waiting)).to.equal('done')
    })
  })

  it('caches opened blocks up to its limit, and evicts the least recently used', async () => {
    const cache = createBlockCache(250)
    const opened: string[] = []
    const get = (key: string) =>
      cache.get(key, async () => {
        opened.push(key)
        return Buffer.alloc(100)
      })

    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)

    expect(opened).to.deep.equal(['a', 'b', 'c', 'b'])
  })
})

/** Reads only chunks that were announced. */
function recorder(reader: { read(id: ChunkId): Promise<Buffer> }, named: Set<string>) {
  return {
    async read(id: ChunkId) {
      if (!named.has(id)) throw new Error(`${id} was not named`)
      return reader.read(id)
    },
  }
}
