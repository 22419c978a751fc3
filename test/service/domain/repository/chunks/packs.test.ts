import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { type ChunkId, chunkIdOf } from '../../../../../shared/repository/chunk-id.ts'
import { type SealedPack, createPackBuilder } from '../../../../../shared/repository/pack-builder.ts'
import { ChunkMissing } from '../../../../../service/domain/repository/chunks/backup-damaged.ts'
import { missingChunks } from '../../../../../service/domain/repository/chunks/missing-chunks.ts'
import { recheckChunks } from '../../../../../service/domain/repository/chunks/recheck-chunks.ts'
import { signPackAddress } from '../../../../../service/domain/repository/chunks/pack-address.ts'
import { StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { DomainError } from '../../../../../service/domain/kernel/domain-error.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { anOwner, packAddressParts } from '../../../../support/scene/packs.ts'

describe('packs from an agent', () => {
  let test: TestRepository
  let tenant: Scene
  let other: Scene

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
    other = await createScene(test.dependencies)
  })
  after(() => test.close())
  afterEach(() => (test.outage = null))

  async function aPack(contents: Buffer[], sealedFor = tenant, named = tenant): Promise<SealedPack> {
    const { repositoryPublicKey } = await test.dependencies.keys.of(sealedFor.id)
    const { chunkIdKey } = await test.dependencies.keys.of(named.id)
    const builder = createPackBuilder({ tenantId: sealedFor.id, repositoryPublicKey })
    for (const content of contents) await builder.add(chunkIdOf(chunkIdKey, content), content)
    return builder.seal()
  }

  async function idOf(content: Buffer): Promise<ChunkId> {
    return chunkIdOf((await test.dependencies.keys.of(tenant.id)).chunkIdKey, content)
  }

  async function announce(pack: Pick<SealedPack, 'bytes' | 'sha256'>, md5: Buffer | null = null) {
    const { bytes, sha256 } = pack
    const announced = [{ size: bytes.length, sha256, md5 }]
    const [address] = await tenant.inTransaction((call) =>
      test.dependencies.repository.announcePacks(call, anOwner(), announced),
    )
    return address!
  }

  const send = (address: { url: string }, bytes: Buffer) =>
    test.dependencies.repository.receivePack(
      packAddressParts(address),
      Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]),
    )

  it('count once every chunk was verified, and can be read from then on', async () => {
    const contents = [randomBytes(100), randomBytes(900_000), Buffer.from('x'.repeat(2_000_000)), randomBytes(1)]
    const reader = test.dependencies.repository.chunkReader(tenant.id)
    const ids = await Promise.all(contents.map(idOf))

    const before = await tenant.inTransaction((call) => missingChunks(call, ids))
    const { state } = await tenant.sendPack(await aPack(contents))
    const after = await tenant.inTransaction((call) => missingChunks(call, ids))

    const read = await Promise.all(ids.map((id) => reader.read(id)))
    expect(before).to.deep.equal([0, 1, 2, 3])
    expect(state).to.deep.include({ state: 'verified' })
    expect(after).to.deep.equal([])
    for (const [i, content] of contents.entries()) expect(read[i]!.equals(content)).to.equal(true)
  })

  it('are verified once, and a repeated request reads nothing', async () => {
    const { address } = await tenant.sendPack(await aPack([randomBytes(50)]))
    test.reads = 0

    const again = await test.dependencies.repository.verifyPack(tenant.id, address.id)
    await send(address, Buffer.from('anything else, later'))

    expect(again).to.deep.equal({ id: address.id, state: 'verified' })
    expect(test.reads).to.equal(0)
  })

  it('can be verified by two replicas at once, also with the same chunks in another order', async () => {
    const contents = Array.from({ length: 300 }, () => randomBytes(40))
    const packs = await Promise.all([aPack(contents), aPack([...contents].reverse()), aPack(contents)])
    const addresses = await Promise.all(packs.map((pack) => announce(pack)))
    await Promise.all(addresses.map((address, i) => send(address, packs[i]!.bytes)))

    const states = await Promise.all(
      [...addresses, ...addresses].map(({ id }) => test.dependencies.repository.verifyPack(tenant.id, id)),
    )

    expect(new Set(states.map(({ state }) => state))).to.deep.equal(new Set(['verified']))
    const missing = await tenant.inTransaction(async (call) =>
      missingChunks(call, await Promise.all(contents.map(idOf))),
    )
    expect(missing).to.deep.equal([])
  })

  it('on a disk need no MD5, and one of a former agent is not kept', async () => {
    const pack = await aPack([randomBytes(64)])

    const address = await announce(pack, randomBytes(16))
    await send(address, pack.bytes)

    expect(await test.dependencies.repository.verifyPack(tenant.id, address.id)).to.include({ state: 'verified' })
  })

  it('that are forged, sealed for another tenant or invalid count as wrong', async () => {
    const content = randomBytes(64)
    const { repositoryPublicKey } = await test.dependencies.keys.of(tenant.id)
    const lying = createPackBuilder({ tenantId: tenant.id, repositoryPublicKey })
    await lying.add(await idOf(content), randomBytes(64))
    const noise = randomBytes(500)
    const noPack = { bytes: noise, sha256: hashOf('sha256', noise) }

    const states = await Promise.all(
      [await lying.seal(), await aPack([content], other, tenant), noPack].map((pack) =>
        tenant.sendPack(pack as SealedPack),
      ),
    )

    for (const { state } of states) expect(state.state).to.equal('wrong')
    expect(states[0]!.state.reason).to.match(/it is not what its id names/)
    expect(states[1]!.state.reason).to.match(/does not open with this customer's key/)
    expect(states[2]!.state.reason).to.match(/not a pack of this format/)
    expect(await tenant.inTransaction(async (call) => missingChunks(call, [await idOf(content)]))).to.deep.equal([0])
  })

  it('that never arrived, or are another tenant’s, are missing', async () => {
    const pack = await aPack([randomBytes(10)])
    const address = await announce(pack)
    const { verifyPack } = test.dependencies.repository

    const states = [
      await verifyPack(tenant.id, address.id),
      await verifyPack(other.id, address.id),
      await verifyPack(tenant.id, randomUUIDv7()),
    ]

    expect(states.map(({ state }) => state)).to.deep.equal(['missing', 'missing', 'missing'])
  })

  it('that were altered in the store are wrong', async () => {
    const pack = await aPack([randomBytes(1000)])
    const address = await announce(pack)
    await send(address, pack.bytes)
    const altered = Buffer.from(pack.bytes)
    altered[altered.length - 5]! ^= 1
    fs.writeFileSync(path.join(test.folder, tenant.prefix, 'packs', address.id), altered)

    const state = await test.dependencies.repository.verifyPack(tenant.id, address.id)

    expect(state).to.deep.include({ state: 'wrong', reason: 'its SHA-256 is another one' })
  })

  it('are rejected if their bytes differ from the announcement', async () => {
    const pack = await aPack([randomBytes(1000)])
    const address = await announce(pack)
    const other = Buffer.from(pack.bytes)
    other[0]! ^= 1

    const failures = await Promise.all([
      failureOf(send(address, pack.bytes.subarray(1))),
      failureOf(send(address, Buffer.concat([pack.bytes, Buffer.from('x')]))),
      failureOf(send(address, other)),
    ])

    for (const failure of failures) expect(failure).to.be.instanceOf(DomainError).and.to.include({ status: 422 })
    expect((await test.dependencies.repository.verifyPack(tenant.id, address.id)).state).to.equal('missing')
  })

  it('are rejected at an address that was not signed for them or has expired', async () => {
    const pack = await aPack([randomBytes(10)])
    const address = await announce(pack)
    const parts = packAddressParts(address)
    const foreign = packAddressParts({
      url: signPackAddress(test.dependencies.serviceKeys, randomUUIDv7(), test.dependencies.now()),
    })
    const { receivePack } = test.dependencies.repository
    const body = () => Readable.from([pack.bytes])

    const errorPatterns = [
      await failureOf(receivePack({ ...parts, signature: foreign.signature }, body())),
      await failureOf(receivePack({ ...parts, signature: '' }, body())),
      await failureOf(receivePack({ ...parts, expires: parts.expires + 1 }, body())),
      await failureOf(receivePack({ ...parts, packId: foreign.packId }, body())),
    ]
    test.advance(15 * 60 * 1000)
    const late = await failureOf(receivePack(parts, body()))

    for (const refusal of [...errorPatterns, late])
      expect(refusal).to.be.instanceOf(DomainError).and.to.include({ status: 403 })
  })

  it('above the maximum length are rejected before they are sent', async () => {
    const announced = [
      { size: 16 * 1024 * 1024, sha256: randomBytes(32), md5: null },
      { size: 16 * 1024 * 1024 + 1, sha256: randomBytes(32), md5: null },
    ]

    const refusal = await failureOf(
      tenant.inTransaction((call) => test.dependencies.repository.announcePacks(call, anOwner(), announced)),
    )

    expect(refusal).to.include({ status: 422 })
    expect((refusal as DomainError).fieldErrors).to.deep.equal([
      { path: 'packs.1.size', error: { code: 'size_above_maximum', params: { max: 16 * 1024 * 1024 } } },
    ])
  })

  it('wait while the store is unavailable, neither missing nor wrong', async () => {
    const pack = await aPack([randomBytes(10)])
    const address = await announce(pack)
    await send(address, pack.bytes)
    test.outage = new StoreUnreachable(message('store_connection_lost'))

    const failure = await failureOf(test.dependencies.repository.verifyPack(tenant.id, address.id))
    test.outage = null
    const later = await test.dependencies.repository.verifyPack(tenant.id, address.id)

    expect(failure).to.be.instanceOf(StoreUnreachable)
    expect(later.state).to.equal('verified')
  })

  it('expose nothing to another tenant, where the same chunk is missing', async () => {
    const content = randomBytes(33)
    await tenant.sendPack(await aPack([content]))
    const id = await idOf(content)

    const missing = await other.inTransaction((call) => missingChunks(call, [id]))
    const failure = await failureOf(test.dependencies.repository.chunkReader(other.id).read(id))

    expect(missing).to.deep.equal([0])
    expect(failure).to.be.instanceOf(ChunkMissing)
  })
})

describe('the query for missing chunks', () => {
  let test: TestRepository
  let tenant: Scene
  let ids: ChunkId[]

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
    const writer = await tenant.writer()
    ids = await Promise.all([1, 2, 3].map((n) => writer.put(Buffer.from(`chunk ${n}`))))
    await writer.flush()
  })
  after(() => test.close())

  async function promisedAt(id: ChunkId): Promise<Date> {
    const { rows } = await tenant.inTransaction(({ trx }) =>
      trx.raw('select last_promised_at from chunks where id = ?', [Buffer.from(id, 'hex')]),
    )
    return rows[0].last_promised_at
  }

  it('reserves existing ones: their date is renewed, at most once an hour', async () => {
    const stored = test.dependencies.now()

    test.advance(30 * 60 * 1000)
    await tenant.inTransaction((call) => missingChunks(call, [ids[0]!]))
    const afterHalfAnHour = await promisedAt(ids[0]!)
    test.advance(31 * 60 * 1000)
    const missing = await tenant.inTransaction((call) =>
      missingChunks(call, [ids[0]!, randomBytes(32).toString('hex') as ChunkId]),
    )

    expect(afterHalfAnHour).to.deep.equal(stored)
    expect(await promisedAt(ids[0]!)).to.deep.equal(test.dependencies.now())
    expect(await promisedAt(ids[1]!)).to.deep.equal(stored)
    expect(missing).to.deep.equal([1])
  })

  it('returns indexes in order, also for duplicate ids', async () => {
    const strange = randomBytes(32).toString('hex') as ChunkId

    const missing = await tenant.inTransaction((call) =>
      missingChunks(call, [strange, ids[1]!, strange, ids[1]!, ids[2]!]),
    )

    expect(missing).to.deep.equal([0, 2])
  })

  it('is repeated under a lock at the commit, which names those deleted meanwhile', async () => {
    const strange = randomBytes(32)
    const all = Buffer.concat([...ids.map((id) => Buffer.from(id, 'hex')), strange, strange])

    const missing = await tenant.inTransaction((call) => recheckChunks(call, all))
    const none = await tenant.inTransaction((call) => recheckChunks(call, all.subarray(0, 96)))

    expect(missing).to.deep.equal([strange.toString('hex')])
    expect(none).to.deep.equal([])
  })

  it('accepts 10,000 ids at once', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) =>
      i % 5000 === 7 ? ids[0]! : (randomBytes(32).toString('hex') as ChunkId),
    )

    const missing = await tenant.inTransaction((call) => missingChunks(call, many))

    expect(missing).to.have.length(9998)
    expect(missing).not.to.include.members([7, 5007])
  })
})

function hashOf(algorithm: string, bytes: Buffer): Buffer {
  return createHash(algorithm).update(bytes).digest()
}
