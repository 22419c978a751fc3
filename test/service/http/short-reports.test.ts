import { expect } from 'chai'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { jobSteps } from '../../support/job-steps.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'

describe('a report with a limit of listed devices', () => {
  let service: TestService
  let customer: Customer
  let agent: FakeAgent
  let operator: Client
  let admin: Client
  before(async () => {
    service = await startTestService({ now: new Date('2026-11-20T12:00:00Z') })
    customer = await service.hasTenant('acme')
    agent = await anAgent(service, customer)
    operator = await customer.as('tenant_operator')
    admin = await service.as('platform_admin')
    const nightly = { schedule: '0 2 * * *' }
    for (const name of ['never-1', 'never-2', 'failed']) await customer.hasDevice({ ...nightly, name })
    for (const name of ['idle-1', 'idle-2']) await customer.hasDevice({ name })
    const other = await service.hasTenant('globex')
    await other.hasDevice({ ...nightly, name: 'never-0' })
    await other.hasDevice({ name: 'idle-0' })
    const steps = jobSteps(() => ({ service, customer, operator }))
    const devices = must(await operator.get('/api/devices?name=failed'), 200)
    await steps.trigger(devices[0].id)
    const job = await agent.startJob()
    await agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report: { error: 'refused' } })
  })
  after(() => service.close())

  const report = async (query: string, client = operator): Promise<Answer['body']> =>
    must(await client.get(`/api/reports/daily${query}`), 200)
  const names = (devices: { name: string }[]) => devices.map(({ name }) => name)

  it('lists the most severe and counts all', async () => {
    const whole = await report('')
    const short = await report('?listed=2')
    const none = await report('?listed=0')

    expect(names(short.exceptions)).to.have.members(['failed', 'never-1'])
    expect(names(short.unscheduled)).to.deep.equal(['idle-1', 'idle-2'])
    expect([none.exceptions, none.unscheduled]).to.deep.equal([[], []])
    for (const one of [short, none]) {
      expect(one.summary).to.deep.equal(whole.summary)
      expect(one.agents).to.deep.equal(whole.agents)
    }
    expect(whole.summary).to.include({ exceptions: 3, unscheduled: 2 })
    expect([whole, short, none].map((one) => one.exceptions_truncated)).to.deep.equal([false, true, true])
  })

  it('has the most severe of all customers where it is of all', async () => {
    const { exceptions, unscheduled, customers, summary } = await report('?listed=2', admin)

    expect(names(exceptions)).to.have.members(['failed', 'never-0'])
    expect(
      customers.map((one: Answer['body']) => [one.slug, names(one.exceptions), names(one.unscheduled)]),
    ).to.deep.equal([
      ['acme', ['failed'], ['idle-1', 'idle-2']],
      ['globex', ['never-0'], []],
    ])
    expect(unscheduled).to.have.length(2)
    expect(summary).to.include({ exceptions: 4, unscheduled: 3 })
  })

  it('counts the devices that wait for an agent, listed or not, also once it is frozen', async () => {
    service.advance(36 * 3_600_000)
    operator = await customer.as('tenant_operator')
    const steps = jobSteps(() => ({ service, customer, operator }))
    for (const { id, name } of must(await operator.get('/api/devices?q=never'), 200)) {
      expect(name).to.match(/^never-[12]$/)
      await steps.trigger(id)
    }

    const live = await report('?listed=0')
    must(await (await customer.as('tenant_admin')).post('/api/reports/daily/persist'), 200)
    const frozen = await report('?listed=1')

    expect(live.summary.without_agent).to.equal(2)
    expect(frozen).to.include({ frozen: true, exceptions_truncated: true })
    expect(frozen.summary.without_agent).to.equal(2)
    expect(names(frozen.exceptions)).to.deep.equal(['failed'])
  })
})
