import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultyGateway } from '../support/faulty-gateway.ts'
import type { Balancer } from './balancer.ts'
import type { KeptProcess } from './kept-process.ts'

/** What goes wrong, and how often it did. */
export interface Storm {
  blows: Record<Blow, number>
  /** No more of it; resolves when the stores are up again. */
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
  /** Whether PostgreSQL and the object store are hit too, and for how long the store is away at most. */
  stores: { downMs: number } | null
  replicas: KeptProcess[]
  /** So many of them are always left. */
  replicasLeft: number
  agents: KeptProcess[]
  balancer: Balancer
  s3: { stop(): Promise<void>; start(): Promise<void> }
  /** What the replicas and agents take for the store. */
  gateway: FaultyGateway
  /** Cuts connections of the replicas to PostgreSQL, each with this chance. */
  cutDatabase: (chance: number) => Promise<void>
  /** Where its cluster is; who started it starts it again. */
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

/** Longer than this, agents let go of their devices, and the lease is lost. */
const freezeMs = 6_000

/** So long they are left in peace after each start: a job has a budget of ten losses. */
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

  /** One trouble at a time. */
  function troubleStore(begin: (ms: number) => Promise<void>): boolean {
    if (store || !stores) return false
    store = begin(upTo(stores.downMs))
    store.catch(() => undefined) // the end tells
    return true
  }

  /** One that has worked for a while: how fast a program comes up again is the machine's business. */
  const victim = (list: KeptProcess[], rest: number, left: number) => {
    const ready = list.filter(({ readyMs }) => readyMs > 0)
    return ready.length > left ? oneOf(ready.filter(({ readyMs }) => readyMs > rest)) : undefined
  }
  const aReplica = () => victim(replicas, restMs.replica, settings.replicasLeft)
  const anAgent = () => victim(agents, restMs.agent, 0)

  /** @returns whether it struck */
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
      cutDatabase(0.5).catch(() => undefined) // it may be away itself
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

/** @returns false when it is not there at the moment */
function killPostgres(folder: string): boolean {
  try {
    const [pid] = fs.readFileSync(path.join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')
    const isIt = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) // the file outlives it
    return isIt && process.kill(Number(pid), 'SIGKILL')
  } catch {
    return false
  }
}
