import { expect } from 'chai'
import { jobSteps } from '../../support/job-steps.ts'
import { anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('the secrets that an agent has received', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let platform: Client

  before(async () => {
    service = await startTestService({ now: new Date('2026-11-20T12:00:00Z') })
    platform = await service.as('platform_admin')
  })

  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })

  after(() => service.close())

  const { trigger } = jobSteps(() => ({ service, customer, operator }))

  const handedTo = async (agent: { id: string }, query = '') =>
    must(await platform.get(`/api/agents/${agent.id}/secrets?tenant=${customer.id}${query}`), 200)

  it('are listed by credential and device with the time, but without values', async () => {
    const agent = await anAgent(service, customer)
    const other = await anAgent(service, customer)
    const credential = await customer.hasCredential({ name: 'routers', username: 'backup', password: 'sesame-1234' })
    const device = await customer.hasDevice({ name: 'edge-1', credential_id: credential.id })
    const at = service.dependencies.now().toISOString()
    await trigger(device.id)
    await agent.startJob()

    const handed = await handedTo(agent)

    expect(handed).to.deep.equal([
      {
        credential: { id: credential.id, name: 'routers', username: 'backup', deleted: false },
        device: { id: device.id, name: 'edge-1', hostname: device.hostname },
        first_at: at,
        last_at: at,
        changed_since: false,
      },
    ])
    expect(await handedTo(other)).to.deep.equal([])
  })

  it('are filtered by time, and marked if changed since', async () => {
    const agent = await anAgent(service, customer)
    const credential = await customer.hasCredential()
    await trigger((await customer.hasDevice({ credential_id: credential.id })).id)
    await agent.startJob()
    service.advance(60_000)
    const later = service.dependencies.now().toISOString()
    must(
      await platform.patch(`/api/credentials/${credential.id}?tenant=${customer.id}`, { password: 'another-1' }),
      200,
    )

    const [handed] = await handedTo(agent)

    expect(handed.changed_since).to.equal(true)
    expect(await handedTo(agent, `&since=${later}`)).to.deep.equal([])
  })

  it('exclude those of a device whose address is not approved', async () => {
    const agent = await anAgent(service, customer)
    const { id } = await customer.hasCredential()
    await trigger((await customer.hasDevice({ credential_id: id, approve_address: false })).id)
    const job = await agent.startJob()

    expect(job.order.credentials).to.deep.equal({})
    expect(await handedTo(agent)).to.deep.equal([])
  })
})
