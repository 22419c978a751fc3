import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { encrypt } from '../../../shared/repository/aes-gcm.ts'
import { packBlock } from '../../../shared/repository/block.ts'
import { chunkIdOf } from '../../../shared/repository/chunk-id.ts'
import { PackDamaged } from '../../../shared/repository/damaged.ts'
import { encodeIndex } from '../../../shared/repository/pack-index.ts'
import type { IndexedBlock } from '../../../shared/repository/pack-index.ts'
import { createPackBuilder } from '../../../shared/repository/pack-builder.ts'
import { packHeadBytes } from '../../../shared/repository/pack-layout.ts'
import { openPack, readBlock, verifyPack } from '../../../shared/repository/pack.ts'
import { makeRepositoryKeys, sealTo } from '../../../shared/repository/seal.ts'
import { rejectionOf } from './rejection.ts'
import { seeded } from './seeded.ts'

const chunkIdKey = Buffer.alloc(32, 7)
const tenantId = '0199c0de-0000-7000-8000-000000000001'
const keys = await makeRepositoryKeys()
const opener = { tenantId, repositoryPrivateKey: keys.privateKey, chunkIdKey }

describe('a damaged pack', () => {
  it('is rejected whichever byte was changed', async () => {
    const random = seeded(31)
    const bytes = await honestPack([random.text(300), random.text(100), random.bytes(50)])

    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at]! ^= 1 << random.whole(0, 7)
      expect(await rejectionOf(verifyPack(altered, opener)), `byte ${at}`).to.be.instanceOf(PackDamaged)
    }
  })

  it('is rejected wherever it was truncated, and with trailing data', async () => {
    const random = seeded(32)
    const bytes = await honestPack([random.text(300), random.text(100), random.bytes(50)])

    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length)
      expect(await rejectionOf(verifyPack(cut, opener)), `cut at ${length}`).to.be.instanceOf(PackDamaged)
    }
    const longer = Buffer.concat([bytes, Buffer.alloc(1)])
    expect(await rejectionOf(openPack(longer, opener))).to.be.instanceOf(PackDamaged)
  })

  it('is rejected when bytes of a large one were changed, moved or removed', async () => {
    const random = seeded(33)
    const bytes = await honestPack(Array.from({ length: 12 }, () => random.bytes(300_000)))

    for (let round = 0; round < 40; round++) {
      const at = random.whole(0, bytes.length - 1)
      const from = random.whole(0, bytes.length - 1)
      const length = random.whole(1, 5000)
      const altered = random.pick([
        Buffer.concat([bytes.subarray(0, at), random.bytes(length), bytes.subarray(at + length)]),
        Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + length), bytes.subarray(at)]),
        Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
      ])
      expect(await rejectionOf(verifyPack(altered, opener)), `round ${round}`).to.be.instanceOf(PackDamaged)
    }
  })

  it('is rejected when two of its blocks were swapped', async () => {
    const random = seeded(34)
    const bytes = await honestPack([random.bytes(300_000), random.bytes(300_000)])
    const { contentKey, chunks } = await openPack(bytes, opener)
    const [first, second] = chunks.map((chunk) =>
      bytes.subarray(chunk.blockOffset, chunk.blockOffset + chunk.blockLength),
    )

    const swapped = Buffer.concat([bytes.subarray(0, chunks[0]!.blockOffset), second!, first!])

    expect(await refusalOf(swapped)).to.equal(`block at ${chunks[0]!.blockOffset}: it does not open`)
    expect(() => readBlock(contentKey, second!, chunks[0]!)).to.throw(PackDamaged)
  })
})

describe('a forged pack, made with the public key', () => {
  const content = seeded(35).text(5000)
  const id = chunkIdOf(chunkIdKey, content)
  const honest = { packed: packBlock(content), chunks: [{ id, length: content.length }] }
  const offset = packHeadBytes + 8 + 8 + 36 + 16

  it('is accepted if it is consistent', async () => {
    expect((await verifyPack(await craft([honest]), opener)).chunks.length).to.equal(1)
  })

  it('is rejected when a chunk does not match its id', async () => {
    const wrong = chunkIdOf(chunkIdKey, Buffer.from('something else'))

    const refusal = await refusalOf(await craft([{ ...honest, chunks: [{ id: wrong, length: content.length }] }]))

    expect(refusal).to.equal(`chunk ${wrong}: it is not what its id names`)
  })

  it('is rejected when a block has more or less than its chunks', async () => {
    const longer = { ...honest, packed: packBlock(Buffer.concat([content, Buffer.from('hidden')])) }
    const shorter = { ...honest, packed: packBlock(content.subarray(1)) }

    expect(await refusalOf(await craft([longer]))).to.match(/^block at \d+: \d+ bytes, of which its chunks are/)
    expect(await refusalOf(await craft([shorter]))).to.equal(`chunk ${id}: it lies outside its block`)
  })

  it('is rejected when it lists a chunk twice', async () => {
    expect(await refusalOf(await craft([honest, honest]))).to.equal(`index: chunk ${id} is named twice`)
  })

  it('is rejected for absurd lengths and counts before reading or allocating', async () => {
    const lies: { [refusal: string]: (index: Buffer) => void } = {
      'index: block 0 is 0 bytes long': (index) => index.writeUInt32LE(0, 8),
      'index: the pack is longer than 16777216 bytes': (index) => index.writeUInt32LE(0xffffffff, 8),
      'index: block 0 names 0 chunks': (index) => index.writeUInt32LE(0, 12),
      'index: block 0 names 4294967295 chunks': (index) => index.writeUInt32LE(0xffffffff, 12),
      [`index: chunk ${id} is 0 bytes long`]: (index) => index.writeUInt32LE(0, 48),
      [`index: chunk ${id} is 4294967295 bytes long`]: (index) => index.writeUInt32LE(0xffffffff, 48),
      'index: it counts 4294967295 blocks and 1 chunks': (index) => index.writeUInt32LE(0xffffffff, 0),
      'index: it counts 1 blocks and 4294967295 chunks': (index) => index.writeUInt32LE(0xffffffff, 4),
      'index: 52 bytes are not those of 1 blocks and 2 chunks': (index) => index.writeUInt32LE(2, 4),
    }

    for (const [refusal, lie] of Object.entries(lies)) {
      expect(await refusalOf(await craft([honest], { lie }))).to.equal(refusal)
    }
  })

  it('is rejected when its header announces an oversized index', async () => {
    const bytes = await craft([honest])
    bytes.writeUInt32LE(0xffffffff, 8)

    expect(await refusalOf(bytes)).to.equal('header: an index of 4294967295 bytes')
  })

  it('is rejected when its content key is invalid', async () => {
    const refusal = await refusalOf(await craft([honest], { sealedKey: Buffer.alloc(31) }))

    expect(
      ['content key', 'index'].some((field) => refusal.startsWith(field)),
      refusal,
    ).to.equal(true)
  })

  it('is rejected as a decompression bomb, using no more than a block', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(256 * 1024 * 1024))
    const before = process.memoryUsage().arrayBuffers

    const declaredSmall = await craft([{ ...honest, packed: declare(1, 5000, bomb) }])
    const declaredLarge = await craft([{ ...honest, packed: declare(1, 256 * 1024 * 1024, bomb) }])

    expect(await refusalOf(declaredSmall)).to.equal(
      `block at ${offset}: unpacks to more than the 5000 bytes it declares`,
    )
    expect(await refusalOf(declaredLarge)).to.equal(
      `block at ${offset}: declares 268435456 bytes, at most 4194304 are allowed`,
    )
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(32 * 1024 * 1024)
  })

  it('is rejected when all its blocks together are a decompression bomb', async () => {
    const zeros = Buffer.alloc(4 * 1024 * 1024)
    const packed = packBlock(zeros)
    const blocks = Array.from({ length: 17 }, (_, number) => ({
      packed,
      chunks: [{ id: chunkIdOf(chunkIdKey, Buffer.from([number])), length: zeros.length }],
    }))

    expect(await refusalOf(await craft(blocks))).to.equal('index: its chunks are longer than 67108864 bytes')
  })

  it('is rejected when a block does not unpack to its declared size', async () => {
    const zstd = zstdCompressSync(content)
    const blocks = {
      'unpacks less': declare(1, content.length + 1, zstd),
      'is cut': declare(1, content.length, zstd.subarray(0, -3)),
      'has something behind it': declare(1, content.length, Buffer.concat([zstd, Buffer.from('x')])),
      'is no zstd': declare(1, content.length, content),
      'is stored and longer': declare(0, content.length - 1, content),
      'declares nothing': declare(1, 0, zstd),
      'is packed by another method': declare(2, content.length, content),
      'has no head': Buffer.from([1, 2, 3]),
      'has a wide window': declare(1, content.length, frameWithWindow(27)),
    }

    const narrow = { ...honest, packed: declare(1, content.length, frameWithWindow(20)) }
    expect((await verifyPack(await craft([narrow]), opener)).chunks.length).to.equal(1)
    for (const [what, packed] of Object.entries(blocks)) {
      expect(await refusalOf(await craft([{ ...honest, packed }])), what).to.match(/^(block at \d+|index): /)
    }
  })

  /** A zstd frame by hand (RFC 8878, section 3.1.1) that asks for a window of 2^log bytes. */
  function frameWithWindow(log: number): Buffer {
    const lastRawBlock = uint32(1 + (content.length << 3), 'le').subarray(0, 3)
    return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3]), lastRawBlock, content])
  }

  it('never passes for an honest one, whatever its index contains', async () => {
    const random = seeded(37)

    for (let round = 0; round < 500; round++) {
      const lie = (index: Buffer) => {
        for (let change = random.whole(1, 4); change > 0; change--) {
          index[random.whole(0, index.length - 1)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.whole(0, 255)])
        }
      }
      const truth = encodeIndex([{ sealedLength: honest.packed.length + 16, chunks: honest.chunks }])
      const changed = Buffer.from(truth)
      lie(changed)
      const bytes = await craft([honest], { lie: (index) => void changed.copy(index) })
      if (!changed.equals(truth)) expect(await rejectionOf(verifyPack(bytes, opener))).to.be.instanceOf(PackDamaged)
    }
  })
})

async function honestPack(contents: Buffer[]): Promise<Buffer> {
  const builder = createPackBuilder({ tenantId, repositoryPublicKey: keys.publicKey })
  for (const content of contents) await builder.add(chunkIdOf(chunkIdKey, content), content)
  return (await builder.seal()).bytes
}

/** Returns the fault of the error, without its common beginning. */
async function refusalOf(bytes: Buffer): Promise<string> {
  const refusal = await rejectionOf(verifyPack(bytes, opener))
  expect(refusal).to.be.instanceOf(PackDamaged)
  return (refusal as Error).message.replace('damaged pack: ', '')
}

function declare(method: number, rawLength: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(method)
  head.writeUInt32LE(rawLength, 1)
  return Buffer.concat([head, payload])
}

/** The layout written a second time, after docs/decisions/repository-format.md, for packs that no builder makes. */
async function craft(
  blocks: { packed: Buffer; chunks: IndexedBlock['chunks'] }[],
  changes: { lie?: (index: Buffer) => void; sealedKey?: Buffer } = {},
): Promise<Buffer> {
  const contentKey = randomBytes(32)
  const info = `coffer pack content key\0${tenantId}`
  const sealedKey = await sealTo(keys.publicKey, info, 'cofferP1', changes.sealedKey ?? contentKey)
  const index = encodeIndex(blocks.map(({ packed, chunks }) => ({ sealedLength: packed.length + 16, chunks })))
  changes.lie?.(index)
  const head = Buffer.concat([Buffer.from('cofferP1'), uint32(index.length, 'le'), sealedKey])
  const parts = [head, encrypt(contentKey, Buffer.alloc(12), head, index)]
  for (const { packed } of blocks) {
    const place = uint32(
      parts.reduce((sum, part) => sum + part.length, 0),
      'be',
    )
    const aad = Buffer.concat([Buffer.from('cofferP1'), place])
    parts.push(encrypt(contentKey, Buffer.concat([Buffer.alloc(8), place]), aad, packed))
  }
  return Buffer.concat(parts)
}

function uint32(value: number, order: 'le' | 'be'): Buffer {
  const bytes = Buffer.alloc(4)
  if (order === 'le') bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}
