import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { ChunkId } from '../../../../../shared/repository/chunk-id.ts'
import { ChunkDamaged } from '../../../../../service/domain/repository/chunks/backup-damaged.ts'
import { selectBlocks } from '../../../../../service/domain/repository/chunks/open-blocks.ts'
import { createRepository } from '../../../../../service/domain/repository/chunks/create-repository.ts'
import { seeded } from '../../../../shared/repository/seeded.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

describe('the sequential tree reader', () => {
  let test: TestRepository
  let tenant: Scene
  let contents: Buffer[]
  let ids: ChunkId[]
  let pack: string
  let seed = 70

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
  })
  after(() => test.close())
  beforeEach(async () => {
    const random = seeded((seed += 1))
    const writer = await tenant.writer()
    contents = Array.from({ length: 40 }, () => random.bytes(60_000 + random.whole(0, 60_000)))
    ids = []
    for (const content of contents) ids.push(await writer.put(Buffer.from(content)))
    await writer.flush()
    const folder = path.join(test.folder, tenant.prefix, 'packs')
    const packs = fs.readdirSync(folder).map((name) => path.join(folder, name))
    pack = packs.sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)[0]!
  })

  /** A reader with an empty cache. */
  const sequentialReader = () => createRepository(test.dependencies).sequentialReader(tenant.id)

  it('reads many blocks of a pack with one request', async () => {
    const reader = sequentialReader()
    test.reads = 0
    const read = await Promise.all(ids.map((id) => reader.read(id)))
    for (const [at, content] of contents.entries()) expect(read[at]!.equals(content), `${at}`).to.equal(true)

    const requests = Math.ceil(fs.statSync(pack).size / (2 * 1024 * 1024 - 300_000))
    expect(test.reads).to.be.at.most(requests)
  })

  it('reports only the chunks of a damaged block', async () => {
    const whole = fs.readFileSync(pack)
    const damaged = Buffer.from(whole)
    damaged[whole.length >> 1]! ^= 1
    fs.writeFileSync(pack, damaged)
    const reader = sequentialReader()

    const failures: unknown[] = []
    let intact = 0
    for (const [at, id] of ids.entries()) {
      const read = await reader.read(id).catch((error: unknown) => error)
      if (Buffer.isBuffer(read)) intact += read.equals(contents[at]!) ? 1 : 0
      else failures.push(read)
    }

    expect(failures.length).to.be.within(1, 4)
    expect(failures.every((failure) => failure instanceof ChunkDamaged)).to.equal(true)
    expect(intact).to.equal(ids.length - failures.length)
  })

  it('reports chunks of a pack that is gone', async () => {
    const reader = sequentialReader()
    await reader.read(ids[0]!)
    fs.rmSync(pack)

    const failure = await failureOf(reader.read(ids.at(-1)!))

    expect(failure).to.be.instanceOf(ChunkDamaged)
  })

  it('limits what one request reads, and reads no block twice', () => {
    const block = (blockOffset: number, blockLength: number, raw: number) => ({
      blockOffset,
      blockLength,
      chunks: [{ id: ids[0]!, offset: 0, length: raw }],
    })
    const offsets = (blocks: Parameters<typeof selectBlocks>[0], cached: number[] = []) =>
      selectBlocks(blocks, ({ blockOffset }) => cached.includes(blockOffset)).map(({ blockOffset }) => blockOffset)
    const mib = 1024 * 1024

    expect(offsets([])).to.deep.equal([])
    expect(offsets([block(100, 5 * mib, 5 * mib), block(100 + 5 * mib, 10, 20)])).to.deep.equal([100])
    expect(offsets([block(0, mib, mib), block(mib, mib, mib), block(2 * mib, mib, mib)])).to.deep.equal([0, mib])
    expect(offsets([block(0, 10, 3 * mib), block(10, 10, 3 * mib)])).to.deep.equal([0])
    expect(offsets([block(0, 10, 20), block(11, 10, 20)])).to.deep.equal([0])
    expect(offsets([block(0, 10, 20), block(10, 10, 20), block(20, 10, 20)], [0, 20])).to.deep.equal([0, 10])
  })
})
