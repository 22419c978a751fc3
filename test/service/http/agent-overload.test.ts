import { expect } from 'chai'
import type { Knex } from 'knex'
import { jobSteps } from '../../support/job-steps.ts'
import { eventually } from '../../support/real-agent.ts'
import { type HeldJob, anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

/** More than the number of connections in the agents' pool. */
const commits = 12

const running = 'hostname r1\n!\nend\n'

describe('more agent requests than database connections', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  /** The transaction that blocks commits. */
  let held: Knex.Transaction | undefined
  const { hasDevice, trigger } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())
  afterEach(() => (held?.isCompleted() ? undefined : held?.rollback()))

  it('delay no user or probe, are visible in metrics, and are all answered', async () => {
    const results = await readyToCommit()
    const admin = await service.as('platform_admin')
    held = await service.db.owner.transaction()
    await held.raw('lock table job_results in exclusive mode')

    const answers = Promise.all(results.map((commit) => commit()))
    await eventually('commits wait for a connection', async () => (await awaitedByAgents(admin)) > 0)
    const devices = must(await operator.get('/api/devices'), 200)
    const ready = await service.anonymous.get('/ready')
    await held.rollback()

    expect(devices).to.have.length(commits)
    expect(ready.status).to.equal(200)
    expect((await answers).map(({ body }) => body)).to.deep.equal(Array(commits).fill({ status: 'succeeded' }))
    expect(await awaitedByAgents(admin)).to.equal(0)
  })

  /**
   * Sends everything except the results. Each result is from a different agent, because those of one agent share a
   * transaction.
   */
  async function readyToCommit() {
    const results = []
    for (let n = 0; n < commits; n += 1) {
      const agent = await anAgent(service, customer)
      const { id: deviceId } = await hasDevice()
      await trigger(deviceId)
      const job: HeldJob = await agent.startJob()
      const artifacts = await agent.capture(job, { 'running-config': running })
      results.push(() => agent.result(job, { artifacts }))
    }
    return results
  }
})

async function awaitedByAgents(admin: Client): Promise<number> {
  const { body } = await admin.get('/metrics')
  return Number(/^coffer_database_connections\{pool="agents",state="awaited"\} (\d+)$/m.exec(body)?.[1])
}
