import { randomUUIDv7 } from 'node:crypto'
import { seeded } from '../support/random.ts'
import { type TestService, must } from '../support/service.ts'
import { type Scene, createScene } from '../support/scene/scene.ts'
import { sealField } from '../../service/keys/sealed-field.ts'
import { Version } from '../../service/store/models/version.ts'
import { startBenchService } from './bench-service.ts'
import { atRate, oneByOne, percentile } from './load.ts'
import { makeConfig } from './simulated-fleet.ts'
import { printTable } from './table.ts'

const customers = 10
const versionsOfLineage = 100
const readLineages = 10
const textsOfLineage = 10
const configBytes = 100_000
const perSecond = 10

/**
 * Measures how long a user waits for versions through HTTP, by the number stored: ten tenants with 100 versions a
 * lineage, each with its run and its own chunk. Those that are read are real texts of 100 KB with sealed metadata, in
 * packs on disk. The database does not wait for the disk.
 */
export async function benchVersions(small: boolean): Promise<void> {
  const rows: string[][] = []
  for (const count of small ? [5_000, 10_000, 20_000] : [10_000, 100_000, 1_000_000])
    rows.push(...(await benchSize(count, small)))
  printTable(
    `Versions, one at a time and mixed at ${perSecond} a second`,
    ['versions', 'what', 'p50 ms', 'p95 ms'],
    rows,
  )
}

interface Read {
  tenantId: string
  deviceId: string
  artifactId: string
  /** With their own texts, oldest first. */
  versionIds: string[]
}

async function benchSize(count: number, small: boolean): Promise<string[][]> {
  const reads: Read[] = []
  const bench = await startBenchService(async (inside) => {
    for (let at = 0; at < customers; at += 1) {
      const tenant = await createScene(inside.dependencies)
      await fillRows(inside, tenant, count / customers, versionsOfLineage)
      if (at === 0) for (let n = 0; n < readLineages; n += 1) reads.push(await fillLineage(inside, tenant, n))
    }
    await inside.db.owner.raw('vacuum analyze')
  })
  const random = seeded(5)
  const any = <T>(of: T[]) => of[Math.floor(random() * of.length)] as T
  const get = async (path: string) => must(await bench.admin.get(path), 200)
  const questions: [string, () => Promise<unknown>][] = [
    ['lineages of a device', () => questionOf('/api/devices/:device/artifacts')],
    ['list of 100', () => questionOf('/api/artifacts/:artifact/versions', 'limit=100')],
    ['content of 100 KB', () => questionOf('/api/artifacts/versions/:from/content')],
    ['difference of two', () => questionOf('/api/artifacts/:artifact/diff', 'from=:from&to=:to')],
    ['ranked changes', () => questionOf('/api/artifacts/:artifact/divergence')],
  ]
  function questionOf(path: string, query = ''): Promise<unknown> {
    const { tenantId, deviceId, artifactId, versionIds } = any(reads)
    const names: Record<string, string> = {
      device: deviceId,
      artifact: artifactId,
      from: any(versionIds),
      to: any(versionIds),
    }
    return get(`${path}?tenant=${tenantId}&${query}`.replace(/:(\w+)/g, (_, name: string) => names[name] ?? ''))
  }
  const rounds = small ? 10 : 200
  const rows: string[][] = []
  const tell = (what: string, times: number[]) =>
    rows.push([count.toLocaleString('en'), what, ...[0.5, 0.95].map((part) => percentile(times, part).toFixed(1))])
  for (const [what, ask] of questions) tell(what, await oneByOne(rounds, ask))
  tell(`all of these, ${perSecond} a second`, await atRate(perSecond, small ? 2 : 30, () => any(questions)[1]()))
  await bench.close()
  return rows
}

/** Adds rows that are not read, in the order in which nightly backups add them. */
export async function fillRows(
  { db, dependencies }: TestService,
  { id: tenantId }: Scene,
  count: number,
  versionsOfLineage: number,
): Promise<void> {
  const devices = Math.ceil(count / versionsOfLineage)
  await db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    const at = dependencies.now()
    await trx.raw(
      `insert into devices (id, tenant_id, name, hostname, platform, search, created_at, updated_at)
       select uuidv7(), :tenantId, 'sw-' || n, '192.0.2.1', 'netco_iosxe', 'sw-' || n, :at, :at
       from generate_series(1, :devices) n`,
      { tenantId, at, devices },
    )
    await trx.raw(
      `insert into artifacts (id, tenant_id, device_id, key, transport, kind, created_at)
       select uuidv7(), tenant_id, id, 'running-config', 'ssh', 'text', created_at from devices where tenant_id = ?`,
      [tenantId],
    )
    await trx.raw(
      `create temp table made on commit drop as
       select uuidv7() as version_id, uuidv7() as job_id, uuidv7() as pack_id, a.id as artifact_id, a.device_id,
         cast(:at as timestamptz) - n * interval '1 day' as at
       from generate_series(:versionsOfLineage, 1, -1) n, artifacts a where a.tenant_id = :tenantId`,
      { tenantId, at, versionsOfLineage },
    )
    for (const statement of fillStatements) await trx.raw(statement, { tenantId })
  })
}

const fillStatements = [
  `insert into jobs (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before, finished_at)
   select job_id, :tenantId, device_id, 'backup', 'schedule', 'schedule', 'succeeded', at, at, at from made`,
  `insert into packs (id, tenant_id, status, size, raw_bytes, sha256, md5, sealed_key, announced_at, expires_at, verified_at)
   select pack_id, :tenantId, 'verified', 20000, 100000, '', '', decode(repeat('00', 60), 'hex'), at, at, at from made`,
  `insert into chunks (tenant_id, id, pack_id, block_offset, block_length, chunk_offset, length, last_promised_at)
   select :tenantId, sha256(uuid_send(version_id)), pack_id, 0, 19000, 0, 100000, at from made`,
  `insert into versions (id, tenant_id, artifact_id, device_id, job_id, captured_at, last_seen_at, fingerprint,
     normalised_fingerprint, normaliser_revision, content, size_bytes, lines, added, removed, metadata, lab_mode,
     host_not_compared)
   select version_id, :tenantId, artifact_id, device_id, job_id, at, at, encode(sha256(uuid_send(version_id)), 'hex'),
     encode(sha256(uuid_send(job_id)), 'hex'), 1,
     jsonb_build_object('size', 100000, 'chunks', jsonb_build_array(encode(sha256(uuid_send(version_id)), 'hex'))),
     100000, 3000, 4, 2, decode(repeat('5a', 150), 'hex'), false, false
   from made`,
]

/** Adds a lineage whose texts can be read: ten real ones, each also the content of nine older versions. */
async function fillLineage({ dependencies }: TestService, tenant: Scene, n: number): Promise<Read> {
  const device = await tenant.hasDevice()
  const text = makeConfig(`read-${n}`, configBytes)
  const facts = { author: 'operator', changed_at: '2026-11-20T10:00:00Z', running: '17.9.4', serial: 'FOC1234X0AB' }
  const dayBefore = (days: number) => new Date(dependencies.now().getTime() - days * 86_400_000)
  const versions: Version[] = []
  for (let at = 0; at < textsOfLineage; at += 1) {
    const edited = text.replaceAll(/ description link (\d*)7 of/g, ` description line $1${at} from`)
    const capturedAt = dayBefore(textsOfLineage - at)
    versions.push(
      await tenant.hasText(device, edited, { facts, capturedAt, lastSeenAt: capturedAt, added: 4, removed: 2 }),
    )
  }
  const keys = await dependencies.keys.of(tenant.id)
  const older = Array.from({ length: versionsOfLineage - textsOfLineage }, (_, at) => {
    const id = randomUUIDv7()
    const capturedAt = dayBefore(textsOfLineage + 1 + at)
    const metadata = sealField(keys, { row: id, field: 'metadata' }, JSON.stringify(facts))
    return { ...versions[at % textsOfLineage]!.$toJson(), id, capturedAt, lastSeenAt: capturedAt, metadata }
  })
  await tenant.inTransaction(({ trx }) => Version.query(trx).insert(older).execute())
  return {
    tenantId: tenant.id,
    deviceId: device.id,
    artifactId: versions[0]!.artifactId,
    versionIds: versions.map(({ id }) => id),
  }
}
