import { codedErrors } from '../../support/field-errors.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { inScope } from '../../../service/store/scope.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  clientOf,
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

  it('decommissions all devices of a filter at once, can be repeated, and is undone by reinstating them', async () => {
    const [first, second] = [
      await customer.hasDevice({ name: 'b', site: 'Gent', schedule: '0 3 * * *' }),
      await customer.hasDevice({ name: 'a', site: 'Gent' }),
    ]
    const ids = [first.id, second.id]
    must(await admin.post(`/api/devices/${second.id}/decommission`), 200)
    const [run] = must(await admin.post('/api/backups/trigger', { device_ids: [first.id] }), 202)
    const selected = { filter: { site: 'Gent' } }

    const dry = must(await admin.post('/api/devices/decommission?dry_run=true', selected), 200)
    const before = await read(first.id)
    const real = must(await admin.post('/api/devices/decommission', selected), 200)
    const after = await read(first.id)
    const repeated = must(await admin.post('/api/devices/decommission', { ids }), 200)
    const records = must(await admin.get('/api/audit?action=device.decommission'), 200)
    const ended = must(await admin.get(`/api/runs/${run.id}`), 200)
    const back = must(await admin.post('/api/devices/reinstate', { ids }), 200)

    expect(dry).to.include({ dry_run: true, selected: 2, changed: 1, unchanged: 1, refused: 0 })
    expect(before.decommissioned_at).to.equal(null)
    expect(real).to.deep.equal({ ...dry, dry_run: false })
    expect(real.devices.map(({ name, changed }: Body) => [name, changed])).to.deep.equal([
      ['a', []],
      ['b', ['decommissioned_at', 'purge_at']],
    ])
    expect(real.devices[1].changes[1]).to.deep.equal({ field: 'purge_at', before: null, after: after.purge_at })
    expect(after).to.include({ state: 'decommissioned', next_run_at: null })
    expect(ended.status).to.equal('cancelled')
    expect(repeated).to.include({ changed: 0, unchanged: 2 })
    expect(records).to.have.length(2)
    expect(records[0]).to.deep.include({ object_id: first.id })
    expect(records[0].detail).to.deep.equal({ name: 'b', purge_at: after.purge_at, bulk: true })
    expect(back).to.include({ changed: 2, unchanged: 0 })
    expect(await read(first.id)).to.include({ decommissioned_at: null, purge_at: null })
    expect((await read(first.id)).next_run_at).to.be.a('string')
    expect(must(await admin.post('/api/devices/reinstate', { ids }), 200)).to.include({ changed: 0, unchanged: 2 })
  })

  it('reinstates no device if the backups of one were purged', async () => {
    const devices = [await customer.hasDevice({ name: 'gone' }), await customer.hasDevice({ name: 'kept' })]
    const ids = devices.map(({ id }) => id)
    must(await admin.post('/api/devices/decommission', { ids }), 200)
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      trx('devices').where({ id: ids[0] }).update({ purged_at: new Date() }),
    )

    const dry = must(await admin.post('/api/devices/reinstate?dry_run=true', { ids }), 200)
    const refused = await admin.post('/api/devices/reinstate', { ids })

    expect(dry).to.include({ changed: 1, refused: 1 })
    expect(refused.status).to.equal(422)
    expect(codedErrors(refused.body)).to.deep.equal([
      {
        path: 'ids',
        code: 'error_of_device',
        params: { device: 'gone', error: { code: 'backups_purged', params: {} } },
      },
    ])
    expect((await read(ids[1]!)).state).to.equal('decommissioned')
  })

  it('sets the retention of many devices, and leaves values that it does not name', async () => {
    const [own, plain] = [await customer.hasDevice({ name: 'own' }), await customer.hasDevice({ name: 'plain' })]
    const ids = [own.id, plain.id]
    must(await admin.put(`/api/retention/device?device_id=${own.id}`, { keep_days: 900, keep_last: 50 }), 200)
    const body = { ids, change: { keep_days: 1000 } }

    const dry = must(await admin.patch('/api/retention/devices?dry_run=true', body), 200)
    const real = must(await admin.patch('/api/retention/devices', body), 200)
    const repeated = must(await admin.patch('/api/retention/devices', body), 200)
    const of = async (id: string) => must(await admin.get(`/api/retention/device?device_id=${id}`), 200)
    const [latest] = must(await admin.get('/api/audit?action=retention.set'), 200)

    expect(dry.preview.totals).to.deep.equal({ lineages: 0, versions: 0, size_bytes: 0 })
    expect(real).to.include({ dry_run: false, changed: 2 }).and.not.have.property('preview')
    expect(real.devices.map(({ changes }: Body) => changes)).to.deep.equal([
      [{ field: 'keep_days', before: 900, after: 1000 }],
      [{ field: 'keep_days', before: null, after: 1000 }],
    ])
    expect(repeated).to.include({ changed: 0, unchanged: 2 })
    expect(await of(own.id)).to.include({ keep_days: 1000, keep_last: 50 })
    expect(await of(plain.id)).to.include({ keep_days: 1000, keep_last: null })
    expect(latest.detail).to.deep.include({ bulk: true, level: 'device', keep_days: 1000 })
    expect(['own', 'plain']).to.include(latest.detail.name)
  })

  it('reduces retention only with a confirmation, after the cooling-off, and not below the minimum', async () => {
    const device = await customer.hasDevice()
    const body = { ids: [device.id], change: { keep_days: 10 } }
    const unconfirmed = clientOf(service.url, admin.token)

    const refused = await unconfirmed.patch('/api/retention/devices', body)
    must(await admin.patch('/api/retention/devices', body), 200)
    const effective = must(await admin.get(`/api/retention/effective?device_id=${device.id}`), 200)
    const none = await admin.patch('/api/retention/devices', { ids: [device.id], change: {} })

    expect(refused.status).to.equal(403)
    expect(refused.body.missing).to.equal('confirmation')
    expect(effective.keep_days).to.equal(730)
    expect(effective.keep_days_pending.value).to.equal(10)
    expect(none.status).to.equal(422)
  })

  it('requires the permission of each operation', async () => {
    const [operator, reader] = [await customer.as('tenant_operator'), await customer.as('tenant_readonly')]
    const { id } = await customer.hasDevice()
    const status = async (client: Client, path: string) =>
      (await client.post(`/api/devices/${path}?dry_run=true`, { ids: [id] })).status

    expect(await status(reader, 'decommission')).to.equal(403)
    expect(await status(operator, 'reinstate')).to.equal(403)
    expect((await operator.patch('/api/retention/devices', { ids: [id], change: { keep_days: 900 } })).status).to.equal(
      403,
    )
  })
})
