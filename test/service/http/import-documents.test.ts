import { codedErrors } from '../../support/field-errors.ts'
import { expect } from 'chai'
import { anInventory, codedRejections, codedWarnings, otherWarnings } from '../../support/inventories.ts'
import { type Client, type Customer, type TestService, aDevice, must, startTestService } from '../../support/service.ts'

describe('a device document', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
  })
  after(() => service.close())

  const document = (body: object, query = '') =>
    admin.post(`/api/inventory/import/json?tenant=${customer.id}${query}`, body)
  const exported = async () => must(await admin.get(`/api/devices/export?tenant=${customer.id}`), 200)

  it('imports another installation’s export, so that both export the same', async () => {
    const [first, second] = [
      await customer.hasCredential({ name: 'network' }),
      await customer.hasCredential({ name: 'api' }),
    ]
    const agents = [await customer.hasAgent({ name: 'West' }), await customer.hasAgent({ name: 'East' })]
    await customer.hasDevice({
      name: 'core-1',
      tags: ['z', 'a'],
      site: '=Gent',
      schedule: '*/15 * * * *',
      credential_id: first.id,
      credential_api_id: second.id,
      agent_ids: agents.map(({ id }) => id),
      staleness_hours: 0.5,
      retry_attempts: 3,
      retry_delay_minutes: 20,
      trust_posture: 'strict',
      restore_policy: 'deny',
      options: { ssh_port: 2222, artifacts: ['running-config'] },
    })
    await customer.hasDevice({ name: 'web-1', platform: 'linux_server', options: { paths: ['/etc'], sudo: true } })
    const off = await customer.hasDevice({ name: 'off-1', schedule: '0 2 * * *' })
    must(await admin.patch(`/api/devices/${off.id}?tenant=${customer.id}`, { enabled: false }), 200)
    const fresh = await startTestService()
    try {
      const there = await fresh.as('platform_admin')
      const twin = await fresh.hasTenant(customer.slug)
      for (const name of ['network', 'api']) await twin.hasCredential({ name })
      for (const name of ['West', 'East']) await twin.hasAgent({ name })
      const before = await exported()

      const report = must(await there.post(`/api/inventory/import/json?tenant=${twin.id}`, before), 200)
      const again = must(await there.post(`/api/inventory/import/json?tenant=${twin.id}`, before), 200)

      const after = must(await there.get(`/api/devices/export?tenant=${twin.id}`), 200)
      expect(report.created).to.have.length(3)
      expect([...report.rejected, ...otherWarnings(report.warnings)]).to.deep.equal([])
      expect(after).to.deep.equal(before)
      expect(again.updated.map(({ changed }: { changed: string[] }) => changed)).to.deep.equal([[], [], []])
      const [, standing] = must(await there.get(`/api/devices?tenant=${twin.id}`), 200)
      expect(standing).to.deep.include({ name: 'off-1', enabled: false, next_run_at: null })
    } finally {
      await fresh.close()
    }
  })

  it('is imported by its own section from a document of all tenants, and the rest is listed', async () => {
    const other = await service.hasTenant()
    await other.hasDevice({ name: 'theirs' })
    await customer.hasDevice({ name: 'ours' })
    const all = must(await admin.get('/api/tenants/export?with_devices=true'), 200)

    const report = must(await document(all), 200)
    const stranger = await document({
      ...all,
      customers: [
        { slug: 'one', devices: [] },
        { slug: 'two', devices: [] },
      ],
    })

    expect(report.updated).to.deep.equal([{ row: 1, name: 'ours', changed: [] }])
    expect(report.created).to.deep.equal([])
    expect(codedWarnings(report.warnings)[0]!.code).to.equal('sections_of_other_customers')
    expect(stranger.status).to.equal(422)
    expect(codedErrors(stranger.body)).to.deep.equal([
      { path: 'customers', code: 'section_not_found', params: { slug: customer.slug, slugs: ['one', 'two'] } },
    ])
  })

  it('is imported from another tenant’s section if it is the only or the named one', async () => {
    const both = [
      { slug: 'one', devices: [aDevice({ name: 'first' })] },
      { slug: 'two', devices: [aDevice({ name: 'second' })] },
    ]
    const format = { format: 'coffer-inventory', version: 1 }

    const only = must(await document({ ...format, customers: both.slice(0, 1) }), 200)
    const named = must(await document({ ...format, customers: both }, '&from_customer=two'), 200)
    const unknown = await document({ ...format, customers: both }, '&from_customer=three')
    const other = await document(anInventory([aDevice()], { customer: { slug: 'acme' } }), '&from_customer=one')

    expect(only.created).to.deep.equal([{ row: 1, name: 'first' }])
    expect(codedWarnings(only.warnings)).to.deep.equal([
      { code: 'other_customer', params: { from: 'one', to: customer.slug } },
    ])
    expect(named.created).to.deep.equal([{ row: 1, name: 'second' }])
    expect(codedWarnings(named.warnings)).to.deep.equal([
      { code: 'other_customer', params: { from: 'two', to: customer.slug } },
      { code: 'sections_of_other_customers', params: { count: 1 } },
    ])
    expect([unknown.status, codedErrors(unknown.body)]).to.deep.equal([
      422,
      [{ path: 'customers', code: 'section_not_found', params: { slug: 'three', slugs: ['one', 'two'] } }],
    ])
    expect([other.status, codedErrors(other.body)]).to.deep.equal([
      422,
      [{ path: 'customer', code: 'other_customer', params: { slug: 'acme', from: 'one' } }],
    ])
  })

  it('is imported for a tenant with another name, with a warning', async () => {
    const { warnings } = must(await document(anInventory([aDevice()], { customer: { slug: 'acme' } })), 200)

    expect(codedWarnings(warnings)).to.deep.equal([
      { code: 'other_customer', params: { from: 'acme', to: customer.slug } },
    ])
  })

  it('has malformed devices rejected, and unknown fields ignored', async () => {
    const { created, rejected, warnings } = must(
      await document(
        anInventory([
          { ...aDevice({ name: 'a' }), colour: 'red' },
          { ...aDevice({ name: 'b' }), tags: 'core', retry_attempts: 9 },
          { hostname: '192.0.2.1' },
          { ...aDevice({ name: 'd' }), decommissioned: true },
          { ...aDevice({ name: 'e' }), colour: 'red', trust_posture: 'tofu' },
        ]),
      ),
      200,
    )

    expect(created).to.deep.equal([{ row: 1, name: 'a' }])
    expect(codedRejections(rejected)).to.deep.equal([
      { row: 2, name: 'b', errors: ['tags wrong_type', 'retry_attempts above_maximum'] },
      { row: 3, name: null, errors: ['name is_required'] },
      { row: 4, name: 'd', errors: ['decommissioned decommissioned_in_document'] },
      { row: 5, name: 'e', errors: ['trust_posture above_is_strict'] },
    ])
    expect(rejected[0].reason).to.equal('tags: must be a list; retry_attempts: must be at most 5')
    expect(codedWarnings(warnings)).to.deep.equal([
      { code: 'field_unknown', params: { field: 'colour', of: 'device', count: 2 } },
    ])
  })
})
