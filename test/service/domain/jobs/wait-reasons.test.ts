import { expect } from 'chai'
import { message } from '../../../../shared/messages/message.ts'
import { render } from '../../../../shared/messages/render.ts'
import { createRestorableVersion } from '../../../support/scene/restorable.ts'
import { anAgent } from '../../../support/fake-agent.ts'
import { aTable } from '../../../support/inventories.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../../support/service.ts'

describe('a queued run that no agent can take', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  before(async () => (service = await startTestService()))
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())

  async function waitingOf(fields: object = {}) {
    const device = await customer.hasDevice(fields)
    const [{ id }] = must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
    return async () => {
      const run = must(await operator.get(`/api/runs/${id}`), 200)
      const [listed] = must(await operator.get(`/api/runs?device_id=${device.id}`), 200)
      expect(listed.waiting).to.deep.equal(run.waiting)
      return run.waiting?.code
    }
  }

  it('reports that the tenant has no agent, none enrolled or none online', async () => {
    const reason = await waitingOf()

    const without = await reason()
    await customer.hasAgent()
    const added = await reason()
    const agent = await anAgent(service, customer)
    await agent.openSession()
    await agent.heartbeat([])
    const online = await reason()
    service.advance(3_600_000)
    const offline = await reason()

    expect([without, added, online, offline]).to.deep.equal([
      'no_agent',
      'agent_not_enrolled',
      undefined,
      'agent_offline',
    ])
  })

  it('has the reason as a code with parameters, and as text in the language of the client', async () => {
    const device = await customer.hasDevice()
    const [queued] = must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
    const french = must(await operator.get(`/api/runs/${queued.id}`, { 'accept-language': 'fr' }), 200)

    const reason = message('waiting_no_agent')
    expect(queued.waiting).to.deep.equal({ code: 'no_agent', params: {}, message: render(reason, 'en') })
    expect(french.waiting).to.deep.equal({ code: 'no_agent', params: {}, message: render(reason, 'fr') })
  })

  it('considers only the agents assigned to the device', async () => {
    const other = await anAgent(service, customer)
    await other.openSession()
    await other.heartbeat([])
    const named = await customer.hasAgent()

    expect(await (await waitingOf({ agent_ids: [named.id] }))()).to.equal('agent_not_enrolled')
  })

  it('is reported when a backup or restore is queued, and rejects a connection test', async () => {
    const { version } = await createRestorableVersion(service, customer)
    const restorer = await customer.as('tenant_admin')
    const bare = await customer.hasDevice()

    const [backup] = must(await operator.post('/api/backups/trigger', { device_ids: [bare.id] }), 202)
    const test = await operator.post(`/api/devices/${bare.id}/test`)
    const confirm = { confirm: 'LOAD OVERRIDE' }
    const restore = must(await restorer.post(`/api/artifacts/versions/${version.id}/restore`, confirm), 202)

    for (const run of [backup, restore]) {
      const { waiting } = must(await operator.get(`/api/runs/${run.id}`), 200)
      expect(waiting.code, run.kind).to.equal('no_agent')
      expect(run.waiting, run.kind).to.deep.equal(waiting)
    }
    expect([test.status, test.body.code]).to.deep.equal([409, 'no_agent'])
  })

  it('is reported by the device import, until an agent is enrolled', async () => {
    const admin = await customer.as('tenant_admin')
    const load = (name: string) =>
      admin.send('POST', '/api/inventory/import/csv', aTable(`name,hostname,platform\n${name},192.0.2.1,netco_iosxe\n`))
    const codes = ({ warnings }: { warnings: { code?: string }[] }) => warnings.map(({ code }) => code)

    const before = must(await load('a'), 200)
    await anAgent(service, customer)
    const after = must(await load('b'), 200)

    expect(codes(before)).to.include('no_agent')
    expect(codes(after)).to.not.include('no_agent')
  })
})
