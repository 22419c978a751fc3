import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { jobSteps } from '../../support/job-steps.ts'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

/** Each is signed for one body and sent with another, as if altered by a proxy. */
describe('an agent request whose body differs from its signed digest', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let agent: FakeAgent
  const { hasDevice, trigger, runOf, asPlatform } = jobSteps(() => ({ service, customer, operator }))

  beforeEach(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    agent = await anAgent(service, customer)
  })
  afterEach(() => service.close())

  const alter = async (path: string, signed: object, sent: object, method = 'POST') => {
    const { status, body, isSigned } = await agent.send(method, path, signed, { sent: JSON.stringify(sent) })
    return { status, code: body.code, isSigned }
  }
  const refused = { status: 401, code: 'unsigned', isSigned: true }
  const count = (table: string) =>
    asPlatform(async (trx) => (await trx(table).where({ tenant_id: customer.id })).length)

  it('claims no job', async () => {
    const { id } = await trigger((await hasDevice()).id)
    const claim = { claim_id: randomUUID(), free_slots: 1, restore_slots: 0 }

    const answer = await alter('/api/agent/claims', { ...claim, free_slots: 0 }, claim)

    expect(answer).to.deep.equal(refused)
    expect((await runOf(id)).status).to.equal('queued')
    expect(await count('device_leases')).to.equal(0)
    expect(await agent.open(await agent.claim())).to.have.length(1)
  })

  it('ends no job and stores no version, and the genuine one then does', async () => {
    const device = await hasDevice()
    const { id } = await trigger(device.id)
    const job = await agent.startJob()
    const artifacts = await agent.capture(job, { 'running-config': 'hostname a\nend\n' })
    const [failed, whole] = [agent.resultBody(job, { artifacts: [] }), agent.resultBody(job, { artifacts })]
    const path = `/api/agent/jobs/${job.jobId}/result`

    const answers = [await alter(path, whole, failed, 'PUT'), await alter(path, failed, whole, 'PUT')]

    const before = [(await runOf(id)).status, await count('versions'), await count('job_results')]
    const accepted = await agent.send('PUT', path, whole)
    expect(answers).to.deep.equal([refused, refused])
    expect(before).to.deep.equal(['running', 0, 0])
    expect(accepted.status).to.equal(200)
    expect(await count('versions')).to.equal(1)
  })

  it('writes no log line, and releases no lease', async () => {
    const { id } = await trigger((await hasDevice()).id)
    const job = await agent.startJob()
    const lease = { job_id: job.jobId, lease_id: job.leaseId }
    const lines = { lease_id: job.leaseId, first: 0, sealed: 'AAAA' }

    const answers = [
      await alter(`/api/agent/jobs/${job.jobId}/log`, { ...lines, sealed: 'BBBB' }, lines),
      await alter('/api/agent/heartbeats', { leases: [lease], dropped: [] }, { leases: [], dropped: [lease] }),
    ]

    expect(answers).to.deep.equal([refused, refused])
    expect(await count('job_log')).to.equal(0)
    expect((await runOf(id)).status).to.equal('running')
    expect(await count('device_leases')).to.equal(1)
    expect((await agent.heartbeat([job])).status).to.equal(200)
  })

  it('opens no session, and is recorded as an alarm', async () => {
    const signed = { agent_id: agent.id }
    const answer = await alter('/api/agent/sessions', signed, { ...signed, boot_id: randomUUID() })

    const admin = await service.as('platform_admin')
    const records = must(await admin.get(`/api/audit?tenant=${customer.id}&action=agent.exchange`), 200)
    expect(answer).to.deep.equal(refused)
    expect(await count('agent_sessions')).to.equal(1)
    expect(records.map(({ outcome, object_id: of }: Record<string, string>) => [outcome, of])).to.deep.equal([
      ['refused', agent.id],
    ])
    expect((await agent.heartbeat([])).status).to.equal(200) // the open session remains valid
  })
})
