import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { chunkIdOf } from '../../../shared/repository/chunk-id.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { PackDamaged } from '../../../shared/repository/damaged.ts'
import { packLimits } from '../../../shared/repository/pack-index.ts'
import { createPackBuilder, sharedBlockBytes } from '../../../shared/repository/pack-builder.ts'
import { packHeadBytes } from '../../../shared/repository/pack-layout.ts'
import {
  openPack,
  packHeaderLength,
  readBlock,
  readChunk,
  readPackHeader,
  verifyPack,
} from '../../../shared/repository/pack.ts'
import { makeRepositoryKeys } from '../../../shared/repository/seal.ts'
import { rejectionOf } from './rejection.ts'
import { seeded } from './seeded.ts'

const chunkIdKey = Buffer.alloc(32, 7)
const tenantId = '0199c0de-0000-7000-8000-000000000001'

describe('packs', () => {
  it('return every chunk by its location, read as a range from the store', async () => {
    const random = seeded(21)
    const keys = await makeRepositoryKeys()

    for (let round = 0; round < 20; round++) {
      const contents = someContents(random)
      const { pack } = await packOf(contents, keys.publicKey)
      const { contentKey } = await openPack(pack.bytes, opener(keys))

      for (const chunk of pack.chunks) {
        const range = pack.bytes.subarray(chunk.blockOffset, chunk.blockOffset + chunk.blockLength)
        const content = readChunk(readBlock(contentKey, range, chunk), chunk, chunkIdKey)
        expect(content.equals(contents.get(chunk.id)!)).to.equal(true)
      }
      expect(pack.chunks.map((chunk) => chunk.id)).to.have.members([...contents.keys()])
    }
  })

  it('are verified completely, and report the same chunks as their builder', async () => {
    const keys = await makeRepositoryKeys()
    const { pack } = await packOf(someContents(seeded(22)), keys.publicKey)

    const verified = await verifyPack(pack.bytes, opener(keys))
    const opened = await openPack(pack.bytes, opener(keys))

    expect(verified).to.deep.equal(opened)
    expect(opened.chunks).to.deep.equal(pack.chunks)
    expect(pack.sha256.equals(createHash('sha256').update(pack.bytes).digest())).to.equal(true)
  })

  it('open by their header alone, whose length is in the first bytes', async () => {
    const keys = await makeRepositoryKeys()
    const { pack } = await packOf(someContents(seeded(23)), keys.publicKey)

    const length = packHeaderLength(pack.bytes.subarray(0, packHeadBytes))
    const opened = await readPackHeader(pack.bytes.subarray(0, length), opener(keys))
    const cut = await rejectionOf(readPackHeader(pack.bytes.subarray(0, length - 1), opener(keys)))

    expect(opened.chunks).to.deep.equal(pack.chunks)
    expect(opened.packLength).to.equal(pack.bytes.length)
    expect(cut).to.be.instanceOf(PackDamaged)
  })

  it('do not open for another tenant or with another key', async () => {
    const keys = await makeRepositoryKeys()
    const { pack } = await packOf(someContents(seeded(24)), keys.publicKey)

    const foreign = await rejectionOf(openPack(pack.bytes, { ...opener(keys), tenantId: 'other' }))
    const stranger = await rejectionOf(openPack(pack.bytes, opener(await makeRepositoryKeys())))

    expect(String(foreign)).to.equal(
      "PackDamaged: damaged pack: content key: it does not open with this customer's key",
    )
    expect(String(stranger)).to.equal(String(foreign))
  })

  it('contain no readable text and no plain chunk ids', async () => {
    const keys = await makeRepositoryKeys()
    const { pack } = await packOf(contentsOf([Buffer.from('enable secret 9 $14$abc')]), keys.publicKey)

    expect(pack.bytes.includes('enable')).to.equal(false)
    expect(pack.bytes.includes(Buffer.from(pack.chunks[0]!.id, 'hex'))).to.equal(false)
  })

  it('put small chunks into shared blocks and a large one into its own', async () => {
    const random = seeded(25)
    const keys = await makeRepositoryKeys()
    const small = Array.from({ length: 100 }, () => random.text(2000))
    const large = random.bytes(sharedBlockBytes)

    const { pack } = await packOf(contentsOf([...small.slice(0, 50), large, ...small.slice(50)]), keys.publicKey)

    const blocks = new Set(pack.chunks.map((chunk) => chunk.blockOffset))
    const alone = pack.chunks.find((chunk) => chunk.length === large.length)!
    expect(blocks.size).to.equal(2)
    expect(pack.chunks.filter((chunk) => chunk.blockOffset === alone.blockOffset)).to.deep.equal([alone])
    expect(pack.bytes.length - large.length).to.be.below(0.5 * small.length * 2000)
  })

  it('store incompressible data uncompressed, with few extra bytes', async () => {
    const keys = await makeRepositoryKeys()
    const content = seeded(26).bytes(1024 * 1024)

    const { pack, builder } = await packOf(contentsOf([content]), keys.publicKey)

    expect(pack.bytes.length - content.length).to.be.below(250)
    expect(builder.sealedBytes).to.equal(pack.bytes.length)
  })

  it('accept a chunk once, count what they accept, and are sealed once', async () => {
    const keys = await makeRepositoryKeys()
    const builder = createPackBuilder({ tenantId, repositoryPublicKey: keys.publicKey })
    const content = Buffer.from('hostname a\n')
    const id = chunkIdOf(chunkIdKey, content)

    await builder.add(id, content)
    await builder.add(id, content)
    const counted = { count: builder.count, rawBytes: builder.rawBytes }
    const pack = await builder.seal()

    expect(counted).to.deep.equal({ count: 1, rawBytes: content.length })
    expect(pack.chunks.length).to.equal(1)
    expect(() => builder.add(id, content)).to.throw('takes no more')
    expect(await rejectionOf(builder.seal())).to.be.instanceOf(Error)
  })

  it('stay within 16 MiB for incompressible chunks, and 64 MiB of compressible ones', async () => {
    const random = seeded(27)
    const keys = await makeRepositoryKeys()
    const noise = random.bytes(3 * 1024 * 1024)
    const zeros = Buffer.alloc(4 * 1024 * 1024)

    const full = await fill(keys.publicKey, (number) => noise.subarray(number * 777, number * 777 + 300_000))
    const sparse = await fill(keys.publicKey, (number) => numbered(zeros, number))

    expect(full.pack.bytes.length).to.be.within(packLimits.sealedBytes - 301_000, packLimits.sealedBytes)
    expect(sparse.builder.rawBytes).to.equal(packLimits.rawBytes)
    expect(sparse.pack.bytes.length).to.be.below(10_000)
    expect((await verifyPack(full.pack.bytes, opener(keys))).chunks.length).to.equal(full.builder.count)
    expect((await verifyPack(sparse.pack.bytes, opener(keys))).chunks.length).to.equal(16)
  })

  it('reject chunks that are empty, too long or wrongly named', async () => {
    const keys = await makeRepositoryKeys()
    const builder = createPackBuilder({ tenantId, repositoryPublicKey: keys.publicKey })
    const id = chunkIdOf(chunkIdKey, Buffer.from('a'))

    expect(() => builder.add(id, Buffer.alloc(0))).to.throw(RangeError)
    expect(() => builder.add(id, Buffer.alloc(4 * 1024 * 1024 + 1))).to.throw(RangeError)
    expect(() => builder.add('A'.repeat(64) as ChunkId, Buffer.from('a'))).to.throw(RangeError)
  })

  it('can be empty', async () => {
    const keys = await makeRepositoryKeys()
    const { pack } = await packOf(new Map(), keys.publicKey)

    expect((await verifyPack(pack.bytes, opener(keys))).chunks).to.deep.equal([])
  })
})

function opener(keys: { privateKey: Buffer }) {
  return { tenantId, repositoryPrivateKey: keys.privateKey, chunkIdKey }
}

async function packOf(contents: Map<ChunkId, Buffer>, repositoryPublicKey: Buffer) {
  const builder = createPackBuilder({ tenantId, repositoryPublicKey })
  for (const [id, content] of contents) await builder.add(id, content)
  return { pack: await builder.seal(), builder }
}

async function fill(repositoryPublicKey: Buffer, content: (number: number) => Buffer) {
  const builder = createPackBuilder({ tenantId, repositoryPublicKey })
  for (let number = 0; builder.hasCapacity(content(number).length); number++) {
    await builder.add(chunkIdOf(chunkIdKey, content(number)), content(number))
  }
  return { pack: await builder.seal(), builder }
}

function numbered(zeros: Buffer, number: number): Buffer {
  const copy = Buffer.from(zeros)
  copy.writeUInt32LE(number)
  return copy
}

function contentsOf(list: Buffer[]): Map<ChunkId, Buffer> {
  return new Map(list.map((content) => [chunkIdOf(chunkIdKey, content), content]))
}

function someContents(random: ReturnType<typeof seeded>): Map<ChunkId, Buffer> {
  const sizes = [1, 10, 300, 4000, 60_000, sharedBlockBytes - 1, sharedBlockBytes, 400_000]
  const list = Array.from({ length: random.whole(1, 12) }, () =>
    random.next() < 0.7 ? random.text(random.pick(sizes)) : random.bytes(random.pick(sizes)),
  )
  return contentsOf(list)
}
