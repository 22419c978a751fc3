import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../service/embedded/postgres.ts'
import { createKnex } from '../../service/store/connect.ts'
import { atEnd } from '../support/at-end.ts'
import { seeded } from '../support/random.ts'
import { startFaultyGateway } from '../support/faulty-gateway.ts'
import { startS3Server } from '../support/s3-server.ts'
import { startAgents } from './agents.ts'
import { startBalancer } from './balancer.ts'
import { startChangingFleet } from './changing-fleet.ts'
import { approveHosts, declareFleet } from './declare-fleet.ts'
import { findBroken } from './find-broken.ts'
import { startObserver } from './observer.ts'
import { keepLastLines } from './last-lines.ts'
import { createPatientClient } from './patient-client.ts'
import { playRounds } from './play-rounds.ts'
import { startReplicas } from './replicas.ts'
import { type Sample, startSampler } from './sampler.ts'
import { startStorm } from './storm.ts'

export interface ChaosOptions {
  seed: number
  /** Minimum number of triggered runs, in rounds over all devices. */
  jobs: number
  /** Minimum duration of the rounds, in milliseconds. */
  forMs?: number
  /** The probability that a device closes the connection within its configuration, for a whole round; default: 0. */
  deviceFaults?: number
  /** Number of replicas, and of agents, that are never killed, so that their memory can be measured; default: 0. */
  spared?: number
  devices: number
  /** Number of additional devices that run on schedule, once a minute, and do not change; default: 2. */
  scheduled?: number
  replicas: number
  agents: number
  /** Mean time between two faults. */
  everyMs: number
  /** Whether PostgreSQL is killed and the object store stopped, and the longest outage of the store. */
  stores: { downMs: number } | null
}

export interface ChaosReport {
  /** Counts of actions and faults, by their name in the table. */
  facts: Record<string, number>
  /** Number of triggered runs by final status. */
  statuses: Record<string, number>
  blows: Record<string, number>
  /** Memory and descriptors over time, of the processes that were never killed. */
  samples: Sample[]
  /** Violations as text; empty if there are none. */
  broken: string[]
}

/**
 * Runs real replicas, agents and devices on one PostgreSQL and one S3 server, while processes are killed or suspended
 * and connections closed at random. Devices change only between rounds, so the expected content is known to the byte.
 * Ends when the jobs are done and the schedules have run.
 */
export async function runChaos(options: ChaosOptions, tell: (line: string) => void): Promise<ChaosReport> {
  const random = seeded(options.seed)
  const { scheduled = 2 } = options
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-chaos-'))
  fs.chmodSync(folder, 0o711)
  const closers: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })]
  const closeAll = async () => {
    const ends = []
    for (const close of closers.splice(0).reverse()) ends.push(...(await Promise.allSettled([(async () => close())()])))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  atEnd(closeAll) // for an interrupted run
  const masterKeyFile = path.join(folder, 'master-key')
  fs.writeFileSync(masterKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  try {
    const s3 = await startS3Server()
    const bucket = await s3.newBucket()
    const gateway = await startFaultyGateway(s3.endpoint, slowMs)
    closers.push(() => gateway.close())
    const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: () => undefined })
    closers.push(() => postgres.stop())
    const password = randomBytes(12).toString('base64url')
    const lines = keepLastLines()
    const environment = {
      BKP_DATABASE_URL: postgres.serviceUrl,
      BKP_DATABASE_OWNER_URL: postgres.ownerUrl,
      BKP_MASTER_KEY_FILE: masterKeyFile,
      BKP_ADMIN_PASSWORD: password,
      BKP_SCHEDULE_JITTER_MINUTES: '0',
      BKP_S3_ENDPOINT: gateway.endpoint,
      BKP_S3_BUCKET: bucket,
      BKP_S3_ACCESS_KEY_ID: s3.accessKeyId,
      BKP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    const replicas = await startReplicas(options.replicas, environment, lines)
    closers.push(() => replicas.stop())
    const fleet = await startChangingFleet(options.devices + scheduled)
    closers.push(() => fleet.stop())
    const balancer = await startBalancer(replicas.living, random)
    closers.push(() => balancer.close())
    const admin = await createPatientClient(replicas.living, password)
    const { tenantId, deviceIds, tokens } = await declareFleet(admin, fleet.ports, options.agents)
    const agents = await startAgents(balancer.url, tokens, lines)
    closers.push(() => agents.stop())
    await approveHosts(admin, tenantId, deviceIds)
    for (const id of deviceIds.slice(options.devices)) {
      await admin.patch(`/api/devices/${id}?tenant=${tenantId}`, { schedule: '* * * * *' })
    }
    tell(`${options.replicas} replicas, ${options.agents} agents, ${deviceIds.length} devices; the storm begins`)

    const owner = createKnex(postgres.superuserUrl, { application: 'chaos', poolMax: 2 })
    closers.push(() => owner.destroy())
    const observer = startObserver(owner, () => replicas.living().length > 0)
    closers.push(() => observer.end())
    const { spared = 0, forMs = 0, deviceFaults = 0 } = options
    const sampler = startSampler({
      ...named('replica', replicas.processes.slice(0, spared)),
      ...named('agent', agents.processes.slice(0, spared)),
    })
    closers.push(() => sampler.end())
    const storm = startStorm({
      random,
      everyMs: options.everyMs,
      stores: options.stores,
      replicas: replicas.processes.slice(spared),
      replicasLeft: spared > 0 ? 0 : 1,
      agents: agents.processes.slice(spared),
      balancer,
      s3,
      gateway,
      cutDatabase: async (chance) => void (await owner.raw(cutSql, [chance])),
      postgresFolder: postgres.folder,
    })
    closers.push(() => storm.end())
    const { jobs, devices } = options
    const play = { jobs, forMs, deviceFaults, devices, admin, owner, fleet, tenantId, deviceIds, random }
    const rounds = await playRounds(play, (line) => tell(`${line}; ${JSON.stringify(storm.blows)}`))
    await storm.end()
    await observer.end()
    await sampler.end()

    const findings = await findBroken({
      admin,
      owner,
      deviceIds,
      truth: rounds.truth,
      connectedAtMost: await fleet.connectedAtMost(),
      overdueMs: observer.overdueMs,
    })
    const broken = [...rounds.broken, ...replicas.mistakes, ...agents.mistakes, ...findings.broken]
    if (broken.length > 0) lines.all().forEach(tell)
    const waits = { 'longest overdue lease, ms': observer.overdueMs, 'longest idle queue, ms': observer.idleMs }
    const facts = { ...rounds.facts, ...findings.facts, ...waits, connections: balancer.connections }
    return { facts, statuses: rounds.statuses, blows: storm.blows, samples: sampler.samples, broken }
  } finally {
    await closeAll()
  }
}

/** Latency of a slow store. */
const slowMs = 1_500

/** Terminates all other connections, which requires a superuser. */
const cutSql = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and usename <> current_user and random() < ?`

function named<T>(what: string, list: T[]): Record<string, T> {
  return Object.fromEntries(list.map((one, at) => [`${what} ${at}`, one]))
}
