import { expect } from 'chai'
import { openGuide } from '../support/guide.ts'
import { type TestService, must, startTestService } from '../support/service.ts'

describe('the JSON document of docs/schedules.md', () => {
  const guide = openGuide('docs/schedules.md')
  let service: TestService
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())

  it('sets the blackouts of a customer', async () => {
    const customer = await service.hasTenant()
    const admin = await service.as('tenant_admin', customer)
    const document = JSON.parse(guide.take('office hours'))

    must(await admin.put('/api/blackouts/customer', document), 200)

    const { blackouts } = must(await admin.get('/api/blackouts/customer'), 200)
    expect(blackouts.map(({ name }: { name: string }) => name)).to.deep.equal(['office hours', 'end of the year'])
  })

  it('is the page’s only code block', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
