import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { createChunkWriter, writerLimits } from '../../../agent/repository/chunk-writer.ts'
import type { PackPort } from '../../../agent/repository/pack-sender.ts'
import { createSharedBudget, heldBytes, openBudget } from '../../../agent/repository/memory-budget.ts'
import { chunkIdOf, type ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { SealedPack } from '../../../shared/repository/pack-builder.ts'
import { verifyPack } from '../../../shared/repository/pack.ts'
import { makeRepositoryKeys, type RepositoryKeys } from '../../../shared/repository/seal.ts'

const mebi = 1024 * 1024

describe('the chunk writer', () => {
  const tenantId = randomUUID()
  const chunkIdKey = randomBytes(32)
  let keys: RepositoryKeys
  let stored: Set<ChunkId>
  let asked: number[]
  let packs: SealedPack[]

  before(async () => {
    keys = await makeRepositoryKeys()
  })

  beforeEach(() => {
    stored = new Set()
    asked = []
    packs = []
  })

  const port: PackPort = {
    async missingChunks(ids) {
      asked.push(ids.length)
      return new Set(ids.filter((id) => !stored.has(id)))
    },
    async storePack(pack) {
      packs.push({ ...pack, bytes: Buffer.from(pack.bytes) })
      for (const { id } of pack.chunks) stored.add(id)
    },
  }

  function writerFor(limitBytes = 96 * mebi, changes: Partial<typeof writerLimits> = {}, to: PackPort = port) {
    const shared = createSharedBudget(limitBytes, 1)
    const target = { tenantId, repositoryPublicKey: keys.publicKey, chunkIdKey }
    const stop = new AbortController()
    const limits = { ...writerLimits, waitLimitMs: 5, ...changes }
    const open = () => createChunkWriter(target, to, openBudget(shared, 0), stop.signal, limits)
    return { open, shared, stop }
  }

  it('names chunks by id, and stores each once in packs that the tenant can open', async () => {
    const { open, shared } = writerFor()
    const writer = open()
    const contents = Array.from({ length: 40 }, () => randomBytes(mebi))

    const ids: ChunkId[] = []
    for (const content of [...contents, ...contents]) ids.push(await writer.put(content))
    await writer.flush()

    const opener = { tenantId, repositoryPrivateKey: keys.privateKey, chunkIdKey }
    const found = (await Promise.all(packs.map(({ bytes }) => verifyPack(bytes, opener)))).flatMap(({ chunks }) =>
      chunks.map(({ id }) => id),
    )
    expect(found).to.have.members(contents.map((content) => chunkIdOf(chunkIdKey, content)))
    expect(ids.slice(0, 40)).to.deep.equal(ids.slice(40))
    expect(Math.max(...packs.map(({ bytes }) => bytes.length))).to.be.at.most(16 * mebi)
    expect(heldBytes(shared)).to.equal(0)
  })

  it('reuses its memory without changing an unsent chunk', async () => {
    const { open, shared } = writerFor(96 * mebi, { packBytes: mebi, batchBytes: 256 * 1024 })
    const writer = open()
    const filled = (at: number) => Buffer.alloc(1000 + (at % 7000), randomBytes(64))
    const contents = Array.from({ length: 4000 }, (_, at) => filled(at))

    for (const content of [...contents, ...contents.slice(0, 50)]) {
      const copy = writer.allocate!(content.length)
      content.copy(copy)
      await writer.put(copy)
    }
    await writer.flush()

    const opener = { tenantId, repositoryPrivateKey: keys.privateKey, chunkIdKey }
    const found = (await Promise.all(packs.map(({ bytes }) => verifyPack(bytes, opener)))).flatMap(({ chunks }) =>
      chunks.map(({ id }) => id),
    )
    expect(found).to.have.members(contents.map((content) => chunkIdOf(chunkIdKey, content)))
    expect(packs.length).to.be.greaterThan(1)
    expect(heldBytes(shared)).to.equal(0)
  })

  it('checks chunks in batches, and sends none that is stored', async () => {
    const { open, shared } = writerFor()
    const contents = Array.from({ length: 25_000 }, (_, at) => Buffer.from(`file ${at}`))
    for (const content of contents.slice(0, 24_999)) stored.add(chunkIdOf(chunkIdKey, content))
    const writer = open()

    for (const content of contents) await writer.put(content)
    await writer.flush()

    expect(asked).to.deep.equal([10_000, 10_000, 5_000])
    expect(packs.map(({ chunks }) => chunks.length)).to.deep.equal([1])
    expect(heldBytes(shared)).to.equal(0)
  })

  it('skips the check for a few bytes, which cost less to send', async () => {
    const writer = writerFor(96 * mebi, { askFromBytes: mebi }).open()

    await writer.put(Buffer.from('a text'))
    await writer.flush()

    expect(asked).to.deep.equal([])
    expect(packs).to.have.length(1)
  })

  it('sends nothing that is discarded', async () => {
    const { open, shared } = writerFor()
    const writer = open()
    await writer.put(randomBytes(1000))

    await writer.discard()

    expect(packs).to.deep.equal([])
    expect(heldBytes(shared)).to.equal(0)
  })

  it('stays within the shared memory limit of all jobs, without a deadlock', async () => {
    const { open, shared } = writerFor(8 * mebi)
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, heldBytes(shared))), 1)
    const job = async () => {
      const writer = open()
      for (let at = 0; at < 6; at++) await writer.put(randomBytes(mebi))
      await writer.flush()
    }

    await Promise.all(Array.from({ length: 12 }, job))
    clearInterval(watch)

    expect(packs.reduce((sum, { chunks }) => sum + chunks.length, 0)).to.equal(72)
    expect(most).to.be.at.most(8.1 * mebi)
    expect(heldBytes(shared)).to.equal(0)
  })

  it('rethrows storage errors, and releases its memory', async () => {
    const failing: PackPort = { ...port, storePack: () => Promise.reject(new Error('store away')) }
    const { open, shared } = writerFor(96 * mebi, {}, failing)
    const writer = open()
    await writer.put(randomBytes(1000))

    const outcome = await writer.flush().catch((error: Error) => error.message)
    const later = await writer.put(randomBytes(1000)).catch((error: Error) => error.message)
    await writer.discard()

    expect([outcome, later]).to.deep.equal(['store away', 'store away'])
    expect(heldBytes(shared)).to.equal(0)
  })
})
