import { expect } from 'chai'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('a list filtered by exact name', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant('acme')
    await service.hasTenant('acme-two')
    admin = await customer.as('tenant_admin')
    for (const name of ['edge-1', 'a-edge-1', 'edge-10', 'EDGE-1']) {
      await customer.hasDevice({ name })
      await customer.hasCredential({ name })
      await customer.hasAgent({ name, slug: name === 'EDGE-1' ? 'capitals' : name })
      const secret = 'a long enough secret'
      must(await admin.post('/api/webhooks', { name, url: 'https://hooks.example.net/x', secret }), 201)
    }
    const key = await customer.hasCredential({ name: 'key', api_token: 'a token' })
    for (const name of ['edge-1', 'edge-10']) {
      must(await admin.post('/api/discovery/fleets', { name, credential_id: key.id }), 201)
    }
  })
  after(() => service.close())

  for (const list of ['devices', 'credentials', 'agents', 'webhooks', 'discovery/fleets']) {
    it(`of ${list} contains only the exact match`, async () => {
      const found = must(await admin.get(`/api/${list}?name=edge-1`), 200)
      const none = must(await admin.get(`/api/${list}?name=edge`), 200)

      expect(found.map(({ name }: { name: string }) => name)).to.deep.equal(['edge-1'])
      expect(none).to.deep.equal([])
    })
  }

  it('of tenants and of agents contains only the exact slug', async () => {
    const platform = await service.as('platform_admin')

    const [customers, agents] = [
      must(await platform.get('/api/tenants?slug=acme'), 200),
      must(await admin.get('/api/agents?slug=edge-1'), 200),
    ]

    expect(customers.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['acme'])
    expect(agents.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['edge-1'])
  })
})
