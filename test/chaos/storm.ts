import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultyGateway } from '../support/faulty-gateway.ts'
import type { Balancer } from './balancer.ts'
import type { KeptProcess } from './kept-process.ts'

/** Causes faults and counts them. */
export interface Storm {
  blows: Record<Blow, number>
  /** Stops the faults; resolves when the stores are available again. */
  end(): Promise<void>
}

type Blow =
  | 'replica killed'
  | 'replica frozen'
  | 'agent killed'
  | 'connections cut'
  | 'database connections cut'
  | 'postgres killed'
  | 'store stopped'
  | 'store busy'
  | 'store slow'

export interface StormSettings {
  random: () => number
  everyMs: number
  /** Whether PostgreSQL and the object store are also stopped, and the longest outage of the store. */
  stores: { downMs: number } | null
  replicas: KeptProcess[]
  /** Minimum number of replicas left running. */
  replicasLeft: number
  agents: KeptProcess[]
  balancer: Balancer
  s3: { stop(): Promise<void>; start(): Promise<void> }
  /** The object store's address for replicas and agents. */
  gateway: FaultyGateway
  /** Closes connections of the replicas to PostgreSQL, each with this probability. */
  cutDatabase: (chance: number) => Promise<void>
  /** The folder of its cluster. The test that started it restarts it. */
  postgresFolder: string
}

const often: Blow[] = [
  'replica killed',
  'replica killed',
  'replica frozen',
  'agent killed',
  'connections cut',
  'connections cut',
]

const rare: Blow[] = ['postgres killed', 'store stopped', 'store busy', 'store busy', 'store slow']

/** Longer than agents tolerate: they stop their jobs, and the leases are lost. */
const freezeMs = 6_000

/** Minimum uptime before a process is killed: a job has a budget of ten losses. */
const restMs = { replica: 3_000, agent: 12_000 }

export function startStorm(settings: StormSettings) {
  const { random, everyMs, stores, replicas, agents, balancer, s3, gateway, cutDatabase, postgresFolder } = settings
  const blows: Storm['blows'] = {
    'replica killed': 0,
    'replica frozen': 0,
    'agent killed': 0,
    'connections cut': 0,
    'database connections cut': 0,
    'postgres killed': 0,
    'store stopped': 0,
    'store busy': 0,
    'store slow': 0,
  }
  const upTo = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(list: T[]) => list[upTo(list.length)]
  const stopping = new AbortController()
  const frequent = stores ? [...often, 'database connections cut' as const] : often
  let store: Promise<void> | undefined

  const whileStill = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function storeAway(ms: number) {
    await s3.stop()
    await whileStill(ms)
    await s3.start()
    store = undefined
  }

  async function storeWorse(mode: 'busy' | 'slow', ms: number) {
    gateway.be(mode)
    await whileStill(ms)
    gateway.be('healthy')
    store = undefined
  }

  /** Causes one store fault at a time. */
  function troubleStore(begin: (ms: number) => Promise<void>): boolean {
    if (store || !stores) return false
    store = begin(upTo(stores.downMs))
    store.catch(() => undefined) // reported at the end
    return true
  }

  /** Chooses a process that has been ready for some time: the start time depends on the machine. */
  const victim = (list: KeptProcess[], rest: number, left: number) => {
    const ready = list.filter(({ readyMs }) => readyMs > 0)
    return ready.length > left ? oneOf(ready.filter(({ readyMs }) => readyMs > rest)) : undefined
  }
  const aReplica = () => victim(replicas, restMs.replica, settings.replicasLeft)
  const anAgent = () => victim(agents, restMs.agent, 0)

  /** @returns whether it caused the fault */
  const strike: Record<Blow, () => boolean | undefined> = {
    'replica killed': () => aReplica()?.kill(500 + upTo(3_000)),
    'replica frozen': () => aReplica()?.freeze(1_000 + upTo(freezeMs - 1_000)),
    'agent killed': () => anAgent()?.kill(500 + upTo(3_000)),
    'connections cut': () => balancer.cut(0.5),
    'postgres killed': () => killPostgres(postgresFolder),
    'store stopped': () => troubleStore(storeAway),
    'store busy': () => troubleStore((ms) => storeWorse('busy', ms)),
    'store slow': () => troubleStore((ms) => storeWorse('slow', ms)),
    'database connections cut'() {
      cutDatabase(0.5).catch(() => undefined) // it may be unavailable itself
      return true
    },
  }

  async function blow() {
    while (!stopping.signal.aborted) {
      await whileStill(everyMs * (0.3 + 1.4 * random()))
      if (stopping.signal.aborted) return
      const isRare = stores && random() < 0.12
      const what = oneOf(isRare ? rare : frequent)
      if (what && strike[what]()) blows[what]++
    }
  }
  const blowing = blow()
  const storm: Storm = {
    blows,
    async end() {
      stopping.abort()
      await blowing
      await store
    },
  }
  return storm
}

/** @returns false if it is not running */
function killPostgres(folder: string): boolean {
  try {
    const [pid] = fs.readFileSync(path.join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')
    const isIt = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) // the file outlives the process
    return isIt && process.kill(Number(pid), 'SIGKILL')
  } catch {
    return false
  }
}
