import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { nextRunOf } from '../../service/domain/policies/schedules/next-run.ts'
import { Tenant } from '../../service/store/models/tenant.ts'
import { type ScopedTransaction, inScope } from '../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../support/database.ts'
import { printTable } from './table.ts'
import type { WorkerInput, WorkerResult } from './due-backups-worker.ts'

const declared = new Date('2026-11-21T00:00:00Z')
const due = new Date('2026-11-21T01:15:00Z')
const rules = { timeZone: 'Europe/Paris', scheduleJitterMinutes: 10 }

/**
 * Measures the time until every device of one occurrence is queued, by the number of replicas. Ten tenants.
 */
export async function benchDueBackups(small: boolean): Promise<void> {
  const rows: (string | number)[][] = []
  for (const count of small ? [1_000, 2_000, 4_000] : [1_000, 10_000, 100_000]) {
    for (const replicas of [1, 3]) {
      const db = await freshDatabase()
      await fill(db, count)
      const { seconds, queued, statements } = await queueAll(db, replicas)
      const [jobs, devices] = await jobsOf(db)
      if (queued !== count || jobs !== count || devices !== count)
        throw new Error(`${queued} of ${count}, ${jobs} jobs`)
      rows.push([
        count,
        replicas,
        seconds.toFixed(2),
        Math.round(count / seconds),
        ((statements / count) * 1_000).toFixed(1),
      ])
      await db.drop()
    }
  }
  printTable(
    'Devices due in the same minute',
    ['devices', 'replicas', 'seconds', 'a second', 'statements per 1,000'],
    rows,
  )
}

async function queueAll(db: TestDatabase, replicas: number) {
  const data: WorkerInput = { url: db.url, now: due }
  const workers = Array.from(
    { length: replicas },
    () => new Worker(path.join(import.meta.dirname, 'due-backups-worker.ts'), { workerData: data }),
  )
  const over = workers.map((worker) => once(worker, 'exit'))
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const begin = performance.now()
  const ended = workers.map((worker) => once(worker, 'message') as Promise<[WorkerResult]>)
  for (const worker of workers) worker.postMessage('go')
  const done = (await Promise.all(ended)).map(([one]) => one)
  const seconds = (performance.now() - begin) / 1_000
  await Promise.all(over)
  const sum = (of: keyof WorkerResult) => done.reduce((total, one) => total + one[of], 0)
  return { seconds, queued: sum('queued'), statements: sum('statements') }
}

async function jobsOf(db: TestDatabase): Promise<[number, number]> {
  const { rows } = await asPlatform(db, (trx) =>
    trx.raw('select count(*) as jobs, count(distinct device_id) as devices from jobs'),
  )
  return [rows[0].jobs, rows[0].devices]
}

async function fill(db: TestDatabase, count: number): Promise<void> {
  const tenants = Array.from({ length: 10 }, () => randomUUIDv7())
  const stamp = { createdAt: declared, updatedAt: declared }
  await asPlatform(db, (trx) =>
    Tenant.query(trx).insert(tenants.map((id) => ({ id, slug: id, name: id, prefix: id, ...stamp }))),
  )
  for (let from = 0; from < count; from += 1_000) {
    const ids = Array.from({ length: 1_000 }, () => randomUUIDv7())
    const standing = { schedule: '0 2 * * *', enabled: true, decommissionedAt: null }
    const starts = ids.map((id) => nextRunOf({ ...standing, id }, declared, rules))
    await asPlatform(db, (trx) =>
      trx.raw(
        `insert into devices (id, tenant_id, name, hostname, platform, schedule, search, next_occurrence_at, next_run_at,
           created_at, updated_at)
         select w.id, ?, 'd-' || w.id, 'd.example.net', 'netco_iosxe', ?, 'd', w.occurrence_at, w.run_at, ?, ?
         from unnest(?::uuid[], ?::timestamptz[], ?::timestamptz[]) as w (id, occurrence_at, run_at)`,
        [
          tenants[(from / 1_000) % tenants.length] ?? '',
          standing.schedule,
          declared,
          declared,
          ids,
          starts.map(({ nextOccurrenceAt }) => nextOccurrenceAt) as Date[],
          starts.map(({ nextRunAt }) => nextRunAt) as Date[],
        ],
      ),
    )
  }
  await db.owner.raw('vacuum analyze')
}

function asPlatform<T>(db: TestDatabase, work: (trx: ScopedTransaction) => PromiseLike<T>): Promise<T> {
  return inScope(db.knex, { kind: 'platform' }, work)
}
