import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { heartbeat } from '../../../../../service/domain/jobs/heartbeat.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { type HeldJob, type FakeAgent, anAgent } from '../../../../support/fake-agent.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { shortIntervals } from '../../../../support/short-intervals.ts'
import { jobKinds } from '../../../../../service/domain/jobs/kinds/registry.ts'

describe('agent requests while their rows are locked', () => {
  let service: TestService
  let customer: Scene
  let agent: FakeAgent

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
  })
  after(() => service.close())
  beforeEach(async () => {
    const newcomer = await service.hasTenant()
    customer = await createScene(service.dependencies, newcomer)
    agent = await anAgent(service, newcomer)
    await agent.heartbeat([])
  })

  const asPlatform = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)

  /** Resolves when a transaction waits for a row. */
  async function isWaitedFor(): Promise<void> {
    const sql = `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    while ((await service.dependencies.knex.raw(sql)).rows.length === 0) await pause(5)
  }

  it('a heartbeat that waits for its agent does not lock its session', async () => {
    const { id, sessionId } = agent

    const { beat } = await asPlatform(async (trx) => {
      await trx.raw('select from agents where id = ? for update', [id])
      const beat = agent.heartbeat([])
      await isWaitedFor()
      await trx.raw('select from agent_sessions where id = ? for update nowait', [sessionId])
      return { beat }
    })

    expect((await beat).status).to.equal(200)
  })

  it('a running heartbeat does not block the agent’s other requests', async () => {
    const { id, sessionId } = agent

    const answer = await customer.inTransaction(async (call) => {
      await heartbeat(
        { ...call, kinds: jobKinds },
        { agentId: id, sessionId, number: 1_000, leases: [], dropped: [] },
        shortIntervals,
      )
      return agent.check({ jobId: randomUUID(), leaseId: randomUUID() } as HeldJob, {})
    })

    expect(answer).to.deep.include({ status: 422, isSigned: true }) // its request is empty
  })

  it('a request counter locks the agent before its session', async () => {
    const { id, sessionId } = agent
    const seenLongAgo = async (trx: ScopedTransaction) => {
      await trx.raw(`update agents set last_seen_at = '2020-01-01' where id = ?`, [id])
      await trx.raw('update agent_sessions set spoke_at = null where id = ?', [sessionId])
    }
    await asPlatform(seenLongAgo)

    const { claim } = await asPlatform(async (trx) => {
      await trx.raw('select from agents where id = ? for update', [id])
      const claim = agent.claim()
      await isWaitedFor()
      await trx.raw('select from agent_sessions where id = ? for no key update nowait', [sessionId])
      return { claim }
    })

    expect((await claim).status).to.equal(204)
  })
})
