import { createHash, randomUUIDv7 } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { reportKeyOf, sealReport } from '../../shared/agent-protocol/report.ts'
import type { TenantContext } from '../../service/domain/kernel/context.ts'
import { type Claimant, claimJobs } from '../../service/domain/jobs/claim-jobs.ts'
import { commitResults } from '../../service/domain/jobs/commit-result.ts'
import type { ReceivedResult } from '../../service/domain/jobs/job-results.ts'
import { heartbeat } from '../../service/domain/jobs/heartbeat.ts'
import { createRepository } from '../../service/domain/repository/chunks/create-repository.ts'
import { createKeyring } from '../../service/keys/keyring.ts'
import { loadServiceKeys } from '../../service/keys/service-keys.ts'
import { createDiskStore } from '../../service/objects/disk.ts'
import { createKnex } from '../../service/store/connect.ts'
import type { Job } from '../../service/store/models/job.ts'
import { inScope } from '../../service/store/scope.ts'
import { createServicePool } from '../../service/workers/service-pool.ts'
import { jobKinds } from '../../service/domain/jobs/kinds/registry.ts'

/** Start parameters of a benchmark replica: the agents whose jobs it processes concurrently. */
export interface JobWorkerData {
  url: string
  masterKey: Uint8Array
  /** The folder of the object store. */
  objects: string
  agents: { tenantId: string; agentId: string; sessionId: string }[]
  /** `floor`: the bare queue for comparison, in a table `bare_jobs`. */
  what: 'coffer' | 'floor'
  connections: number
  /** Jobs per claim. */
  atOnce: number
  /** The first request number of its agents; higher than those of the previous round. */
  firstNumber: number
}

/** The work done and its cost for the service, without PostgreSQL's share. */
export interface JobWorkerDone {
  done: number
  statements: number
  cpuMs: number
}

const { url, masterKey, objects, agents, what, connections, atOnce, firstNumber } = workerData as JobWorkerData
const knex = createKnex(url, { application: 'bench', poolMax: connections })
const key = Buffer.from(masterKey)
const keys = createKeyring(knex, key)
const workers = createServicePool()
const now = () => new Date()
const serviceKeys = await loadServiceKeys(knex, key, now())
const store = await createDiskStore(objects) // a blocked run stores nothing
const repository = createRepository({ knex, keys, serviceKeys, store, workers, now })
await knex.raw('select 1')
parentPort?.postMessage('ready')
let statements = 0
knex.on('query', () => (statements += 1))
parentPort?.once('message', async () => {
  const begun = process.threadCpuUsage()
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  }
  const counts = what === 'coffer' ? await Promise.all(agents.map(workOff)) : await Promise.all(lanes().map(takeBare))
  const done = counts.reduce((sum, count) => sum + count, 0)
  parentPort?.postMessage({ done, statements, cpuMs: cpuMs() } satisfies JobWorkerDone)
  await knex.destroy()
  await workers.close()
})

function lanes(): number[] {
  return Array.from({ length: connections }, (_, lane) => lane)
}

/**
 * Processes jobs with an agent's requests: claim, one heartbeat that starts all of them, and their results together.
 */
async function workOff({ tenantId, agentId, sessionId }: JobWorkerData['agents'][number]): Promise<number> {
  const actor = { kind: 'agent', id: agentId, name: 'agent', role: null, tenantId } as const
  const within = <T>(work: (call: TenantContext) => Promise<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      work({ actor, origin: { requestId: null, ip: null }, tenantId, now: new Date(), trx, keys }),
    )
  const claimant: Claimant = {
    agentId,
    sessionId,
    labMode: false,
    platforms: ['netco_iosxe'],
    transports: ['ssh'],
    slots: atOnce,
    documentFormat: 0,
    dryRunFormat: 0,
  }
  const ofTenant = await keys.of(tenantId)
  const resultOf = (job: Job): ReceivedResult => {
    const place = { jobId: job.id, leaseId: job.leaseId as string }
    const report = { error: 'the host key is not approved', warnings: [], steps: [], artifacts: {} }
    const sealed = sealReport(reportKeyOf(ofTenant.dataKey, place.leaseId), { ...place, purpose: 'result' }, report)
    const error_code = 'fingerprint_unapproved'
    const result = { lease_id: place.leaseId, outcome: 'blocked', transport: null, error_code, artifacts: [], sealed }
    const bodyHash = createHash('sha256').update(sealed).digest()
    return { claim: { agentId, ...place }, result: { ...result, outcome: 'blocked' as const }, bodyHash }
  }
  const dependencies = {
    within,
    keys: ofTenant,
    repository,
    workers,
    intervals: defaultIntervals,
    timeZone: 'UTC',
    kinds: jobKinds,
    alarm: () => undefined,
  }
  let done = 0
  for (let number = firstNumber; ; number += 2) {
    const claim = { claimId: randomUUIDv7(), number, freeSlots: atOnce, restoreSlots: 0 }
    const jobs = await within((call) => claimJobs(call, claimant, claim, defaultIntervals))
    if (jobs.length === 0) return done
    const leases = jobs.map((job) => ({ job_id: job.id, lease_id: job.leaseId as string }))
    const beat = { agentId, sessionId, number: number + 1, leases, dropped: [] }
    await within((call) => heartbeat({ ...call, kinds: jobKinds }, beat, defaultIntervals))
    const ends = await commitResults(dependencies, jobs.map(resultOf))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    done += jobs.length
  }
}

/** The minimum work of a queue in PostgreSQL for a job: take it with SKIP LOCKED, and delete it. */
async function takeBare(): Promise<number> {
  for (let done = 0; ; done += 1) {
    const { rows } = await knex.raw(
      `update bare_jobs set locked_at = now() where id = (
         select id from bare_jobs where locked_at is null order by id limit 1 for update skip locked) returning id`,
    )
    if (rows.length === 0) return done
    await knex.raw('delete from bare_jobs where id = ?', [rows[0].id])
  }
}
