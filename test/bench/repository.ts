import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chunkIdOf } from '../../shared/repository/chunk-id.ts'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkReader, ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { createChunker } from '../../shared/repository/chunking.ts'
import { openManifest, sealManifest } from '../../shared/repository/manifest.ts'
import { createPackBuilder } from '../../shared/repository/pack-builder.ts'
import { openPack, readBlock, readChunk, verifyPack } from '../../shared/repository/pack.ts'
import type { SealedPack } from '../../shared/repository/pack-builder.ts'
import { makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { identifyTree, walkTree } from '../../shared/repository/tree.ts'
import { createTreeWriter } from '../../shared/repository/tree-writer.ts'
import { seeded } from '../shared/repository/seeded.ts'
import { printRecords } from './table.ts'

/**
 * Measures the repository's format on this machine, as tables: the speed of each step, the savings and cost of shared
 * blocks by size, trees with many entries. Rows of one table come from one run; compare within a table.
 * @param small a tenth of everything, to check that it runs
 */
export async function benchRepository(small: boolean): Promise<void> {
  await benchSteps(small ? 32 : 256)
  const limit = (small ? 20 : 200) * mebi
  const sources = {
    '200 configurations, 30 KB': configurations(small ? 20 : 200),
    '/etc': filesBelow('/etc', limit),
    '/usr/share': filesBelow('/usr/share', limit),
  }
  for (const [name, files] of Object.entries(sources)) await benchBlocks(name, files)
  await benchTree('one folder', 1, 20_000)
  await benchTree('many folders', small ? 1000 : 10_000, 100)
}

const mebi = 1024 * 1024
const chunkIdKey = Buffer.alloc(32, 7)
const tenantId = '0199c0de-0000-7000-8000-000000000001'
const keys = await makeRepositoryKeys()
const opener = { tenantId, repositoryPrivateKey: keys.privateKey, chunkIdKey }

async function benchSteps(mebis: number): Promise<void> {
  const random = seeded(71)
  const noise = random.bytes(16 * mebi)
  const text = random.text(16 * mebi)
  const rounds = mebis / 16
  const pack = await packOf([...dependencies(text, mebi)])
  const chunks = new Set(createChunker().push(noise))
  const manifest = aManifest(pack.chunks[0]!.id)
  const sealed = sealManifest(manifest, opener)
  const rows: Record<string, string | number>[] = [
    speed('chunking', rounds * noise.length, await timed(rounds, () => createChunker().push(noise))),
    speed(
      'chunk ids',
      rounds * noise.length,
      await timed(rounds, () => chunks.forEach((one) => chunkIdOf(chunkIdKey, one))),
    ),
    speed('pack of text', rounds * text.length, await timed(rounds, () => packOf([...dependencies(text, mebi)]))),
    speed(
      'pack of noise',
      rounds * 15 * mebi,
      await timed(rounds, () => packOf([...dependencies(noise.subarray(mebi), mebi)])),
    ),
    speed('verify a pack of text', rounds * text.length, await timed(rounds, () => verifyPack(pack.bytes, opener))),
    { step: 'open a pack', ms: (await timed(100, () => openPack(pack.bytes, opener))) / 100 },
    { step: 'an empty pack (HPKE)', ms: (await timed(100, () => packOf([]))) / 100 },
    { step: 'seal a manifest', ms: (await timed(1000, () => sealManifest(manifest, opener))) / 1000 },
    {
      step: 'open a manifest',
      ms: (await timed(1000, () => openManifest(sealed, manifest.versionId, opener))) / 1000,
    },
  ]
  printRecords('Steps', rows)
}

async function benchBlocks(name: string, files: Buffer[]): Promise<void> {
  const chunks = new Map(files.flatMap(chunksOf).map((content) => [chunkIdOf(chunkIdKey, content), content]))
  const rawBytes = [...chunks.values()].reduce((sum, content) => sum + content.length, 0)
  const rows = []
  for (const kibi of [4, 16, 64, 128, 256, 512, 1024, 4096]) {
    const packs: SealedPack[] = []
    const packMs = await timed(1, async () => {
      let builder = createPackBuilder({ tenantId, repositoryPublicKey: keys.publicKey }, kibi * 1024)
      for (const [id, content] of chunks) {
        if (!builder.hasCapacity(content.length)) {
          packs.push(await builder.seal())
          builder = createPackBuilder({ tenantId, repositoryPublicKey: keys.publicKey }, kibi * 1024)
        }
        await builder.add(id, content)
      }
      packs.push(await builder.seal())
    })
    const stored = packs.reduce((sum, pack) => sum + pack.bytes.length, 0)
    rows.push({
      'shared block, KiB': kibi,
      'stored, MB': round(stored / 1e6),
      'of raw, %': round((100 * stored) / rawBytes),
      'pack, MB/s': Math.round(rawBytes / 1e3 / packMs),
      ...(await readCost(packs)),
    })
  }
  printRecords(`${name}: ${chunks.size} chunks, ${round(rawBytes / 1e6)} MB`, rows)
}

/** Measures reading single small chunks, when only a chunk's location and its pack's content key are known. */
async function readCost(packs: SealedPack[]) {
  const random = seeded(72)
  const opened = await Promise.all(packs.map(async (pack) => ({ pack, ...(await openPack(pack.bytes, opener)) })))
  const small = opened.flatMap((pack) =>
    pack.chunks.filter(({ length }) => length < 64 * 1024).map((chunk) => ({ pack, chunk })),
  )
  let read = 0
  const ms = await timed(1000, () => {
    const { pack, chunk } = random.pick(small)
    const sealed = pack.pack.bytes.subarray(chunk.blockOffset, chunk.blockOffset + chunk.blockLength)
    readChunk(readBlock(pack.contentKey, sealed, chunk), chunk, chunkIdKey)
    read += sealed.length
  })
  return { 'one chunk, ms': round(ms / 1000), 'one chunk, KB from the store': Math.round(read / 1e6) }
}

async function benchTree(name: string, folders: number, filesEach: number): Promise<void> {
  const chunks = mapChunks()
  const content = { size: 5, chunks: ['a'.repeat(64) as ChunkId] }
  let root = '' as ChunkId
  const file = {
    type: 'file' as const,
    mode: 0o644,
    uid: 0,
    gid: 0,
    size: 5,
    content,
    user: 'root',
    group: 'root',
  }
  const before = process.memoryUsage().rss
  const writeMs = await timed(1, async () => {
    const writer = createTreeWriter(chunks)
    for (let folder = 0; folder < folders; folder++) {
      for (let number = 0; number < filesEach; number++) {
        const mtime = { seconds: 1_700_000_000 + folder, nanoseconds: number }
        await writer.add(Buffer.from(`srv/folder-${folder}/file-${number}`), { ...file, mtime })
      }
    }
    root = (await writer.end()).root
  })
  const grownBytes = process.memoryUsage().rss - before
  let entries = 0
  const walkMs = await timed(1, async () => {
    for await (const { path } of walkTree(chunks, root)) if (path.length > 0) entries++
  })
  const identifyMs = await timed(1, () => identifyTree(chunks, root))
  const perSecond = (ms: number) => Math.round(entries / (ms / 1000))
  printRecords('Trees', [
    {
      tree: name,
      entries,
      'written /s': perSecond(writeMs),
      'walked /s': perSecond(walkMs),
      'identified /s': perSecond(identifyMs),
      'listings, MB': round(chunks.bytes() / 1e6),
      'memory grew by, MB': Math.round(grownBytes / 1e6),
    },
  ])
}

/** Stores chunks unchanged and only in memory, so that only the tree is measured. */
function mapChunks() {
  const stored = new Map<ChunkId, Buffer>()
  const chunks: ChunkReader & ChunkWriter = {
    async put(content) {
      const id = chunkIdOf(chunkIdKey, content)
      stored.set(id, content)
      return id
    },
    async flush() {},
    async read(id) {
      return stored.get(id)!
    },
  }
  return { ...chunks, bytes: () => [...stored.values()].reduce((sum, content) => sum + content.length, 0) }
}

async function packOf(contents: Buffer[]): Promise<SealedPack> {
  const builder = createPackBuilder({ tenantId, repositoryPublicKey: keys.publicKey })
  for (const content of contents) await builder.add(chunkIdOf(chunkIdKey, content), content)
  return builder.seal()
}

function* dependencies(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

function chunksOf(bytes: Buffer): Buffer[] {
  const chunker = createChunker()
  return [...chunker.push(bytes), ...chunker.end()]
}

/** One configuration per device: the same lines for all, with different addresses and secrets. */
function configurations(count: number): Buffer[] {
  const common = seeded(73).text(24 * 1024)
  return Array.from({ length: count }, (_, device) => {
    const random = seeded(1000 + device)
    const secret = `enable secret 9 ${random.bytes(32).toString('base64')}\n`
    return Buffer.concat([Buffer.from(`hostname edge-${device}\n${secret}`), random.text(6 * 1024), common])
  })
}

function filesBelow(folder: string, limit: number): Buffer[] {
  const files: Buffer[] = []
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || bytes > limit) continue
    const content = readFileSync(join(entry.parentPath, entry.name))
    files.push(content)
    bytes += content.length
  }
  return files
}

function aManifest(root: ChunkId) {
  const id = tenantId
  const counts = { files: 1, directories: 2, symlinks: 3, others: 4, bytes: 5, problems: 0 }
  return {
    ...{ tenantId, versionId: id, snapshotId: id, jobId: id, device: { id, name: 'edge-1', platform: 'linux_server' } },
    ...{ artifactKey: 'filetree', transport: 'ssh' as const, kind: 'tree' as const, content: null, root, counts },
    ...{ capturedAt: '2026-11-21T10:00:00.000Z', sizeBytes: 5, lines: null, fingerprint: root, rawFingerprint: null },
    ...{ normaliserRevision: null, metadata: {}, suspicious: null, labMode: false, hostNotCompared: false },
  }
}

async function timed(rounds: number, work: () => unknown): Promise<number> {
  const start = performance.now()
  for (let round = 0; round < rounds; round++) await work()
  return performance.now() - start
}

function speed(step: string, bytes: number, ms: number) {
  return { step, 'MB/s': Math.round(bytes / 1e3 / ms) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
