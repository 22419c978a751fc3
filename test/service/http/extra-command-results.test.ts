import { expect } from 'chai'
import { anAgent, type FakeAgent } from '../../support/fake-agent.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

describe('the results of extra commands', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let agent: FakeAgent
  const { hasDevice, trigger, runOf, deviceOf } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    agent = await anAgent(service, customer)
    const admin = await customer.as('tenant_admin')
    const command = { platform: 'netco_iosxe', key: 'extra-routes', command: 'show ip route' }
    must(await admin.post('/api/extra-commands', command), 201)
  })

  after(() => service?.close())

  it('do not let a run without a configuration succeed', async () => {
    const device = await hasDevice({ retry_attempts: 0 })
    const { id } = await trigger(device.id)
    const job = await agent.startJob()
    const failed = { transport: 'ssh', state: 'failed', error_code: 'output_truncated' } as const
    const captured = await agent.capture(job, { 'extra-routes': 'Codes: C\n' })

    const alone = await agent.result(job, { artifacts: captured })
    const beside = await agent.result(job, { artifacts: [{ ...failed, key: 'running-config' }, ...captured] })

    expect(alone.body.errors[0]).to.include({ path: 'artifacts', code: 'backup_without_artifacts' })
    expect(beside.body.status).to.equal('failed')
    expect(await runOf(id)).to.include({ status: 'failed', error_code: 'output_truncated' })
    expect(await deviceOf(device.id)).to.include({ state: 'failed', last_success_at: null })
  })
})
