import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { anAgent } from '../../support/fake-agent.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

describe('an agent’s clock', () => {
  let service: TestService
  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, claim_wait_ms: 1 }
  })
  after(() => service.close())

  it('that is minutes off is reported once to its tenant, and once when corrected', async () => {
    const customer = await service.hasTenant()
    const agent = await anAgent(service, customer)
    const claim = async (aheadSeconds: number) => {
      const body = { claim_id: randomUUID(), free_slots: 1, restore_slots: 0 }
      const date = new Date(service.dependencies.now().getTime() + aheadSeconds * 1000).toUTCString()
      const headers = { ...agent.signedHeaders('/api/agent/claims', body), date }
      const answer = await service.anonymous.send('POST', '/api/agent/claims', JSON.stringify(body), headers)
      expect(answer.status).to.equal(204)
    }
    for (const seconds of [0, 290, 7200, 7200, 200, 7200, -10, 0]) await claim(seconds)
    await publish(service)

    const owner = await customer.as('tenant_readonly')
    const events = must(await owner.get('/api/events?limit=1000'), 200)

    const clocks = events.filter(({ type }: { type: string }) => type.startsWith('clock.'))
    expect(clocks.map((one: { type: string }) => one.type)).to.deep.equal(['clock.skewed', 'clock.corrected'])
    expect(clocks[0]).to.deep.include({ tenant_id: customer.id })
    expect(clocks[0].data).to.include({ of: 'agent', limit_seconds: 300 })
    expect(clocks[0].data.ahead_seconds).to.be.within(7199, 7201)
  })
})
