import { expect } from 'chai'
import { type Client, type Customer, type TestService, startTestService } from '../../support/service.ts'

describe('a client above the rate limit', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  beforeEach(async () => {
    service = await startTestService({ environment: { BKP_REQUESTS_PER_MINUTE: '60', BKP_TRUST_PROXY: 'loopback' } })
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  afterEach(() => service.close())

  const search = (client: Client, headers?: Record<string, string>) =>
    client.post(`/api/search?tenant=${customer.id}`, { pattern: 'ntp server' }, headers)

  it('has to wait, and is told how long and why', async () => {
    const first = await search(admin)
    const second = await search(admin)

    expect([first.status, second.status]).to.deep.equal([200, 429])
    expect(second.body).to.include({ title: 'Too many requests', code: 'rate_limited' })
    expect(second.body.params).to.include({ by: 'actor', per_minute: 60, cost: 50 })
    expect(Number(second.headers.get('retry-after')))
      .to.be.within(1, 60)
      .and.equal(second.body.retry_after_seconds)
  })

  it('sees the remaining budget and the time to full recovery in each response', async () => {
    const small = await admin.get('/api/devices')
    const first = await search(admin)
    const second = await search(admin)
    const parts = (answer: typeof first) => (answer.headers.get('ratelimit') ?? '').match(/^"caller";r=(\d+);t=(\d+)$/)
    const [left, seconds] = (parts(first) ?? []).slice(1).map(Number)

    expect(small.headers.get('ratelimit-policy')).to.equal('"caller";q=60;w=60')
    expect(Number(parts(small)?.[1])).to.equal(59)
    expect(left).to.be.within(9, 30)
    expect(seconds).to.equal(60 - left!)
    expect(second.status).to.equal(429)
    expect(Number(parts(second)?.[1])).to.be.below(50)
  })

  it('from a limited address sees the budget of the address', async () => {
    const from = { 'x-forwarded-for': '198.51.100.20' }
    let answer = await search(await customer.as('tenant_operator'), from)
    for (let person = 0; person < 13 && answer.status === 200; person++) {
      answer = await search(await customer.as('tenant_operator'), from)
    }

    expect(answer.status).to.equal(429)
    expect(answer.headers.get('ratelimit-policy')).to.equal('"address";q=600;w=60')
    expect(answer.headers.get('ratelimit')).to.match(/^"address";r=\d+;t=\d+$/)
  })

  it('can still send cheaper requests, and does not delay others', async () => {
    const operator = await customer.as('tenant_operator')
    await search(operator)
    const refused = await search(operator)

    const small = await operator.get('/api/devices')
    const other = await search(await customer.as('tenant_operator'))

    expect([refused.status, small.status, other.status]).to.deep.equal([429, 200, 200])
  })

  it('from one address is limited whatever account it names, unlike others', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const statuses: number[] = []
    for (let person = 0; person < 13; person++) {
      statuses.push((await search(await customer.as('tenant_operator'), from('198.51.100.7'))).status)
    }
    const forged = await search(await customer.as('tenant_operator'), from('203.0.113.1, 198.51.100.7'))
    const other = await search(await customer.as('tenant_operator'), from('198.51.100.8'))

    expect(statuses).to.include(429)
    expect(statuses.indexOf(429)).to.be.within(10, 12)
    expect([forged.status, other.status]).to.deep.equal([429, 200])
  })

  it('is counted in the metrics', async () => {
    await search(admin)
    await search(admin)

    const { body } = await (await service.as('platform_admin')).get('/metrics')

    expect(body).to.include('coffer_http_requests_limited_total{by="actor"} 1\n')
    expect(body).to.include('coffer_http_requests_total{operation="searchConfigurations",status="429"} 1\n')
  })

  it('is not limited if limits are disabled', async () => {
    const open = await startTestService({ environment: { BKP_REQUESTS_PER_MINUTE: '0' } })
    const { id } = await open.hasTenant()
    const client = await open.as('platform_admin')

    const ask = async () => (await client.post(`/api/search?tenant=${id}`, { pattern: 'ntp server' })).status
    const statuses = [await ask(), await ask(), await ask()]
    const { headers } = await client.get('/api/devices')

    expect(statuses).to.deep.equal([200, 200, 200])
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).to.deep.equal([null, null])
    await open.close()
  })
})
