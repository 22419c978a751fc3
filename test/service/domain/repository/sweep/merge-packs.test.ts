import { randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { ChunkId } from '../../../../../shared/repository/chunk-id.ts'
import { readContent } from '../../../../../shared/repository/content.ts'
import { createBlockCache } from '../../../../../service/domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../../../../../service/domain/repository/chunks/chunk-reader.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import type {
  SweepOptions,
  SweepDependencies,
} from '../../../../../service/domain/repository/sweep/sweep-dependencies.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import { contentRefs } from '../../../../../service/domain/repository/content/content-refs.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { type FaultPlan, createFaultyStore } from '../../../../support/faulty-store.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('a sweep', () => {
  let test: TestRepository
  let tenant: Scene
  let device: Device

  before(async () => (test = await startTestRepository(new Date())))
  after(() => test.close())
  beforeEach(async () => {
    tenant = await createScene(test.dependencies)
    device = await tenant.hasDevice()
  })

  const partsWith = (plan?: FaultPlan): SweepDependencies => {
    const { knex, keys, store, now } = test.dependencies
    return { knex, keys, store: createFaultyStore(store, plan), now }
  }
  const sweep = (options?: SweepOptions, parts = partsWith()) => sweepTenant(parts, tenant.id, options)

  /** Longer than every reservation and every reader's cached location. */
  const later = () => test.advance(3 * dayMs)

  const hasTexts = async (count: number) => {
    const versions: { version: Version; text: string }[] = []
    for (let n = 0; n < count; n++) {
      const text = `hostname r${n}\n${randomBytes(200).toString('hex')}\n`
      const version = await tenant.hasText(device, text)
      await writeManifest(version.id)
      versions.push({ version, text })
    }
    return versions
  }

  const writeManifest = (id: string) =>
    test.dependencies.store.put(`${tenant.prefix}/manifests/${id}`, Buffer.from('sealed'))

  async function objects(folder: 'packs' | 'manifests'): Promise<string[]> {
    const prefix = `${tenant.prefix}/${folder}/`
    return Array.fromAsync(test.dependencies.store.list(prefix), ({ key }) => key.slice(prefix.length))
  }

  async function textOf(
    version: Version,
    reader = test.dependencies.repository.chunkReader(tenant.id),
  ): Promise<string> {
    const { bytes } = contentRefs(version.content)
    if (!bytes) throw new Error('a tree')
    return Buffer.concat(await Array.fromAsync(readContent(reader, bytes))).toString()
  }

  it('merges small packs into one, which readers of the old ones find', async () => {
    const texts = await hasTexts(12)
    // has cached their previous locations
    const reader = createChunkReader(test.dependencies, createBlockCache(0), tenant.id)
    for (const { version } of texts) await reader.read(chunkOf(version))
    later()

    const swept = await sweep({ repackBytes: 64 * 1024 * 1024 })
    test.advance(hourMs)
    await sweep()

    expect(swept.counts).to.deep.include({ repacked: 12, repacked_into: 1, unreadable: 0, chunks: 0 })
    expect(await objects('packs')).to.have.length(1)
    for (const { version, text } of texts) expect(await textOf(version, reader)).to.equal(text)
    for (const { version, text } of texts) expect(await textOf(version)).to.equal(text)
  })

  it('rewrites a pack with little content left', async () => {
    const writer = await tenant.writer()
    const ids = await Promise.all(Array.from({ length: 8 }, () => writer.put(randomBytes(300_000))))
    await writer.flush()
    await tenant.inTransaction(({ trx }) => insertVersion(trx, ids[3]!))
    later()

    const swept = await sweep({ repackBytes: 64 * 1024 * 1024 })
    test.advance(hourMs)
    await sweep()

    expect(swept.counts).to.deep.include({ chunks: 7, packs: 0, repacked: 1, repacked_into: 1 })
    const heads = (await objects('packs')).map((pack) => test.dependencies.store.head(`${tenant.prefix}/packs/${pack}`))
    const sizes = (await Promise.all(heads)).map((head) => head!.size)
    expect(Math.max(...sizes)).to.be.within(300_000, 301_000)
    expect(await test.dependencies.repository.chunkReader(tenant.id).read(ids[3]!)).to.have.length(300_000)
  })

  it('changes no unreadable pack, and moves nothing into one that fails verification', async () => {
    const texts = await hasTexts(12)
    later()
    const [damaged] = await objects('packs')
    const file = path.join(test.folder, tenant.prefix, 'packs', damaged!)
    const bytes = fs.readFileSync(file)
    const flipped = Buffer.from(bytes)
    flipped[flipped.length - 3]! ^= 1
    fs.writeFileSync(file, flipped)
    const repackBytes = 64 * 1024 * 1024

    const unverified = await sweep(
      { repackBytes },
      partsWith(({ method }) => (method === 'put' ? 'flipped_bit' : undefined)),
    )
    const swept = await sweep({ repackBytes })
    fs.writeFileSync(file, bytes)

    expect(unverified).to.deep.include({ outcome: 'stopped' })
    expect(unverified.reason?.code).to.equal('merged_pack_differs')
    expect(swept.counts).to.deep.include({ repacked: 11, repacked_into: 1, unreadable: 1 })
    for (const { version, text } of texts) expect(await textOf(version)).to.equal(text)
  })

  async function insertVersion(trx: Parameters<typeof Version.query>[0], id: ChunkId): Promise<void> {
    const model = await Version.query(trx).where({ deviceId: device.id }).first()
    const fields = model ?? (await tenant.hasText(device, 'a model'))
    const bytes = await test.dependencies.repository.chunkReader(tenant.id).read(id)
    const versionId = randomUUIDv7()
    await writeManifest(versionId)
    await Version.query(trx).insert({ ...fields, id: versionId, content: { size: bytes.length, chunks: [id] } })
  }
})

function chunkOf({ content }: Version): ChunkId {
  if (!('chunks' in content)) throw new Error('no chunks of its own')
  return content.chunks[0]!
}
