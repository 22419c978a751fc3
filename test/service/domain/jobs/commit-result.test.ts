import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { defaultIntervals } from '../../../../shared/agent-protocol/intervals.ts'
import type { CommitDependencies } from '../../../../service/domain/jobs/job-results.ts'
import { commitResults } from '../../../../service/domain/jobs/commit-result.ts'
import { jobKinds } from '../../../../service/domain/jobs/kinds/registry.ts'
import { DomainError } from '../../../../service/domain/kernel/domain-error.ts'
import { inScope } from '../../../../service/store/scope.ts'
import { type FakeAgent, type HeldJob, anAgent } from '../../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../../support/service.ts'

const timedOut = { outcome: 'failed', error_code: 'connection_timeout', transport: null } as const

describe('results that are committed together', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let agent: FakeAgent

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    agent = await anAgent(service, customer)
  })
  after(() => service.close())

  it('are rejected or written individually', async () => {
    const [written, lost, incomplete] = await hold(3)
    await agent.heartbeat([], [lost])
    await agent.startJob() // a newer lease: the result of the former one is no longer wanted
    const chunk = '0'.repeat(64)
    const content = { size: 10, chunks: [chunk] }

    const ends = await commit([
      [written, timedOut],
      [lost, timedOut],
      [incomplete, { artifacts: [{ key: 'running-config', transport: 'ssh', state: 'captured', content }] }],
    ])

    expect(ends).to.deep.equal(['retrying', 'lease_lost', 'chunks_missing'])
    expect(await statusOf(written)).to.equal('retrying')
    expect(await statusOf(incomplete)).to.equal('running')
  })

  it('are repeated individually when their transaction fails', async () => {
    const [first, second, third] = await hold(3)
    const { backup } = jobKinds
    const failing = {
      ...backup,
      onEnd: (...[context, ended, timeZone]: Parameters<typeof backup.onEnd>) => {
        if (ended.some(({ job }) => job.id === second.jobId)) throw new Error('a fault of one job')
        return backup.onEnd(context, ended, timeZone)
      },
    }

    const ends = await commit(
      [first, second, third].map((job) => [job, timedOut]),
      { kinds: { ...jobKinds, backup: failing } },
    )

    expect(ends).to.deep.equal(['retrying', 'a fault of one job', 'retrying'])
    expect(await Promise.all([first, second, third].map(statusOf))).to.deep.equal(['retrying', 'running', 'retrying'])
  })

  async function hold(count: 3): Promise<[HeldJob, HeldJob, HeldJob]> {
    for (let at = 0; at < count; at += 1) await customer.hasDevice()
    must(await operator.post('/api/backups/trigger', { all_devices: true }), 202)
    const jobs = await agent.open(await agent.claim({ free_slots: count }))
    await agent.heartbeat(jobs)
    return jobs as [HeldJob, HeldJob, HeldJob]
  }

  async function statusOf({ jobId }: HeldJob): Promise<string> {
    return must(await operator.get(`/api/runs/${jobId}`), 200).status
  }

  /** Returns the status or the error of each. */
  async function commit(
    results: (readonly [HeldJob, Parameters<FakeAgent['resultBody']>[1]])[],
    changed: Partial<CommitDependencies> = {},
  ): Promise<string[]> {
    const { forAgents, keys, workers, repository, now } = service.dependencies
    const tenantId = customer.id
    const ends = await commitResults(
      {
        within: (work) =>
          inScope(forAgents.knex, { kind: 'tenant', tenantId }, (trx) =>
            work({
              actor: { kind: 'agent', id: agent.id, name: 'agent', role: null, tenantId },
              origin: { requestId: null, ip: null },
              ...{ tenantId, now: now(), trx, keys },
            }),
          ),
        keys: await keys.of(tenantId),
        ...{ repository, workers, kinds: jobKinds, intervals: defaultIntervals, timeZone: 'UTC' },
        alarm: () => undefined,
        ...changed,
      },
      results.map(([job, fields]) => {
        const result = agent.resultBody(job, fields)
        const bodyHash = createHash('sha256').update(result.sealed).digest()
        return { claim: { agentId: agent.id, jobId: job.jobId, leaseId: job.leaseId }, result, bodyHash }
      }),
    )
    return ends.map((end) => {
      if (end.status === 'fulfilled') return end.value.status
      const { reason } = end as { reason: Error }
      return reason instanceof DomainError ? reason.code : reason.message
    })
  }
})
