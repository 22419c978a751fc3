import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { createPackBuffers, isTransferable } from '../../../../../service/domain/repository/chunks/pack-buffers.ts'
import type { DomainError } from '../../../../../service/domain/kernel/domain-error.ts'
import { type ChunkId, chunkIdOf } from '../../../../../shared/repository/chunk-id.ts'
import { type SealedPack, createPackBuilder } from '../../../../../shared/repository/pack-builder.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { anOwner, packAddressParts } from '../../../../support/scene/packs.ts'

const mebi = 1024 * 1024

describe('pack buffers', () => {
  it('are reused after release, with the length of the next pack', () => {
    const buffers = createPackBuffers()
    const first = buffers.take(8 * mebi)
    buffers.release(first)

    const second = buffers.take(3 * mebi)
    const third = buffers.take(3 * mebi)

    expect(second.buffer).to.equal(first.buffer)
    expect(second.length).to.equal(3 * mebi)
    expect(third.buffer).to.not.equal(first.buffer)
  })

  it('are separate for small packs and for those above the usual length', () => {
    const buffers = createPackBuffers()
    for (const length of [1, 1000, 12 * mebi]) {
      const bytes = buffers.take(length)
      buffers.release(bytes)
      expect(bytes.buffer.byteLength).to.equal(length)
      expect(buffers.take(length).buffer).to.not.equal(bytes.buffer)
    }
  })

  it('ignore memory that was transferred or is not of a pack', () => {
    const buffers = createPackBuffers()
    const sent = buffers.take(2 * mebi)
    structuredClone(sent, { transfer: [sent.buffer as ArrayBuffer] })
    buffers.release(sent)
    buffers.release(Buffer.from('a small text'))

    expect(buffers.take(2 * mebi).buffer.byteLength).to.be.greaterThan(2 * mebi)
  })

  it('can be transferred, unlike a part of shared memory', () => {
    const buffers = createPackBuffers()
    expect([buffers.take(10), buffers.take(8 * mebi)].every(isTransferable)).to.equal(true)
    expect(isTransferable(Buffer.from('a small text'))).to.equal(false)
  })
})

describe('consecutive large packs', () => {
  let test: TestRepository
  let tenant: Scene

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
  })
  after(() => test.close())

  async function sealPack(contents: Buffer[]): Promise<{ pack: SealedPack; ids: ChunkId[] }> {
    const { repositoryPublicKey, chunkIdKey } = await test.dependencies.keys.of(tenant.id)
    const builder = createPackBuilder({ tenantId: tenant.id, repositoryPublicKey })
    const ids = contents.map((content) => chunkIdOf(chunkIdKey, content))
    for (const [i, content] of contents.entries()) await builder.add(ids[i]!, content)
    return { pack: await builder.seal(), ids }
  }

  it('are each stored and verified with their own bytes', async () => {
    const lengths = [3 * mebi, 2 * mebi, mebi + 1, 300_000, 3 * mebi - 7, 2 * mebi + 9]
    const contents = lengths.map((length) => [randomBytes(length), randomBytes(70)])
    const packs = await Promise.all(contents.map(sealPack))

    const together = await Promise.all(packs.slice(0, 3).map(({ pack }) => tenant.sendPack(pack)))
    for (const { pack } of packs.slice(3)) together.push(await tenant.sendPack(pack))

    const reader = test.dependencies.repository.chunkReader(tenant.id)
    for (const [i, { ids }] of packs.entries()) {
      const read = await Promise.all(ids.map((id) => reader.read(id)))
      expect(together[i]!.state.state).to.equal('verified')
      for (const [part, content] of contents[i]!.entries()) expect(read[part]!.equals(content)).to.equal(true)
    }
  })

  it('are rejected and not stored if one byte differs, or if truncated or too long', async () => {
    const { pack } = await sealPack([randomBytes(2 * mebi)])
    const { bytes, sha256 } = pack
    const announced = [{ size: bytes.length, sha256, md5: null }]
    const [address] = await tenant.inTransaction((call) =>
      test.dependencies.repository.announcePacks(call, anOwner(), announced),
    )
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(mebi) ^ 1, mebi)
    const wrong = [flipped, bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)])]

    const errors: unknown[] = []
    for (const body of wrong) {
      const sent = test.dependencies.repository.receivePack(packAddressParts(address!), Readable.from([body]))
      errors.push(await failureOf(sent))
    }
    const before = await test.dependencies.repository.verifyPack(tenant.id, address!.id)
    await test.dependencies.repository.receivePack(packAddressParts(address!), Readable.from([bytes]))
    const after = await test.dependencies.repository.verifyPack(tenant.id, address!.id)

    const reasons = errors.map((error) => (error as DomainError).params as { reason: string })
    expect(reasons.map(({ reason }) => reason)).to.deep.equal(['other_digest', 'too_short', 'too_long'])
    expect(before.state).to.equal('missing')
    expect(after.state).to.equal('verified')
  })
})
