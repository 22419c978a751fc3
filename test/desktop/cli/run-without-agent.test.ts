import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type Customer, type TestService, startTestService } from '../../support/service.ts'

describe('coffer and a customer without an agent', function () {
  let service: TestService
  let customer: Customer
  let user: ClientUser
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant('acme')
    const { token } = await customer.as('tenant_operator')
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
    await customer.hasDevice({ name: 'core-1', schedule: '0 2 * * *' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  it('explains a blocked run when queued, when shown and in the report', async () => {
    const triggered = await user.coffer(['trigger', 'core-1'])
    const runs = await user.coffer(['runs'])
    const report = await user.coffer(['report'])

    for (const { code, output, errors } of [triggered, runs]) {
      expect(code, errors).to.equal(0)
      expect(output).to.include('No agent can take this run')
    }
    expect(report.output).to.match(/\nacme +core-1 +never +never +No agent claimed the run/)
  })
})
