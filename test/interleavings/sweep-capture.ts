import { randomUUIDv7 } from 'node:crypto'
import type { Examined } from '../../service/domain/jobs/examination-context.ts'
import type { Repository } from '../../service/domain/repository/chunks/repository.ts'
import { contentRefs } from '../../service/domain/repository/content/content-refs.ts'
import { Artifact } from '../../service/store/models/artifact.ts'
import type { Device } from '../../service/store/models/device.ts'
import type { Job } from '../../service/store/models/job.ts'
import type { VersionContent } from '../../service/store/models/version.ts'
import { type ChunkId, chunkIdOf } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { writeContent } from '../../shared/repository/content.ts'
import type { seeded } from '../shared/repository/seeded.ts'
import { roomyWalk } from '../support/roomy-walk.ts'
import type { Scene } from '../support/scene/scene.ts'
import { writeTree } from '../support/scene/trees.ts'

/** The expected content of a version: its bytes by path. A text and an archive's own bytes have the path `''`. */
export type Expected = Map<string, Buffer>

/** A capture between an agent and its commit. Any event may occur between two steps, after any time. */
export interface Capture {
  device: Device
  key: 'running-config' | 'filetree' | 'ucs'
  expected: Expected
  content: VersionContent
  /** All its chunks, by id. */
  chunks: Map<ChunkId, Buffer>
  step: 'ask' | 'announce' | 'send' | 'verify' | 'examine' | 'manifest' | 'commit'
  /** The missing chunks, and those of them that are in the pack being sent. */
  missing: ChunkId[]
  pack: { id: string; url: string; bytes: Buffer } | null
  version: Extract<Examined, { state: 'changed' }> | null
  job: Job | null
  /** Whether its agent is processing it. */
  isBusy: boolean
}

/** A text, an archive with or without members, or a tree, of a few pieces of the pool. */
export async function beginCapture(
  random: ReturnType<typeof seeded>,
  { device, pool, chunkIdKey }: { device: Device; pool: Buffer[]; chunkIdKey: Buffer },
): Promise<Capture> {
  const chunks = new Map<ChunkId, Buffer>()
  const writer: ChunkWriter = {
    put(content) {
      const id = chunkIdOf(chunkIdKey, content)
      chunks.set(id, content)
      return Promise.resolve(id)
    },
    flush: () => Promise.resolve(),
  }
  const fields = {
    device,
    chunks,
    step: 'ask' as const,
    missing: [],
    pack: null,
    version: null,
    job: null,
    isBusy: false,
  }
  const dice = random.next()
  const bytes = Buffer.concat(Array.from({ length: random.whole(1, 3) }, () => random.pick(pool)))
  const whole = async () => {
    const content = writeContent(writer)
    await content.push(bytes)
    return content.end()
  }
  if (dice < 0.4) {
    return { ...fields, key: 'running-config', content: await whole(), expected: new Map([['', bytes]]) }
  }
  if (dice < 0.5) {
    const content = { archive: await whole(), members: null }
    return { ...fields, key: 'ucs', content, expected: new Map([['', bytes]]) }
  }
  const files = new Map<string, Buffer>()
  for (let n = random.whole(1, 8); n > 0; n--) files.set(`${random.pick(['a', 'b/c', 'd'])}/${n}`, random.pick(pool))
  const listing = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => [path, { bytes }] as const)
  const { root } = await writeTree(
    writer,
    listing.map(([path, entry]) => [path, entry]),
  )
  if (dice < 0.7) {
    const content = { archive: await whole(), members: root }
    return { ...fields, key: 'ucs', content, expected: new Map([...files, ['', bytes]]) }
  }
  return { ...fields, key: 'filetree', content: { root }, expected: files }
}

/** Determines what of a capture is stored: it then has a version to commit, otherwise it is sent again. */
export async function examineCapture(
  capture: Capture,
  { tenant, repository, now }: { tenant: Scene; repository: Repository; now: () => Date },
): Promise<void> {
  const { content, device, key } = capture
  const { bytes, root } = contentRefs(content)
  const walked = await repository.walkStoredTree(tenant.id, root, roomyWalk, bytes ? [bytes] : [])
  if (walked.missing.length > 0) {
    capture.step = 'ask'
    return
  }
  const artifact = await tenant.inTransaction(({ trx }) =>
    Artifact.query(trx).where({ deviceId: device.id, key, transport: 'ssh' }).first().execute(),
  )
  capture.version = {
    state: 'changed',
    key,
    transport: 'ssh',
    versionId: randomUUIDv7(),
    kind: key === 'running-config' ? 'text' : 'blob',
    previousId: artifact?.latestVersionId ?? null,
    content,
    snapshot:
      key === 'running-config'
        ? null
        : { snapshotId: randomUUIDv7(), root, notBrowsable: root ? null : 'encrypted', counts: walked.counts },
    fingerprint: '0'.repeat(64),
    normalisedFingerprint: '0'.repeat(64),
    normaliserRevision: 0,
    sizeBytes: [...capture.expected.values()].reduce((sum, bytes) => sum + bytes.length, 0),
    lines: null,
    added: null,
    removed: null,
    suspicious: null,
    capturedAt: now(),
    metadata: {},
    chunks: walked.chunks,
  }
  capture.step = 'manifest'
}
