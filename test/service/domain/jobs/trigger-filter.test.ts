import { codedErrors } from '../../../support/field-errors.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Client, type Customer, type TestService, must, startTestService } from '../../../support/service.ts'

describe('a backup trigger with a filter', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  before(async () => (service = await startTestService()))
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    await customer.hasDevice({ name: 'a', tags: ['core'], site: 'lyon' })
    await customer.hasDevice({ name: 'b', tags: ['edge'], site: 'ghent' })
    await customer.hasDevice({ name: 'c', tags: ['core'], site: 'lyon', platform: 'netco_nxos' })
    const off = await customer.hasDevice({ name: 'd', tags: ['core'], site: 'lyon' })
    must(await (await customer.as('tenant_admin')).patch(`/api/devices/${off.id}`, { enabled: false }), 200)
  })
  after(() => service.close())

  const trigger = (body: object, headers?: Record<string, string>) =>
    operator.post('/api/backups/trigger', body, headers)
  const namesOf = (body: { device_name: string }[]) => body.map((run) => run.device_name).sort()

  it('queues backups of the active devices that match, and returns both counts', async () => {
    const first = await trigger({ filter: { tag: ['core', 'edge'], site: 'lyon' }, platform: 'netco_nxos' })
    const second = await trigger({ filter: { tag: 'core' } })

    expect(namesOf(must(first, 202))).to.deep.equal(['c'])
    expect(first.headers.get('x-coffer-selected')).to.equal('devices=1 queued=1')
    expect(namesOf(must(second, 202))).to.deep.equal(['a'])
    expect(second.headers.get('x-coffer-selected')).to.equal('devices=2 queued=1')
  })

  it('answers a repeated request with the same runs and counts', async () => {
    const key = { 'Idempotency-Key': randomUUID() }

    const first = await trigger({ filter: { site: 'lyon' } }, key)
    const again = await trigger({ filter: { site: 'lyon' } }, key)

    expect(again.body).to.deep.equal(first.body)
    expect(again.headers.get('x-coffer-selected')).to.equal('devices=2 queued=2')
  })

  it('rejects a tag or site that no device of the tenant has', async () => {
    const other = await service.hasTenant()
    await other.hasDevice({ tags: ['foreign'], site: 'oslo' })

    const { status, body } = await trigger({ filter: { tag: ['core', 'foreign'], site: ['oslo', 'lyon'] } })

    expect([status, codedErrors(body)]).to.deep.equal([
      422,
      [
        { path: 'filter.tag', code: 'tag_unknown', params: { tag: 'foreign' } },
        { path: 'filter.site', code: 'site_unknown', params: { site: 'oslo' } },
      ],
    ])
  })

  it('rejects a filter with another device selection', async () => {
    const answers = [
      await trigger({ filter: { site: 'lyon' }, all_devices: true }),
      await trigger({ filter: { site: 'lyon' }, failed: true }),
      await trigger({ filter: {} }),
    ]

    expect(answers.map(({ status }) => status)).to.deep.equal([422, 422, 422])
  })
})
