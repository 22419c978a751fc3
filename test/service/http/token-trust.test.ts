import { expect } from 'chai'
import { aTable, anInventory } from '../../support/inventories.ts'
import { aNetboxDevice, aNetboxPlatform, createNetbox } from '../../support/netbox.ts'
import { publish } from '../../support/published-events.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../support/service.ts'

describe('an API token', () => {
  let service: TestService
  let customer: Customer
  let owner: Client
  let program: Client

  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())
  beforeEach(async () => {
    customer = await service.hasTenant()
    owner = await customer.as('tenant_admin')
    const { token } = must(await owner.post('/api/auth/tokens', { name: 'sync', role: 'tenant_admin' }), 201)
    program = clientOf(service.url, token)
  })

  const firewall = (fields: object = {}) => customer.hasDevice({ platform: 'fwco_fortios', ...fields })
  const optionsOf = async ({ id }: { id: string }) => must(await owner.get(`/api/devices/${id}`), 200).options
  const pin = Array(32).fill('AB').join(':')
  const lowered = /verify_tls: would accept more certificates than before/

  it('cannot disable verify_tls in a bulk change, which then changes nothing', async () => {
    const [first, second] = [await firewall(), await firewall({ options: { verify_tls: false } })]
    const body = { ids: [first.id, second.id], change: { options: { verify_tls: false }, site: 'Gent' } }

    const refused = await program.patch('/api/devices', body)
    const before = [await optionsOf(first), must(await owner.get(`/api/devices/${second.id}`), 200).site]
    const dry = must(await program.patch('/api/devices?dry_run=true', body), 200)
    const session = must(await owner.patch('/api/devices', body), 200)

    expect(refused.status).to.equal(422)
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).to.deep.equal(['change.options.verify_tls'])
    expect(before).to.deep.equal([{}, ''])
    expect([dry.refused, session.changed]).to.deep.equal([1, 2])
    expect(await optionsOf(first)).to.deep.equal({ verify_tls: false })
  })

  it('cannot remove a pinned certificate in a bulk change', async () => {
    const device = await firewall({ options: { tls_fingerprint: pin } })

    const refused = await program.patch('/api/devices', { ids: [device.id], change: { options: {} } })

    expect(refused.status).to.equal(422)
    expect(await optionsOf(device)).to.deep.equal({ tls_fingerprint: pin })
  })

  it('cannot disable verify_tls by importing a document, unlike a session', async () => {
    const device = await firewall()
    const line = { name: device.name, options: { verify_tls: false } }
    const send = (client: Client) => client.post('/api/inventory/import/json', anInventory([line]))

    const refused = must(await send(program), 200)
    const kept = await optionsOf(device)
    const taken = must(await send(owner), 200)

    expect(refused.rejected.map(({ reason }: { reason: string }) => reason).join()).to.match(lowered)
    expect(refused.updated).to.deep.equal([])
    expect(kept).to.deep.equal({})
    expect(taken.updated).to.deep.equal([{ row: 1, name: device.name, changed: ['options'] }])
  })

  it('cannot remove a pinned certificate by importing a document', async () => {
    const device = await firewall({ options: { tls_fingerprint: pin } })

    const line = { name: device.name, options: { verify_tls: true } }
    const report = must(await program.post('/api/inventory/import/json', anInventory([line])), 200)

    expect(report.rejected.map(({ reason }: { reason: string }) => reason).join()).to.match(lowered)
    expect(await optionsOf(device)).to.deep.equal({ tls_fingerprint: pin })
  })

  it('cannot disable verify_tls by a table or a NetBox', async () => {
    const device = await firewall({ name: 'core-1' })
    const netbox = createNetbox({
      devices: [
        aNetboxDevice({
          platform: aNetboxPlatform('fwco_fortios', 'fwco_fortios'),
          custom_fields: { verify_tls: false },
          local_context_data: { verify_tls: false },
          options: { verify_tls: false },
        }),
      ],
    })
    service.dependencies.outgoing = netbox.outgoing
    const row = `name,hostname,platform,verify_tls\ncore-1,192.0.2.1,fwco_fortios,false\n`

    const table = must(await program.send('POST', '/api/inventory/import/csv', aTable(row)), 200)
    const afterTable = await optionsOf(device)
    const net = must(await program.post('/api/inventory/import/netbox?url=https://netbox.example.net'), 200)

    expect(table.rejected.map(({ reason }: { reason: string }) => reason).join()).to.match(lowered)
    expect(net.rejected).to.deep.equal([])
    expect(net.updated).to.have.length(1)
    expect([afterTable, await optionsOf(device)]).to.deep.equal([{}, {}])
  })

  describe('and the trust and restore policies', () => {
    let platform: Client
    let platformProgram: Client
    beforeEach(async () => {
      platform = await service.as('platform_admin')
      const body = { name: `platform ${customer.slug}`, role: 'platform_admin' }
      platformProgram = clientOf(service.url, must(await platform.post('/api/auth/tokens', body), 201).token)
      await setPlatform(platform, 'strict', 'deny')
    })
    after(async () => setPlatform(platform, null, null))

    async function setPlatform(client: Client, posture: string | null, restore: string | null) {
      must(await client.put('/api/trust/posture/platform', { trust_posture: posture }), 200)
      must(await client.put('/api/restore/policy/platform', { restore_policy: restore }), 200)
    }
    const settings = async () => {
      const { trust_posture: posture, restore_policy: restore } = must(await platform.get('/api/settings'), 200)
      return [posture, restore]
    }

    it('can tighten but not loosen them at platform level, unlike a session', async () => {
      const refused = [
        await platformProgram.put('/api/trust/posture/platform', { trust_posture: 'tofu' }),
        await platformProgram.put('/api/restore/policy/platform', { restore_policy: 'allow' }),
        await platformProgram.patch('/api/settings', { trust_posture: 'tofu' }),
        await platformProgram.patch('/api/settings', { restore_policy: 'allow' }),
      ]
      const kept = await settings()
      await setPlatform(platform, 'tofu', 'allow')
      await setPlatform(platformProgram, 'tofu', 'allow') // no change
      const opened = await settings()
      await setPlatform(platformProgram, 'strict', 'deny')

      expect(refused.map(({ status, body }) => [status, body.missing])).to.deep.equal(Array(4).fill([403, 'session']))
      expect(kept).to.deep.equal(['strict', 'deny'])
      expect(opened).to.deep.equal(['tofu', 'allow'])
      expect(await settings()).to.deep.equal(['strict', 'deny'])
    })

    it('cannot loosen a tenant’s by removing them, but can set the strict ones', async () => {
      await setPlatform(platform, 'tofu', 'allow')
      const query = `?tenant=${customer.id}`
      const strict = [
        await platformProgram.put(`/api/trust/posture/customer${query}`, { trust_posture: 'strict' }),
        await platformProgram.put(`/api/restore/policy/customer${query}`, { restore_policy: 'deny' }),
      ]

      const refused = [
        await platformProgram.put(`/api/trust/posture/customer${query}`, { trust_posture: null }),
        await platformProgram.put(`/api/restore/policy/customer${query}`, { restore_policy: 'allow' }),
        await platformProgram.patch(`/api/tenants/${customer.id}`, { restore_policy: null }),
      ]

      expect(strict.map(({ status }) => status)).to.deep.equal([200, 200])
      expect(refused.map(({ status, body }) => [status, body.missing])).to.deep.equal(Array(3).fill([403, 'session']))
      must(await platform.patch(`/api/tenants/${customer.id}`, { restore_policy: null }), 200)
    })

    it('cannot loosen a device’s, alone, in bulk or by an import', async () => {
      await setPlatform(platform, 'tofu', 'allow')
      const strict = { trust_posture: 'strict', restore_policy: 'deny' }
      const open = { trust_posture: 'tofu', restore_policy: null }
      const device = await firewall(strict)

      const alone = await program.patch(`/api/devices/${device.id}`, open)
      const bulk = await program.patch('/api/devices', { ids: [device.id], change: open })
      const imported = must(
        await program.post('/api/inventory/import/json', anInventory([{ name: device.name, ...open }])),
        200,
      )
      const after = must(await owner.get(`/api/devices/${device.id}`), 200)
      const session = await owner.patch('/api/devices', { ids: [device.id], change: open })

      expect([alone.status, alone.body.missing]).to.deep.equal([403, 'session'])
      expect(bulk.body.errors.map(({ path }: { path: string }) => path)).to.deep.equal([
        'change.trust_posture',
        'change.restore_policy',
      ])
      expect(
        imported.rejected[0].errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
      ).to.deep.equal([
        ['trust_posture', 'token_loosens_policy'],
        ['restore_policy', 'token_loosens_policy'],
      ])
      expect(after).to.include(strict)
      expect(session.status).to.equal(200)
    })
  })

  it('cannot create an enrolment token with any role, and the previous one stays valid', async () => {
    const platform = await service.as('platform_admin')
    const { id } = await customer.hasAgent()
    const target = `/api/agents/${id}/enrollment-token?tenant=${customer.id}`
    const { token } = must(
      await platform.post('/api/auth/tokens', { name: customer.slug, role: 'platform_admin' }),
      201,
    )

    const answers = [await clientOf(service.url, token).post(target), await program.post(target)]

    expect(answers.map(({ status }) => status)).to.deep.equal([403, 403])
    expect(answers[0]?.body.missing).to.equal('session')
    const audit = must(await platform.get(`/api/audit?tenant=${customer.id}&action=agent.enrollment_token`), 200)
    expect(audit.filter(({ outcome }: { outcome: string }) => outcome === 'done')).to.deep.equal([])
    must(await platform.post(target), 201)
  })

  it('is named in the event of an address that it changes, with both values and no secret', async () => {
    const credential = await customer.hasCredential({ password: 'hush-hush-hush' })
    const device = await firewall({ hostname: '192.0.2.1', credential_id: credential.id })
    const change = { hostname: '192.0.2.66', options: { api_port: 8443 } }
    must(await program.patch(`/api/devices/${device.id}`, change), 200)
    must(await program.patch(`/api/devices/${device.id}`, { site: 'Gent' }), 200) // not an address: no event

    await publish(service)
    const events = must(await owner.get('/api/events?type=device.address_changed'), 200)

    expect(events).to.have.length(1)
    expect(events[0]).to.include({ severity: 'warning', type: 'device.address_changed' })
    expect(events[0].device).to.include({ id: device.id })
    expect(events[0].data).to.deep.include({
      from: { hostname: '192.0.2.1', api_port: null },
      to: { hostname: '192.0.2.66', api_port: 8443 },
      pending: true,
    })
    expect(events[0].data.changed_by).to.include('sync')
    expect(JSON.stringify(events)).not.to.match(/hush|password/)
  })
})
