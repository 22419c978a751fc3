import { createHash } from 'node:crypto'
import type { ChunkId } from '../../shared/repository/chunk-id.ts'
import { missingChunks } from '../../service/domain/repository/chunks/missing-chunks.ts'
import { recheckChunks } from '../../service/domain/repository/chunks/recheck-chunks.ts'
import { References } from '../../service/domain/repository/sweep/mark-references.ts'
import { scanPacks } from '../../service/domain/repository/sweep/scan-packs.ts'
import { type TestRepository, startTestRepository } from '../support/repository.ts'
import { type Scene, createScene } from '../support/scene/scene.ts'
import { median, printTable } from './table.ts'

const chunksPerPack = 64
const asked = 10_000
const rounds = 5

/**
 * Measures the chunk table of one tenant: bytes per row, and the cost of an agent's query, of a commit's second check
 * and of a sweep. The test database does not wait for the disk. 10^7 rows take about ten minutes and 6 GB: only with
 * `--large`.
 */
export async function benchChunks(small: boolean): Promise<void> {
  const sizes = small ? [10_000, 30_000, 100_000] : [100_000, 1_000_000, 3_000_000]
  if (process.argv.includes('--large')) sizes.push(10_000_000)
  const rows = []
  for (const size of sizes) rows.push(await benchSize(size))
  printTable(
    `chunk table of one customer, times in ms (medians of ${rounds}); ${asked} ids a question`,
    [
      'chunks',
      'bytes a row',
      'total',
      'missing: promised lately',
      'missing: promises moved',
      'recheck',
      'mark',
      'CPU of it',
      'scan',
      'CPU of it',
      'memory',
    ],
    rows,
  )
}

async function benchSize(chunks: number): Promise<(string | number)[]> {
  const test = await startTestRepository(new Date())
  const tenant = await createScene(test.dependencies)
  await fill(test, tenant, chunks)
  const bytes = await sizeOf(test)
  const ids = (round: number) => Array.from({ length: asked }, (_, i) => idOf((round * 7919 + i * 37) % (chunks * 2)))
  const ask = async (round: number) => {
    const wanted = ids(round)
    return timed(() => tenant.inTransaction((call) => missingChunks(call, wanted)))
  }
  const fresh = await medianOf(ask)
  test.advance(2 * 3_600_000)
  const moved = await medianOf(ask)
  const recheck = await medianOf((round) => {
    const wanted = Buffer.from(ids(round).join(''), 'hex')
    return timed(() => tenant.inTransaction((call) => recheckChunks(call, wanted)))
  })

  const before = process.memoryUsage().rss
  const references = new References(test.dependencies, tenant.id, chunks, () => Promise.resolve())
  const mark = await measured(() => references.markAll())
  const cutoff = new Date(test.dependencies.now().getTime() + 1)
  let found = 0
  const scan = await measured(async () => {
    for await (const pack of scanPacks(test.dependencies, tenant.id, references, cutoff))
      found += pack.unreferenced.length
  })
  const memory = process.memoryUsage().rss - before
  const unreferred = chunks / 100
  if (found < unreferred * 0.99) throw new Error(`${found} of ${unreferred} chunks were found that nothing refers to`)
  await test.close()
  return [
    chunks,
    Math.round(bytes / chunks),
    `${Math.round(bytes / 1024 / 1024)} MiB`,
    fresh.toFixed(0),
    moved.toFixed(0),
    recheck.toFixed(0),
    ...mark,
    ...scan,
    `${Math.round(memory / 1024 / 1024)} MiB`,
  ]
}

/** Returns ids distributed like HMACs. */
function idOf(n: number): ChunkId {
  return createHash('sha256').update(String(n)).digest('hex') as ChunkId
}

/** Stores chunks in the order in which packs contain them, and texts of 64 chunks that refer to 99 % of them. */
async function fill(test: TestRepository, tenant: Scene, chunks: number): Promise<void> {
  const device = await tenant.hasDevice()
  const model = await tenant.hasText(device, 'x')
  const at = test.dependencies.now()
  const batch = 200_000
  await test.db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    await trx.raw('delete from chunks')
    const packs = Math.ceil(chunks / chunksPerPack)
    await trx.raw(
      `insert into packs (id, tenant_id, status, size, raw_bytes, sha256, md5, sealed_key, announced_at, expires_at, verified_at)
       select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ?, 'verified', 16000000, 64000000, '', '',
         decode(repeat('00', 60), 'hex'), ?, ?, ?
       from generate_series(0, ? - 1) n`,
      [tenant.id, at, at, at, packs],
    )
    for (let from = 0; from < chunks; from += batch) {
      await trx.raw(
        `insert into chunks (tenant_id, id, pack_id, block_offset, block_length, chunk_offset, length, last_promised_at)
         select ?, sha256(convert_to(n::text, 'UTF8')),
           ('00000000-0000-7000-8000-' || lpad(to_hex(n / ${chunksPerPack}), 12, '0'))::uuid,
           n % ${chunksPerPack} * 250000, 250000, 0, 1000000, ?
         from generate_series(?::int, ?::int) n order by n / ${chunksPerPack}, sha256(convert_to(n::text, 'UTF8'))`,
        [tenant.id, at, from, Math.min(chunks, from + batch) - 1],
      )
    }
    await trx.raw(
      `insert into versions (id, tenant_id, artifact_id, device_id, job_id, captured_at, last_seen_at, fingerprint,
         normalised_fingerprint, normaliser_revision, content, size_bytes, lab_mode, host_not_compared)
       select ('00000000-0000-7000-8000-' || lpad(to_hex(m), 12, '0'))::uuid, v.tenant_id, v.artifact_id, v.device_id,
         v.job_id, captured_at, last_seen_at, fingerprint, normalised_fingerprint, normaliser_revision,
         jsonb_build_object('size', 1, 'chunks', (
           select jsonb_agg(encode(sha256(convert_to(n::text, 'UTF8')), 'hex'))
           from generate_series(m * 64, least(m * 64 + 63, :chunks - 1)) n where n % 100 <> 0)),
         size_bytes, lab_mode, host_not_compared
       from versions v, generate_series(0, :last) m where v.id = :model`,
      { chunks, last: Math.ceil(chunks / 64) - 1, model: model.id },
    )
    await trx.raw('delete from versions where id = ?', [model.id])
  })
  await test.db.owner.raw('analyze')
}

async function sizeOf(test: TestRepository): Promise<number> {
  const { rows } = await test.db.owner.raw(
    `select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'chunks'::regclass`,
  )
  return rows[0].bytes
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Returns the milliseconds of the work, and those of this process's CPU; PostgreSQL's are not included. */
async function measured(work: () => Promise<unknown>): Promise<[string, string]> {
  const before = process.cpuUsage()
  const wall = await timed(work)
  const { user, system } = process.cpuUsage(before)
  return [wall.toFixed(0), ((user + system) / 1000).toFixed(0)]
}

async function medianOf(measure: (round: number) => Promise<number>): Promise<number> {
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await measure(round))
  return median(times)
}
