import { codedErrors } from '../../support/field-errors.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'

describe('a bulk change of devices', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())
  beforeEach(async () => {
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
  })

  type Body = Answer['body']
  const read = async (id: string): Promise<Body> => must(await admin.get(`/api/devices/${id}`), 200)
  const audited = async (): Promise<Body[]> => must(await admin.get('/api/audit?action=device.update'), 200)

  it('changes exactly the devices of a filter, with a record for each changed one', async () => {
    const [first, second, far] = [
      await customer.hasDevice({ name: 'b', site: 'Gent', tags: ['edge', 'old'] }),
      await customer.hasDevice({ name: 'a', site: 'Gent', schedule: '0 3 * * *', tags: ['new'] }),
      await customer.hasDevice({ name: 'c', site: 'Lyon' }),
    ]
    const body = {
      filter: { site: 'Gent' },
      change: { schedule: '0 3 * * *' },
      add_tags: ['new'],
      remove_tags: ['old'],
    }

    const answer = must(await admin.patch('/api/devices', body), 200)

    expect(answer).to.include({ dry_run: false, selected: 2, changed: 1, unchanged: 1, refused: 0 })
    expect(answer.devices.map(({ name, changed }: Body) => [name, changed])).to.deep.equal([
      ['a', []],
      ['b', ['schedule', 'tags']],
    ])
    expect(answer.devices[1].changes).to.deep.equal([
      { field: 'schedule', before: '', after: '0 3 * * *' },
      { field: 'tags', before: ['edge', 'old'], after: ['edge', 'new'] },
    ])
    expect(await read(first.id)).to.deep.include({ schedule: '0 3 * * *', tags: ['edge', 'new'] })
    expect((await read(first.id)).next_run_at).to.be.a('string')
    expect((await read(second.id)).updated_at).to.equal(second.updated_at)
    expect((await read(far.id)).schedule).to.equal('')
    expect((await audited()).map(({ object_id: id }) => id)).to.deep.equal([first.id])
  })

  it('is previewed by a dry run, which names the options that each device loses', async () => {
    const options = { paths: ['/etc'], excludes: ['*.swp'], ssh_port: 2222 }
    const server = await customer.hasDevice({ name: 's', platform: 'linux_server', options })
    const body = { ids: [server.id], change: { options: { paths: ['/etc', '/srv'] } } }

    const dry = must(await admin.patch('/api/devices?dry_run=true', body), 200)
    const before = await read(server.id)
    const real = must(await admin.patch('/api/devices', body), 200)

    expect(dry).to.include({ dry_run: true, changed: 1 })
    expect(dry.devices[0].lost_options).to.deep.equal(['excludes', 'ssh_port'])
    expect(dry.note_messages).to.deep.equal([message('note_options_replaced', { devices: 1 })])
    expect(dry.notes).to.have.length(1)
    expect(before.options).to.deep.equal(options)
    expect(real).to.deep.equal({ ...dry, dry_run: false })
    expect((await read(server.id)).options).to.deep.equal({ paths: ['/etc', '/srv'] })
  })

  it('shows credentials and agents before and after the change', async () => {
    const [old, latest] = [await customer.hasCredential(), await customer.hasCredential()]
    const agent = await customer.hasAgent()
    const device = await customer.hasDevice({ name: 'd', credential_id: old.id })
    const change = { credential_id: latest.id, agent_ids: [agent.id], site: 'Gent' }

    const dry = must(await admin.patch('/api/devices?dry_run=true', { ids: [device.id], change }), 200)

    expect(dry.devices[0].changes).to.have.deep.members([
      { field: 'credential_id', before: old.id, after: latest.id },
      { field: 'agent_ids', before: [], after: [agent.id] },
      { field: 'site', before: '', after: 'Gent' },
    ])
  })

  it('applies to all devices or none, and names the rejected ones', async () => {
    const router = await customer.hasDevice({ name: 'r' })
    const server = await customer.hasDevice({ name: 's', platform: 'linux_server', options: { paths: ['/etc'] } })
    const body = { ids: [router.id, server.id], change: { site: 'Gent', options: { paths: ['/srv'] } } }

    const dry = must(await admin.patch('/api/devices?dry_run=true', body), 200)
    const refused = await admin.patch('/api/devices', body)

    expect(dry).to.include({ changed: 1, refused: 1 })
    expect(codedErrors(dry.devices[0])).to.deep.equal([
      { path: 'options.paths', code: 'option_not_of_platform', params: {} },
    ])
    expect(dry.devices[0].errors[0].message).to.equal('is not an option of this platform')
    expect(refused.status).to.equal(422)
    expect(codedErrors(refused.body)).to.deep.equal([
      {
        path: 'change.options.paths',
        code: 'error_of_device',
        params: { device: 'r', error: { code: 'option_not_of_platform', params: {} } },
      },
    ])
    expect(refused.body.errors[0].message).to.equal('is not an option of this platform (device r)')
    expect((await read(server.id)).site).to.equal('')
    expect(await audited()).to.deep.equal([])
  })

  it('disables and enables them, and cancels pending runs', async () => {
    const devices = [await customer.hasDevice({ schedule: '0 3 * * *' }), await customer.hasDevice()]
    const ids = devices.map(({ id }) => id)
    const [run] = must(await admin.post('/api/backups/trigger', { device_ids: [ids[1]] }), 202)

    must(await admin.patch('/api/devices', { ids, change: { enabled: false } }), 200)
    const disabled = await read(ids[0]!)
    must(await admin.patch('/api/devices', { filter: { state: 'disabled' }, change: { enabled: true } }), 200)

    expect(disabled).to.include({ state: 'disabled', next_run_at: null })
    expect(must(await admin.get(`/api/runs/${run.id}`), 200).status).to.equal('cancelled')
    expect((await read(ids[0]!)).next_run_at).to.be.a('string')
  })

  it('assigns only agents and credentials of their tenant', async () => {
    const device = await customer.hasDevice()
    const [agent, credential] = [await customer.hasAgent(), await customer.hasCredential()]
    const foreign = await (await service.hasTenant()).hasCredential()
    const change = { agent_ids: [agent.id], credential_id: credential.id }

    must(await admin.patch('/api/devices', { ids: [device.id], change }), 200)
    const refused = await admin.patch('/api/devices', { ids: [device.id], change: { credential_id: foreign.id } })

    expect(await read(device.id)).to.deep.include(change)
    expect(refused.body.errors[0].params).to.deep.equal({
      device: device.name,
      error: { code: 'credential_not_found', params: {} },
    })
  })

  it('is rejected without devices, without a change, and for other tenants’ devices', async () => {
    const foreign = await (await service.hasTenant()).hasDevice()
    const { id } = await customer.hasDevice()
    const ask = async (body: object) =>
      (await admin.patch('/api/devices', body)).body.errors?.map((one: Body) => one.path)
    const change = { site: 'Gent' }

    expect(await ask({ change })).to.deep.equal(['ids'])
    expect(await ask({ ids: [id], filter: { site: '' }, change })).to.deep.equal(['ids'])
    expect(await ask({ filter: {}, change })).to.deep.equal(['filter'])
    expect(await ask({ ids: [id], change: {} })).to.deep.equal(['change'])
    expect(await ask({ ids: [id], change: { name: 'x' } })).to.deep.equal(['change.name'])
    expect(await ask({ ids: [id, foreign.id, randomUUID()], change })).to.deep.equal(['ids.1', 'ids.2'])
  })
})
