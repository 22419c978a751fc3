import { expect } from 'chai'
import { jobSteps } from '../../support/job-steps.ts'
import { type HeldJob, anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

const second = 1_000
const minute = 60 * second

describe('the agent protocol: offers and leases', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  const { hasDevice, trigger, runOf, deviceOf, reapNow } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())

  describe('cancelling', () => {
    it('ends a pending run, including an offered one', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const [job] = await agent.open(await agent.claim())

      const answer = await operator.post(`/api/runs/${id}/cancel`)
      const beat = await agent.heartbeat([job as HeldJob])

      expect(answer.body).to.deep.include({ status: 'cancelled', cancel_requested: true })
      expect(beat.body.leases[0].state).to.equal('lost')
      expect((await operator.post(`/api/runs/${id}/cancel`)).status).to.equal(409)
    })

    it('requests a running job to stop, which ends when the agent reports it', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = await trigger(device.id)
      const job = await agent.startJob()

      const asked = await operator.post(`/api/runs/${id}/cancel`)
      const beat = await agent.heartbeat([job])
      const result = await agent.result(job, { outcome: 'cancelled', transport: null })

      expect(asked.body).to.deep.include({ status: 'running', cancel_requested: true })
      expect(beat.body.leases[0].state).to.equal('cancel')
      expect(result.body).to.deep.equal({ status: 'cancelled' })
      expect((await deviceOf(device.id)).state).to.equal('never')
      expect(await trigger(device.id)).to.include({ status: 'queued' })
    })

    it('ends a job whose agent is lost with its lease', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      await agent.startJob()
      await operator.post(`/api/runs/${id}/cancel`)

      service.advance(91 * second)
      await reapNow()

      expect(await runOf(id)).to.deep.include({ status: 'cancelled' })
    })

    it('is not assumed: an agent that stops without a request returns the job', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()

      const result = await agent.result(job, { outcome: 'cancelled', transport: null })

      expect(result.body.status).to.equal('queued')
      expect(await runOf(id)).to.deep.include({ status: 'queued', losses: 1 })
    })
  })

  describe('the reaper', () => {
    it('fails a job that no agent took for a day', async () => {
      const device = await hasDevice()
      const { id } = await trigger(device.id)

      service.advance(24 * 60 * minute - second)
      await reapNow()
      const before = await runOf(id)
      service.advance(second)
      await reapNow()

      expect(before.status).to.equal('queued')
      const run = await runOf(id)
      expect(run).to.deep.include({ status: 'failed', error_code: 'no_agent' })
    })
  })
})
