import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { countLines, normaliseText } from '../../shared/platforms/normalise.ts'
import { netcoIosxe } from '../../shared/platforms/netco_iosxe.ts'
import { writeContent } from '../../shared/repository/content.ts'
import { fingerprintOf } from '../../shared/repository/fingerprint.ts'
import { Artifact } from '../../service/store/models/artifact.ts'
import { Device } from '../../service/store/models/device.ts'
import { Job } from '../../service/store/models/job.ts'
import { Version } from '../../service/store/models/version.ts'
import { type Scene, createScene } from '../support/scene/scene.ts'
import type { TestService } from '../support/service.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { percentile } from './load.ts'
import { costOf } from './process-cost.ts'
import { makeConfig } from './simulated-fleet.ts'
import { median, printTable } from './table.ts'

/**
 * Number and size of the texts. The last is a fleet of 100,000 devices with short texts, so that it can be created
 * within minutes.
 */
const sizes = [
  { texts: 1_000, bytes: 50_000, rounds: 5 },
  { texts: 3_000, bytes: 50_000, rounds: 5 },
  { texts: 10_000, bytes: 50_000, rounds: 5 },
  { texts: 100_000, bytes: 2_000, rounds: 20 },
]

const smallSizes = [100, 200, 400].map((texts) => ({ texts, bytes: 50_000, rounds: 2 }))

/** Contained in one of a hundred devices. */
const rareLine = 'snmp-server community public RO'

/**
 * Measures searches of one tenant's configurations through HTTP at a service in its own process, after its thread has
 * indexed all texts into segments: from the request to the first record and to the end, medians of several rounds.
 * `cold` is the first search of the process, which reads the segments from disk.
 */
export async function benchSearch(small: boolean): Promise<void> {
  const rows: string[][] = []
  for (const size of small ? smallSizes : sizes) rows.push(...(await benchSize(size)))
  const columns = ['texts', 'what', 'first ms', 'all ms', 'p99 ms', 'devices', 'complete', 'service peak MB']
  printTable('Search', columns, rows)
}

const questions: { what: string; wanted: object }[] = [
  { what: 'a text in one of a hundred (cold)', wanted: { pattern: rareLine } },
  { what: 'a text in one of a hundred', wanted: { pattern: rareLine } },
  { what: 'a text that is nowhere', wanted: { pattern: 'crypto isakmp policy' } },
  { what: 'the same, case ignored', wanted: { pattern: 'CRYPTO isakmp policy', ignore_case: true } },
  { what: 'a pattern with a text', wanted: { pattern: String.raw`^snmp-server community \S+ R[OW]$`, regex: true } },
  { what: 'a pattern without', wanted: { pattern: String.raw`\b(RO|RW)$`, regex: true } },
  { what: 'who lacks a line', wanted: { pattern: 'snmp-server community', missing: true, limit: 10_000 } },
  { what: 'a line of all, in 1,000 devices', wanted: { pattern: 'line vty 0 4' } },
  { what: 'a pattern that others never end', wanted: { pattern: '(([a-z ]+)+)+#', regex: true } },
]

async function benchSize({ texts, bytes, rounds }: (typeof sizes)[number]): Promise<string[][]> {
  let tenant: Scene | undefined
  const bench = await startBenchService(async (inside) => {
    tenant = await createScene(inside.dependencies)
    await fill(inside, tenant, texts, bytes)
  })
  const { id } = tenant!
  const begin = performance.now()
  while ((await countIndexed(bench)) < texts) await pause(100)
  const seconds = (performance.now() - begin) / 1000
  const stored = await segmentBytes(bench.inside, tenant!)
  const size = (stored / 1e6).toFixed(1)
  process.stdout.write(
    `\n${texts.toLocaleString('en')} texts in segments after ${seconds.toFixed(1)} s, ${size} MB stored\n`,
  )
  const rows: string[][] = []
  for (const { what, wanted } of questions) {
    const runs = []
    for (let round = 0; round < (what.includes('cold') ? 1 : rounds); round++) runs.push(await ask(bench, id, wanted))
    const { end } = runs[0]!
    rows.push([
      texts.toLocaleString('en'),
      what,
      median(runs.map(({ firstMs }) => firstMs)).toFixed(0),
      median(runs.map(({ allMs }) => allMs)).toFixed(0),
      percentile(
        runs.map(({ allMs }) => allMs),
        0.99,
      ).toFixed(0),
      String(end.devices),
      String(end.reason ?? 'yes'),
      costOf(bench.pid).peakMb.toFixed(0),
    ])
  }
  await bench.close()
  return rows
}

async function ask({ url, admin }: BenchService, tenantId: string, wanted: object) {
  const begin = performance.now()
  const answer = await fetch(`${url}/api/search?tenant=${tenantId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  let firstMs = NaN
  let tail = ''
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    if (Number.isNaN(firstMs)) firstMs = performance.now() - begin
    tail = (tail + piece).slice(-2_000)
  }
  const end = JSON.parse(tail.trimEnd().split('\n').at(-1)!)
  if (end.type !== 'end') throw new Error(`the answer was cut: ${tail}`)
  return { firstMs, allMs: performance.now() - begin, end }
}

async function countIndexed({ inside: { db } }: BenchService): Promise<number> {
  return db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    const { rows } = await trx.raw('select count(*)::int as count from search_texts')
    return rows[0].count
  })
}

async function segmentBytes({ dependencies }: TestService, { prefix }: Scene): Promise<number> {
  let bytes = 0
  for await (const { size } of dependencies.store.list(`${prefix}/search/`)) bytes += size
  return bytes
}

/** Rows per statement. */
const batchSize = 500

/** Adds devices with one text each, in packs of many, as after a fleet's first backup. */
async function fill({ dependencies, db }: TestService, tenant: Scene, texts: number, bytes: number): Promise<void> {
  const keys = await dependencies.keys.of(tenant.id)
  const writer = await tenant.writer()
  const at = dependencies.now()
  for (let from = 0; from < texts; from += batchSize) {
    const rows = []
    for (let n = from; n < Math.min(from + batchSize, texts); n++) {
      const name = `sw-${n}`
      const extra = n % 100 === 7 ? `${rareLine}\n` : ''
      const raw = Buffer.from(makeConfig(name, bytes).replace('line vty', `${extra}line vty`))
      const content = writeContent(writer)
      await content.push(raw)
      rows.push({ name, raw, content: await content.end() })
    }
    await writer.flush()
    const ids = rows.map((row) => ({
      ...row,
      deviceId: randomUUIDv7(),
      artifactId: randomUUIDv7(),
      versionId: randomUUIDv7(),
      jobId: randomUUIDv7(),
    }))
    const tenantId = tenant.id
    await tenant.inTransaction(async ({ trx }) => {
      await Device.query(trx).insert(
        ids.map(({ deviceId, name }) => ({
          id: deviceId,
          tenantId,
          name,
          hostname: '192.0.2.1',
          platform: 'netco_iosxe',
          options: {},
          search: name,
          createdAt: at,
          updatedAt: at,
        })),
      )
      const lineage = { tenantId, key: 'running-config', transport: 'ssh', kind: 'text', createdAt: at } as const
      await Artifact.query(trx).insert(
        ids.map(({ artifactId, deviceId, versionId }) => ({
          ...lineage,
          id: artifactId,
          deviceId,
          latestVersionId: versionId,
        })),
      )
      const job = { tenantId, kind: 'backup', trigger: 'manual', requestedBy: 'bench', status: 'succeeded' } as const
      const times = { queuedAt: at, notBefore: at, finishedAt: at }
      await Job.query(trx).insert(ids.map(({ jobId, deviceId }) => ({ ...job, ...times, id: jobId, deviceId })))
      await Version.query(trx).insert(
        ids.map(({ versionId, artifactId, deviceId, jobId, raw, content }) => ({
          id: versionId,
          tenantId,
          artifactId,
          deviceId,
          jobId,
          capturedAt: at,
          lastSeenAt: at,
          fingerprint: fingerprintOf(keys.chunkIdKey, raw),
          normalisedFingerprint: fingerprintOf(keys.chunkIdKey, normaliseText(netcoIosxe, 'running-config', raw)),
          normaliserRevision: netcoIosxe.normalise.revision,
          content,
          sizeBytes: raw.length,
          lines: countLines(raw),
          labMode: false,
          hostNotCompared: false,
        })),
      )
    })
  }
  await db.owner.raw('vacuum analyze')
}
