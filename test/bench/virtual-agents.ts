import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { type AgentEvents, type GivenAgent, enrollVirtualAgent } from './virtual-agent.ts'

/** Virtual agents in a process of their own. */
export interface VirtualAgents {
  /** All of them connect, spread over so many milliseconds. */
  connect(overMs: number): Promise<void>
  /** Requests that they sent so far. */
  sent(): Promise<number>
  /** When this run is offered to one of them, as milliseconds since 1970 with their fractions. */
  offered(jobId: string): Promise<number>
  /** What went wrong so far. */
  troubles(): string[]
  stop(): void
}

type Order = { enroll: GivenAgent[] } | { connect: number } | 'count'
type Told = 'enrolled' | 'connected' | { sent: number } | { jobId: string; at: number } | { trouble: string }

/** @returns when all of them are enrolled */
export async function startVirtualAgents(given: GivenAgent[]): Promise<VirtualAgents> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [], { serialization: 'json' })
  const offers = new Map<string, PromiseWithResolvers<number>>()
  const offerOf = (jobId: string) => {
    const known = offers.get(jobId) ?? Promise.withResolvers<number>()
    offers.set(jobId, known)
    return known
  }
  const troubles: string[] = []
  child.on('message', (told: Told) => {
    if (typeof told !== 'object') return
    if ('trouble' in told) troubles.push(told.trouble)
    if ('jobId' in told) offerOf(told.jobId).resolve(told.at)
  })
  const answer = (order: Order, isAnswer: (told: Told) => boolean) =>
    new Promise<Told>((resolve, reject) => {
      const hear = (told: Told) => {
        if (!isAnswer(told)) return
        child.off('message', hear)
        resolve(told)
      }
      child.on('message', hear)
      child.once('exit', (code) => reject(new Error(`the virtual agents ended with ${code}`)))
      child.send(order)
    })
  await answer({ enroll: given }, (told) => told === 'enrolled')
  return {
    async connect(overMs) {
      await answer({ connect: overMs }, (told) => told === 'connected')
    },
    async sent() {
      const told = await answer('count', (one) => typeof one === 'object' && 'sent' in one)
      return typeof told === 'object' && 'sent' in told ? told.sent : NaN
    },
    offered: (jobId) => offerOf(jobId).promise,
    troubles: () => troubles,
    stop: () => child.kill('SIGKILL'),
  }
}

if (process.send) {
  const tell = (told: Told) => process.send?.(told)
  let sent = 0
  const events: AgentEvents = {
    sent: () => (sent += 1),
    offered: (jobId) => tell({ jobId, at: performance.timeOrigin + performance.now() }),
    trouble: (trouble) => tell({ trouble }),
  }
  const agents: Awaited<ReturnType<typeof enrollVirtualAgent>>[] = []
  process.on('message', async (order: Order) => {
    if (order === 'count') tell({ sent })
    else if ('enroll' in order) {
      const left = [...order.enroll]
      const enrol = async () => {
        for (let one = left.pop(); one; one = left.pop()) agents.push(await enrollVirtualAgent(one, events))
      }
      await Promise.all([enrol(), enrol(), enrol(), enrol()])
      tell('enrolled')
    } else {
      const begin = async (at: number) => {
        await pause((order.connect * at) / agents.length)
        await agents[at]?.connect()
      }
      await Promise.all(agents.map((_, at) => begin(at)))
      tell('connected')
    }
  })
}
