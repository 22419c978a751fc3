import { expect } from 'chai'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fs from 'node:fs'
import path from 'node:path'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

describe('an inventory export', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  let other: Customer
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    customer = await service.hasTenant('acme')
    other = await service.hasTenant('brussels')
    const credential = await customer.hasCredential({ name: 'network', password: 'hush-hush-hush', description: 'all' })
    const forApi = await customer.hasCredential({ name: 'api only', api_token: 'hush-hush-hush' })
    await customer.hasCredential({ name: 'unused' })
    const agent = await customer.hasAgent({ slug: 'west', name: 'West' })
    await customer.hasDevice({
      name: 'core-1',
      hostname: '192.0.2.1',
      site: '=Gent',
      tags: ['core', 'a;b'],
      schedule: '5 2 * * *',
      credential_id: credential.id,
      credential_api_id: forApi.id,
      agent_ids: [agent.id],
      staleness_hours: 12.5,
    })
    await customer.hasDevice({
      name: 'web-1',
      platform: 'linux_server',
      options: { paths: ['/etc', '/srv'], sudo: true },
    })
    const old = await customer.hasDevice({ name: 'old-1' })
    must(await admin.post(`/api/devices/${old.id}/decommission?tenant=${customer.id}`), 200)
    await other.hasDevice({ name: 'theirs' })
  })
  after(() => service.close())

  it('of all tenants requires tenant:manage, as document, table and download', async () => {
    const operator = await service.as('platform_operator')
    const whole = await operator.get('/api/devices/export')
    const table = await operator.get('/api/devices/export?format=csv')
    const ticket = await operator.post('/api/downloads', { path: '/api/devices/export?format=csv' })
    const ofOne = await operator.get(`/api/devices/export?tenant=${customer.id}`)
    const ofAdmin = await (await service.as('platform_admin')).get('/api/devices/export')

    for (const answer of [whole, table, ticket]) {
      expect([answer.status, answer.body.missing]).to.deep.equal([403, 'tenant:manage'])
    }
    expect([ofOne.status, ofAdmin.status]).to.deep.equal([200, 200])
  })

  it('contains the devices that match the list’s filters', async () => {
    const names = async (filter: string): Promise<string[]> => {
      const { devices } = must(await admin.get(`/api/devices/export?tenant=${customer.id}&${filter}`), 200)
      return devices.map(({ name }: { name: string }) => name)
    }

    expect(await names('')).to.deep.equal(['core-1', 'web-1'])
    expect(await names('q=CORE')).to.deep.equal(['core-1'])
    expect(await names('platform=linux_server&state=never')).to.deep.equal(['web-1'])
    expect(await names('tag=core&platform=linux_server')).to.deep.equal([])
    const table = await admin.get(`/api/devices/export?tenant=${customer.id}&format=csv&tag=core`)
    expect(table.bytes.toString().trim().split('\r\n')).to.have.length(2)
  })

  it('contains a device by name, with names in place of ids', async () => {
    const [{ id }] = must(await admin.get(`/api/devices?q=core-1&tenant=${customer.id}`), 200)

    const document = must(await admin.get(`/api/devices/${id}/export`), 200)

    expect(document).to.deep.equal({
      format: 'coffer-inventory',
      version: 1,
      customer: { slug: 'acme', name: 'acme' },
      credentials_referenced: [
        { name: 'api only', username: 'backup', description: null },
        { name: 'network', username: 'backup', description: 'all' },
      ],
      devices: [
        {
          name: 'core-1',
          hostname: '192.0.2.1',
          platform: 'netco_iosxe',
          transport_pref: 'auto',
          schedule: '5 2 * * *',
          site: '=Gent',
          tags: ['core', 'a;b'],
          credential: 'network',
          credential_api: 'api only',
          credential_ssh: null,
          agents: ['West'],
          options: {},
          staleness_hours: 12.5,
          retry_attempts: 1,
          retry_delay_minutes: 10,
          trust_posture: null,
          restore_policy: null,
          retention: null,
          blackouts: [],
          enabled: true,
        },
      ],
    })
  })

  it('marks a decommissioned device', async () => {
    const [{ id }] = must(await admin.get(`/api/devices?q=old-1&tenant=${customer.id}`), 200)

    const document = must(await admin.get(`/api/devices/${id}/export`), 200)

    expect(document.devices[0]).to.include({ name: 'old-1', decommissioned: true })
  })

  it('contains a tenant’s active devices by name, also for its own users', async () => {
    const reader = await service.as('tenant_readonly', customer)

    const answer = await reader.get('/api/devices/export')

    const named = must(await admin.get(`/api/devices/export?tenant=${customer.id}`), 200)
    expect(must(answer, 200)).to.deep.equal(named)
    expect(named.customer).to.deep.equal({ slug: 'acme', name: 'acme' })
    expect(named.devices.map((device: { name: string }) => device.name)).to.deep.equal(['core-1', 'web-1'])
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=inventory-acme.json')
  })

  it('is audited with its content, format and filter', async () => {
    must(await admin.get(`/api/devices/export?tenant=${customer.id}`), 200)
    must(await admin.get(`/api/devices/export?tenant=${customer.id}&format=csv&site=Lyon&enabled=true`), 200)

    const records = must(await admin.get(`/api/audit?tenant=${customer.id}&action=inventory.export&limit=2`), 200)

    expect(records.map(({ detail }: { detail: object }) => detail)).to.deep.equal([
      { what: 'devices', format: 'csv', filter: { sites: ['Lyon'], enabled: true } },
      { what: 'devices', format: 'json' },
    ])
  })

  it('contains all tenants for a platform role that names none, each in a section', async () => {
    const { customers } = must(await admin.get('/api/devices/export'), 200)

    const named = (section: { slug: string; devices: { name: string }[] }) => [
      section.slug,
      section.devices.map(({ name }) => name),
    ]
    expect(customers.map(named)).to.deep.equal([
      ['acme', ['core-1', 'web-1']],
      ['brussels', ['theirs']],
    ])
  })

  it('contains a tenant’s definition, with its devices on request', async () => {
    must(await admin.put(`/api/retention/customer?tenant=${customer.id}`, { keep_days: 90 }), 200)

    const bare = must(await admin.get(`/api/tenants/${customer.id}/export`), 200)
    const whole = must(await admin.get(`/api/tenants/${customer.id}/export?with_devices=true`), 200)
    const all = must(await admin.get('/api/tenants/export?with_devices=true'), 200)

    expect(bare.customer).to.deep.equal({
      slug: 'acme',
      name: 'acme',
      restore_policy: null,
      trust_posture: null,
      decommissioned_retention_days: 365,
      second_factor_required: false,
      allowed_networks: [],
      retention: { keep_days: 90, keep_last: null },
      blackouts: [],
      site_blackouts: [],
      agents: [{ slug: 'west', name: 'West', lab_mode: false }],
    })
    expect(bare.credentials_referenced).to.have.length(2)
    expect(bare).to.not.have.property('devices')
    expect(whole.devices).to.have.length(2)
    expect(all.customers[0]).to.deep.equal({
      ...whole.customer,
      credentials_referenced: whole.credentials_referenced,
      devices: whole.devices,
    })
    expect(must(await admin.get('/api/tenants/export'), 200).customers[1]).to.not.have.property('devices')
  })

  it('is a table with every import column, and tenant names if there are several', async () => {
    const one = await admin.get(`/api/devices/export?format=csv&tenant=${customer.id}`)
    const all = await admin.get('/api/devices/export?format=csv')

    expect(one.headers.get('content-type')).to.equal('text/csv; charset=utf-8')
    const lines = one.bytes.toString().split('\r\n')
    const common = 'name,hostname,platform,transport,site,schedule,credential,agents,tags,paths,excludes,vdom,vsys'
    expect(lines).to.have.length(4)
    expect(lines[0]).to.match(new RegExp(`^${common},credential_api,credential_ssh,enabled,`))
    expect(lines[1]).to.match(
      /^core-1,192\.0\.2\.1,netco_iosxe,auto,'=Gent,5 2 \* \* \*,network,West,"core;a\\;b",,,,,api only,,true,12\.5,1,10,/,
    )
    expect(lines[2]).to.match(/^web-1,192\.0\.2\.1,linux_server,auto,,,,,,"\/etc;\/srv",,,,,,true,/)
    expect(all.bytes.toString().split('\r\n')).to.have.length(5)
    expect(all.bytes.toString()).to.match(/,customer\r\n.*,acme\r\n.*,acme\r\ntheirs,.*,brussels\r\n$/)
  })

  it('contains no id and no secret, and follows the contract', async () => {
    const contract = JSON.parse(
      fs.readFileSync(path.join(import.meta.dirname, '../../../shared/contract/openapi.json'), 'utf8'),
    )
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    const validate = ajv.addSchema(contract, 'contract').getSchema('contract#/components/schemas/InventoryDocument')
    const [{ id }] = must(await admin.get(`/api/devices?q=core-1&tenant=${customer.id}`), 200)
    for (const where of [
      `/api/devices/${id}/export`,
      '/api/devices/export',
      `/api/devices/export?tenant=${customer.id}`,
      '/api/tenants/export?with_devices=true',
      `/api/tenants/${customer.id}/export?with_devices=true`,
      '/api/devices/export?format=csv',
    ]) {
      const answer = await admin.get(where)

      expect(answer.bytes.toString(), where).to.not.match(uuid).and.to.not.include('hush')
      if (!where.includes('csv')) expect(validate?.(must(answer, 200)), JSON.stringify(validate?.errors)).to.equal(true)
    }
  })

  it('is an empty but valid document without content', async () => {
    const bare = await service.hasTenant('void')

    const document = must(await admin.get(`/api/devices/export?tenant=${bare.id}`), 200)

    expect(document.devices).to.deep.equal([])
    expect(document.credentials_referenced).to.deep.equal([])
  })
})
