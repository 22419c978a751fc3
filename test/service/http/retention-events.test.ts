import { expect } from 'chai'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

describe('retention events', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  let by: string
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    by = must(await admin.get('/api/auth/me'), 200).email
  })
  after(() => service.close())
  beforeEach(async () => {
    customer = await service.hasTenant()
  })

  const raised = async () => {
    await publish(service)
    const query = `tenant=${customer.id}&type=retention.changed&type=retention.cut&type=retention.cut_withdrawn`
    const events = must(await admin.get(`/api/events?${query}`), 200)
    return events.map(({ type, data }: { type: string; data: object }) => [type, data])
  }
  const takes = async (document: object) =>
    must(await admin.post(`/api/inventory/import/json?tenant=${customer.id}`, document), 200)
  const setDays = async (days: number) =>
    must(await admin.patch(`/api/tenants/${customer.id}`, { decommissioned_retention_days: days }), 200)

  it('list the devices of an import that keep longer, keep less, or have a withdrawn reduction', async () => {
    const [longer, shorter, withdrawn, same] = [
      await customer.hasDevice({ name: 'longer' }),
      await customer.hasDevice({ name: 'shorter' }),
      await customer.hasDevice({ name: 'withdrawn' }),
      await customer.hasDevice({ name: 'same' }),
    ]
    const exported = must(await admin.get(`/api/devices/export?format=json&tenant=${customer.id}`), 200)
    const importing = (days: Record<string, number | null>) => {
      const devices = exported.devices.map((one: { name: string }) => {
        const keepDays = days[one.name]
        return keepDays === undefined ? one : { ...one, retention: { keep_days: keepDays, keep_last: null } }
      })
      return takes({ ...exported, devices })
    }
    await importing({ withdrawn: 3, same: 900 })

    await importing({ longer: 800, shorter: 5, withdrawn: null, same: 900 })

    const data = (...devices: { id: string }[]) => {
      return { level: 'device', devices: devices.length, device_ids: devices.map(({ id }) => id), by }
    }
    expect(await raised()).to.have.deep.members([
      ['retention.cut', data(withdrawn)],
      ['retention.changed', data(same)],
      ['retention.changed', data(longer)],
      ['retention.cut', data(shorter)],
      ['retention.cut_withdrawn', data(withdrawn)],
    ])
  })

  it('are emitted by the import of a tenant without devices, whose shorter retention applies at once', async () => {
    await setDays(200)
    must(await admin.put(`/api/retention/customer?tenant=${customer.id}`, { keep_days: 20 }), 200)
    const document = must(await admin.get(`/api/tenants/${customer.id}/export`), 200)
    document.customer.decommissioned_retention_days = 100
    document.customer.retention = { keep_days: 730, keep_last: null }

    await takes(document)
    await takes(document)

    const events = await raised()
    expect(events.map(([type]: [string]) => type)).to.deep.equal([
      'retention.cut',
      'retention.cut',
      'retention.changed',
      'retention.cut_withdrawn',
    ])
    expect(events[2][1]).to.deep.equal({
      level: 'customer',
      decommissioned_retention_days: 100,
      before: { decommissioned_retention_days: 200 },
      by,
    })
    expect(events[3][1]).to.deep.include({ level: 'customer', keep_days: 730 })
  })

  it('report longer retention of decommissioned devices, and nothing without a change', async () => {
    await setDays(400)
    await setDays(400)

    expect(await raised()).to.deep.equal([
      [
        'retention.changed',
        {
          level: 'customer',
          decommissioned_retention_days: 400,
          before: { decommissioned_retention_days: 365 },
          by,
        },
      ],
    ])
  })
})
