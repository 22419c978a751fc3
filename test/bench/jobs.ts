import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { randomBytes } from 'node:crypto'
import { triggerBackups } from '../../service/domain/jobs/trigger-backups.ts'
import type { TenantContext } from '../../service/domain/kernel/context.ts'
import { anAgent } from '../support/fake-agent.ts'
import { type TestService, startTestService } from '../support/service.ts'
import { actionsIn } from '../support/scene/scene.ts'
import type { JobWorkerData, JobWorkerDone } from './job-worker.ts'
import { median, printTable, ratio } from './table.ts'

const customers = 10
const rounds = 3

/**
 * Measures jobs through one PostgreSQL: queued by a trigger of all devices, then claimed, started and ended by the
 * service's own code, without HTTP and without content. For comparison, measures a bare queue, which takes a row with
 * SKIP LOCKED and deletes it: no tenants, leases, attempts or audit. The database does not wait for the disk.
 */
export async function benchJobs(small: boolean): Promise<void> {
  const rows: (string | number)[][] = []
  for (const count of small ? [500] : [1_000, 3_000, 10_000]) {
    for (const replicas of small ? [1] : [1, 2]) rows.push(...(await benchSize(count, replicas, small ? 1 : rounds)))
  }
  printTable(
    `Jobs of ${customers} customers through one PostgreSQL, medians of ${rounds} rounds`,
    [
      'jobs',
      'replicas',
      'bare queue a second',
      'queued a second',
      'worked off a second',
      'beside bare',
      'statements a job',
      'CPU ms a job',
    ],
    rows,
  )
}

async function benchSize(count: number, replicas: number, times: number): Promise<(string | number)[][]> {
  const masterKey = randomBytes(32)
  const service = await startTestService({ masterKey, now: new Date() })
  const agents = await fill(service, count)
  const of = (what: JobWorkerData['what'], at: number, round: number): JobWorkerData => ({
    url: service.db.url,
    masterKey,
    objects: path.join(service.dependencies.settings.dataDirectory, 'objects'),
    agents: agents.filter((_, index) => index % replicas === at),
    what,
    connections: 20 / replicas,
    atOnce: 50,
    firstNumber: 1 + round * count * 2,
  })
  const floor: number[] = []
  const queued: number[] = []
  const worked: Measured[] = []
  for (let round = 0; round < times; round += 1) {
    await fillBare(service, count)
    const workOff = (what: JobWorkerData['what']) =>
      timeOf(count, () => startWorkers(replicas, (at) => of(what, at, round)))
    floor.push(count / (await workOff('floor')).seconds)
    queued.push(count / (await queueAll(service, agents, count)))
    worked.push(await workOff('coffer'))
  }
  await service.close()
  const done = count / median(worked.map(({ seconds }) => seconds))
  const rates = [median(floor), median(queued), done].map(Math.round)
  const costs = [median(worked.map((one) => one.statements)), median(worked.map((one) => one.cpuMs))]
  return [[count, replicas, ...rates, ratio(done, median(floor)), ...costs.map((cost) => cost.toFixed(1))]]
}

/** Starts threads and waits until they are ready. */
async function startWorkers(replicas: number, dataOf: (at: number) => JobWorkerData): Promise<Worker[]> {
  const workers = Array.from(
    { length: replicas },
    (_, at) => new Worker(path.join(import.meta.dirname, 'job-worker.ts'), { workerData: dataOf(at) }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  return workers
}

interface Measured {
  seconds: number
  /** Per job. */
  statements: number
  cpuMs: number
}

/** Waits until all jobs are done. @throws Error if some were not done, or done twice */
async function timeOf(count: number, start: () => Promise<Worker[]>): Promise<Measured> {
  const workers = await start()
  const begin = performance.now()
  const ends = workers.map((worker) => once(worker, 'message') as Promise<[JobWorkerDone]>)
  const exits = workers.map((worker) => once(worker, 'exit'))
  for (const worker of workers) worker.postMessage('go')
  const results = (await Promise.all(ends)).map(([one]) => one)
  const seconds = (performance.now() - begin) / 1_000
  await Promise.all(exits)
  const sum = (of: keyof JobWorkerDone) => results.reduce((total, one) => total + one[of], 0)
  if (sum('done') !== count) throw new Error(`${sum('done')} jobs were done of ${count}`)
  return { seconds, statements: sum('statements') / count, cpuMs: sum('cpuMs') / count }
}

type Agents = JobWorkerData['agents']

async function queueAll({ dependencies }: TestService, agents: Agents, count: number): Promise<number> {
  const begin = performance.now()
  let queued = 0
  for (const { tenantId } of agents) {
    const inTenant = actionsIn(dependencies, { kind: 'tenant', tenantId })
    const input = { allDevices: true }
    queued += (await inTenant((call) => triggerBackups(call as TenantContext, input, dependencies.signals))).runs.length
  }
  if (queued !== count) throw new Error(`${queued} jobs were queued for ${count} devices`)
  return (performance.now() - begin) / 1_000
}

async function fill(service: TestService, count: number): Promise<Agents> {
  const agents: Agents = []
  for (let at = 0; at < customers; at += 1) {
    const customer = await service.hasTenant()
    const { id: agentId, sessionId } = await anAgent(service, customer)
    agents.push({ tenantId: customer.id, agentId, sessionId })
  }
  await service.db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    for (const { tenantId } of agents) {
      await trx.raw(
        `insert into devices (id, tenant_id, name, hostname, platform, search, created_at, updated_at)
         select uuidv7(), :tenantId, 'sw-' || n, '192.0.2.1', 'netco_iosxe', 'sw-' || n, now(), now()
         from generate_series(1, :devices) n`,
        { tenantId, devices: count / customers },
      )
    }
  })
  await service.db.owner.raw(
    `create table bare_jobs (id bigint primary key, locked_at timestamptz);
     create index on bare_jobs (id) where locked_at is null;
     grant all on bare_jobs to public`,
  )
  await service.db.owner.raw('analyze')
  return agents
}

async function fillBare({ db }: TestService, count: number): Promise<void> {
  await db.owner.raw('insert into bare_jobs (id) select * from generate_series(1, ?)', [count])
}
