import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { type FakeAgent, fakeAgent } from '../support/fake-agent.ts'

/** A new agent, and its enrolment token. */
export interface GivenAgent {
  url: string
  agentId: string
  tenantId: string
  token: string
}

/** Fake agents in their own process. They poll, and end every job as blocked, as with an unapproved host key. */
export interface VirtualAgents {
  /** Connects all of them, spread over this many milliseconds. */
  connect(overMs: number): Promise<void>
  /** Number of requests sent so far. */
  sent(): Promise<number>
  /** When this run was offered to one of them, as milliseconds since 1970 with fractions. */
  offered(jobId: string): Promise<number>
  /** Errors so far. */
  troubles(): string[]
  stop(): void
}

type Order = { enroll: GivenAgent[] } | { connect: number } | 'count'
type AgentMessage = 'enrolled' | 'connected' | { sent: number } | { jobId: string; at: number } | { trouble: string }

/** @returns once all of them are enrolled */
export async function startVirtualAgents(given: GivenAgent[]): Promise<VirtualAgents> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [], { serialization: 'json' })
  const offers = new Map<string, PromiseWithResolvers<number>>()
  const offerOf = (jobId: string) => {
    const known = offers.get(jobId) ?? Promise.withResolvers<number>()
    offers.set(jobId, known)
    return known
  }
  const troubles: string[] = []
  child.on('message', (message: AgentMessage) => {
    if (typeof message !== 'object') return
    if ('trouble' in message) troubles.push(message.trouble)
    if ('jobId' in message) offerOf(message.jobId).resolve(message.at)
  })
  const answer = (order: Order, isAnswer: (message: AgentMessage) => boolean) =>
    new Promise<AgentMessage>((resolve, reject) => {
      const hear = (message: AgentMessage) => {
        if (!isAnswer(message)) return
        child.off('message', hear)
        resolve(message)
      }
      child.on('message', hear)
      child.once('exit', (code) => reject(new Error(`the virtual agents ended with ${code}`)))
      child.send(order)
    })
  await answer({ enroll: given }, (message) => message === 'enrolled')
  return {
    async connect(overMs) {
      await answer({ connect: overMs }, (message) => message === 'connected')
    },
    async sent() {
      const message = await answer('count', (one) => typeof one === 'object' && 'sent' in one)
      return typeof message === 'object' && 'sent' in message ? message.sent : NaN
    },
    offered: (jobId) => offerOf(jobId).promise,
    troubles: () => troubles,
    stop: () => child.kill('SIGKILL'),
  }
}

const blocked = { outcome: 'blocked', error_code: 'fingerprint_unapproved', transport: null } as const

if (process.send) {
  const tell = (message: AgentMessage) => process.send?.(message)
  const agents: FakeAgent[] = []
  const enrol = async ({ url, agentId, tenantId, token }: GivenAgent) => {
    const agent = fakeAgent(url, { id: agentId, tenantId, token })
    expectOk(await agent.enroll(token))
    agents.push(agent)
  }
  const connect = async (agent: FakeAgent) => {
    expectOk(await agent.openSession())
    void agent.serve({
      doJob: (job) => agent.result(job, blocked),
      onOffer: ({ jobId }) => tell({ jobId, at: performance.timeOrigin + performance.now() }),
      onTrouble: (trouble) => tell({ trouble }),
    })
  }
  process.on('message', async (order: Order) => {
    if (order === 'count') tell({ sent: agents.reduce((sum, { sent }) => sum + sent, 0) })
    else if ('enroll' in order) {
      const left = [...order.enroll]
      const enrolAll = async () => {
        for (let one = left.pop(); one; one = left.pop()) await enrol(one)
      }
      await Promise.all([enrolAll(), enrolAll(), enrolAll(), enrolAll()])
      tell('enrolled')
    } else {
      const begin = async (agent: FakeAgent, at: number) => {
        await pause((order.connect * at) / agents.length)
        await connect(agent)
      }
      await Promise.all(agents.map(begin))
      tell('connected')
    }
  })
}

function expectOk({ status, body }: { status: number; body: unknown }) {
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body)}`)
}
