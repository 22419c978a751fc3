import { commitMs } from '../../shared/agent-protocol/intervals.ts'
import { aModelledAgent } from './modelled-agent.ts'
import { modelledJunos, truthsOf } from './modelled-junos.ts'
import { createNetwork, fair } from './modelled-network.ts'
import { type ModelledService, aModelledService } from './modelled-service.ts'
import { seeded } from '../support/random.ts'
import type { TestService } from '../support/service.ts'
import { createVirtualTime } from './virtual-time.ts'

/** The outcome of a world of one device and a few agents under all faults. */
export interface WorldEnd {
  seed: number
  /** As text; empty in a correct world. */
  violations: string[]
  jobs: number
  attempts: number
  losses: number
  versions: number
  /** Final status of the restores. */
  restores: string[]
}

const minute = 60_000
const stormMs = 4 * minute

/** Runs worlds in sequence. */
export interface ProtocolWorlds {
  run(seed: number): Promise<WorldEnd>
}

/**
 * Creates the device and agents that the worlds share: each world starts with the state that the previous one left, as
 * a service does.
 */
export async function protocolWorlds(test: TestService): Promise<ProtocolWorlds> {
  let clock: () => number = () => test.dependencies.now().getTime()
  const service = await aModelledService(test, await test.hasTenant(), 4, () => new Date(clock()))
  let origin = clock()
  const sequences = new Map<string, number>()
  return {
    async run(seed) {
      const time = createVirtualTime()
      const began = origin
      clock = () => began + time.now
      const end = await runWorld(service, { seed, time, origin: began, sequences })
      origin = clock() + minute
      return end
    },
  }
}

interface Place {
  seed: number
  time: ReturnType<typeof createVirtualTime>
  origin: number
  /** The state on the agents' disks. */
  sequences: Map<string, number>
}

async function runWorld(service: ModelledService, { seed, time, origin, sequences }: Place): Promise<WorldEnd> {
  const random = seeded(seed)
  const weather = { lost: random() * 0.3, doubled: random() * 0.2, delayed: random() * 0.15 }
  const network = createNetwork(time, random, weather)
  const violations: string[] = []
  const inside = new Set<string>()
  const kind = { tells: random() < 0.7, backMs: random() * (random() < 0.3 ? commitMs : 20_000) }
  const junos = modelledJunos(time, kind, (words) => void violations.push(`${words}, at ${time.now} ms`))
  const around = {
    service,
    network,
    time,
    origin,
    random,
    junos,
    entered(who: string) {
      inside.add(who)
      if (inside.size > 1) violations.push(`${inside.size} agents were on the device at ${time.now} ms`)
    },
    left: (who: string) => void inside.delete(who),
  }
  const ids = service.agentIds.slice(0, 2 + Math.floor(random() * 3))
  const agents = ids.map((id) => aModelledAgent(id, around, diskOf(id, sequences)))
  let isStorm = true

  const repeatedly = (ms: () => number, event: () => unknown) =>
    time.after(ms(), async function again() {
      await event()
      time.after(ms(), again)
    })
  const anyAgent = () => agents[Math.floor(random() * agents.length)]!
  const inStorm = (meanMs: number, event: () => unknown) =>
    repeatedly(
      () => -Math.log(1 - random()) * meanMs,
      () => (isStorm ? event() : undefined),
    )
  for (const agent of agents) time.after(random() * 5_000, () => agent.start())
  time.after(random() * 10_000, () => service.trigger())
  inStorm(minute, () => service.trigger())
  if (random() < 0.5) {
    inStorm(1.5 * minute, () => service.restore())
    repeatedly(
      () => -Math.log(1 - random()) * 1.5 * minute,
      () => service.confirm(),
    )
  }
  inStorm(1.5 * minute, () => network.cut(ids[Math.floor(random() * ids.length)]!, random() * 400_000))
  inStorm(3 * minute, () => anyAgent().loseCollector())
  inStorm(2 * minute, () => {
    const agent = anyAgent()
    agent.kill()
    time.after(random() * 60_000, () => agent.isAlive || agent.start())
  })
  repeatedly(
    () => 5_000 + random() * 10_000,
    () => service.reap(),
  )

  await time.pass(stormMs)
  isStorm = false
  network.weather = fair
  for (const id of ids) network.cut(id, 0)
  for (const agent of agents) if (!agent.isAlive) agent.start()
  const over = ['succeeded', 'unchanged', 'partial', 'failed', 'blocked', 'cancelled', 'reverted', 'unknown']
  let jobs = await service.jobs(new Date(origin))
  const isAtRest = () => !junos.isBusy() && jobs.every(({ status }) => over.includes(status))
  for (let waited = 0; waited < 90 && !isAtRest(); waited++) {
    await time.pass(time.now + minute)
    jobs = await service.jobs(new Date(origin))
  }

  for (const { id, kind, status, versions } of jobs) {
    const truth = junos.truthOf(id)
    if (kind === 'restore' && truthsOf[status]?.includes(truth) === false) {
      violations.push(`restore ${id} is ${status}, and was ${truth}`)
    }
    if (!over.includes(status)) violations.push(`job ${id} never ended: it is ${status}`)
    if (versions > 1) violations.push(`job ${id} wrote ${versions} versions`)
  }
  const setAside = await service.setAside()
  if (setAside > 0) violations.push(`${setAside} honest agents count as cloned or rewound`)
  for (const agent of agents) agent.kill()
  const sum = (of: (job: (typeof jobs)[number]) => number) => jobs.reduce((total, job) => total + of(job), 0)
  return {
    seed,
    violations,
    jobs: jobs.length,
    attempts: sum(({ attempts }) => attempts),
    losses: sum(({ losses }) => losses),
    versions: sum(({ versions }) => versions),
    restores: jobs.filter(({ kind }) => kind === 'restore').map(({ status }) => status),
  }
}

function diskOf(id: string, sequences: Map<string, number>) {
  return {
    get sequence() {
      return sequences.get(id) ?? 0
    },
    set sequence(value) {
      sequences.set(id, value)
    },
  }
}
