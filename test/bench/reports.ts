import { randomUUIDv7 } from 'node:crypto'
import { readDeviceRuns } from '../../service/domain/reporting/monitoring/read-device-runs.ts'
import { readTaskFigures, readFigures } from '../../service/domain/reporting/monitoring/read-figures.ts'
import type { Counting } from '../../service/domain/reporting/daily-report/count-devices.ts'
import { gatherReport } from '../../service/domain/reporting/daily-report/gather-report.ts'
import { openReport } from '../../service/domain/reporting/daily-report/decrypt-report.ts'
import { readUsage } from '../../service/domain/reporting/storage/usage.ts'
import { createKeyring } from '../../service/keys/keyring.ts'
import { makeTenantKeys, wrapTenantKeys } from '../../service/keys/tenant-keys.ts'
import { failureWithoutStep } from '../../shared/messages/failure.ts'
import { sealFailure } from '../../service/domain/jobs/job-summary.ts'
import { deviceMetrics } from '../../service/http/metrics/device-metrics.ts'
import { writeExposition } from '../../service/http/metrics/exposition.ts'
import { type Scope, inScope } from '../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../support/database.ts'
import { median, printTable } from './table.ts'

/**
 * Measures the daily report, the storage figures and the metrics by the size of the inventory: 2 % of the devices are
 * exceptions with a sealed error; three runs and ten packs each device. Medians and maxima of several rounds.
 */
export async function benchReports(small: boolean): Promise<void> {
  const rounds = small ? 3 : 30
  const rows: string[][] = []
  for (const [devices, customers] of small
    ? [
        [250, 1],
        [500, 1],
        [1_000, 1],
      ]
    : [
        [1_000, 1],
        [10_000, 1],
        [100_000, 1],
        [100_000, 10],
      ]) {
    rows.push(...(await benchSize(devices ?? 0, customers ?? 1, rounds)))
  }
  printTable('Reports', ['devices', 'customers', 'what', 'median ms', 'longest ms'], rows)
}

const now = new Date('2026-11-21T12:00:00Z')
const masterKey = Buffer.alloc(32, 7)

async function benchSize(devices: number, customers: number, rounds: number): Promise<string[][]> {
  const db = await freshDatabase()
  const tenants = Array.from({ length: customers }, () => randomUUIDv7())
  for (const tenantId of tenants) await fill(db, tenantId, devices / customers)
  await db.owner.raw('vacuum analyze')
  const only = customers === 1 ? (tenants[0] ?? '') : null
  const scope: Scope = only === null ? { kind: 'platform' } : { kind: 'tenant', tenantId: only }
  const ask = <T>(work: (counting: Counting) => Promise<T>) =>
    inScope(db.knex, scope, (trx) => work({ trx, now, tenantId: only }))
  const keys = createKeyring(db.knex, masterKey)
  const questions: [string, () => Promise<unknown>][] = [
    ['daily report', async () => openReport(keys, await ask(gatherReport), now)],
    ['storage usage', () => ask((counting) => readUsage(counting, null, false))],
    ['metrics', () => ask(readMetrics)],
    ['metrics of each device', () => ask(readEachDevice)],
  ]
  const rows: string[][] = []
  for (const [what, question] of questions) {
    await question()
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const begin = performance.now()
      await question()
      times.push(performance.now() - begin)
    }
    const figures = [median(times), Math.max(...times)].map((time) => time.toFixed(1))
    rows.push([devices.toLocaleString('en'), String(customers), what, ...figures])
  }
  await db.drop()
  return rows
}

async function readMetrics(counting: Counting) {
  const { byTenant } = await readUsage(counting, null, false)
  return [await readFigures(counting, byTenant), await readTaskFigures(counting)]
}

async function readEachDevice(counting: Counting) {
  return writeExposition(deviceMetrics(await readDeviceRuns(counting, 100_000)))
}

async function fill(db: TestDatabase, tenantId: string, devices: number): Promise<void> {
  const keys = await makeTenantKeys(tenantId)
  const bundle = wrapTenantKeys(masterKey, keys, 1)
  const at = now
  await inScope(
    db.knex,
    { kind: 'platform' },
    async (trx) => {
      await trx('tenants').insert({
        id: tenantId,
        slug: tenantId,
        name: tenantId,
        prefix: tenantId,
        created_at: at,
        updated_at: at,
      })
      await trx('tenant_keys').insert({
        tenant_id: tenantId,
        generation: 1,
        bundle,
        repository_public_key: keys.repositoryPublicKey,
        created_at: at,
        wrapped_at: at,
      })
      await trx.raw(
        `insert into devices (id, tenant_id, name, hostname, platform, schedule, search, last_outcome, last_success_at,
         stale_at, created_at, updated_at)
       select gen_random_uuid(), :tenantId, 'sw-' || lpad(n::text, 6, '0'), '192.0.2.1', 'netco_iosxe', '0 2 * * *',
         'sw-' || n || ' 192.0.2.1 somewhere in a building', case when n % 100 = 0 then 'failed' else 'unchanged' end,
         cast(:now as timestamptz) - interval '10 hours',
         cast(:now as timestamptz) + case when n % 100 = 50 then -1 else 1 end * interval '1 hour', :now, :now
       from generate_series(1, :devices) n`,
        { tenantId, now, devices },
      )
      await trx.raw(
        `insert into jobs (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before,
         started_at, finished_at, error_code)
       select gen_random_uuid(), d.tenant_id, d.id, 'backup', 'manual', 'bench',
         case when d.last_outcome = 'failed' then 'failed' else 'unchanged' end,
         cast(:now as timestamptz) - n * interval '1 day', :now, cast(:now as timestamptz) - interval '12 seconds', :now,
         case when d.last_outcome = 'failed' then 'prompt_timeout' end
       from devices d, generate_series(0, 2) n where d.tenant_id = :tenantId`,
        { tenantId, now },
      )
      await trx.raw(
        `update devices d set last_job_id = j.id from jobs j
       where j.tenant_id = :tenantId and j.device_id = d.id and j.queued_at = :now`,
        { tenantId, now },
      )
      await trx.raw(
        `insert into packs (id, tenant_id, status, size, sha256, md5, announced_at, expires_at, verified_at)
       select gen_random_uuid(), :tenantId, 'verified', 1000000 + n, '', '', :now, :now,
         cast(:now as timestamptz) - n * interval '1 minute'
       from generate_series(1, :packs) n`,
        { tenantId, now, packs: devices * 10 },
      )
      const failed: { id: string }[] = await trx('jobs').where({
        tenant_id: tenantId,
        status: 'failed',
        queued_at: now,
      })
      const errors = failed.map(({ id }) => sealFailure(keys, id, failureWithoutStep('prompt_timeout')))
      await trx.raw(
        `update jobs set error = sealed.error from unnest(cast(? as uuid[]), cast(? as bytea[])) sealed (id, error)
       where jobs.id = sealed.id`,
        [failed.map(({ id }) => id), errors],
      )
    },
    { statementTimeoutMs: 600_000 },
  )
}
