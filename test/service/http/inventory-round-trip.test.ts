import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { inScope } from '../../../service/store/scope.ts'
import { anInventory, codedWarnings, namedInInventories, randomInventory } from '../../support/inventories.ts'
import { seeded } from '../../support/random.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../support/service.ts'

describe('an inventory moved to another installation', () => {
  let services: TestService[]
  before(async () => {
    services = [await startTestService(), await startTestService()]
  })
  after(async () => {
    for (const service of services) await service.close()
  })

  /** Creates the same tenant on both, with only the credentials and agents that devices use. */
  async function twins(slug: string): Promise<[Place, Place]> {
    const [here, there] = await Promise.all(services.map((service) => placeIn(service, slug)))
    return [here!, there!]
  }

  for (const seed of [1, 2, 3, 4]) {
    it(`is exported equally there, when new and after changes (seed ${seed})`, async () => {
      const random = seeded(seed)
      const [here, there] = await twins(`moving-${seed}`)
      for (const devices of [randomInventory(random), randomInventory(random)]) {
        await here.takes(anInventory(devices))

        const document = await here.exported()
        const report = await there.takes(document)
        const again = await there.takes(document)

        expect(document.devices.slice(0, devices.length)).to.deep.equal(devices)
        expect(await there.exported()).to.deep.equal(document)
        expect(again.updated.flatMap(({ changed }: { changed: string[] }) => changed)).to.deep.equal([])
        expect(await here.wouldTake(document)).to.deep.equal([])
        expect(report.created.length + report.updated.length).to.equal(document.devices.length)
      }
    })
  }

  it('includes each device’s retention and blackouts', async () => {
    const [here, there] = await twins('ruled')
    const { id } = await here.customer.hasDevice({ name: 'core-1' })
    const whose = `device?device_id=${id}&tenant=${here.customer.id}`
    const blackouts = [
      { name: 'by day', days: ['mon', 'fri'], from: '08:00', to: '18:00' },
      { name: 'fair', starts_at: '2027-05-01T00:00:00.000Z', ends_at: '2027-05-04T00:00:00.000Z' },
    ]
    must(await here.admin.put(`/api/retention/${whose}`, { keep_last: 7 }), 200)
    must(await here.admin.put(`/api/blackouts/${whose}`, { blackouts }), 200)

    await there.takes(await here.exported())

    const [moved] = must(await there.admin.get(`/api/devices?tenant=${there.customer.id}`), 200)
    const effective = must(await there.admin.get(`/api/retention/effective?device_id=${moved.id}`), 200)
    const held = must(await there.admin.get(`/api/blackouts/effective?device_id=${moved.id}`), 200)
    expect(effective).to.include({ keep_last: 7, keep_last_from: 'device', keep_days_from: 'default' })
    expect(held.blackouts.map(({ name, level }: Record<string, string>) => [name, level])).to.deep.equal([
      ['by day', 'device'],
      ['fair', 'device'],
    ])
  })

  it('keeps both if the document omits them, and removes both if it says so', async () => {
    const { customer, takes, exported, audit } = await placeIn(services[0]!, 'silent')
    await customer.hasDevice({ name: 'core-1' })
    const own = { retention: { keep_days: 9, keep_last: null }, blackouts: [{ ...weekly, days: ['sun'] }] }
    await takes(anInventory([{ name: 'core-1', ...own }]))

    const { updated: silent } = await takes(anInventory([{ name: 'core-1', site: 'Gent' }]))
    const kept = (await exported()).devices[0]
    const { updated: cleared } = await takes(anInventory([{ name: 'core-1', retention: null, blackouts: [] }]))

    expect(silent[0].changed).to.deep.equal(['site'])
    expect(kept).to.deep.include(own)
    expect(cleared[0].changed).to.deep.equal(['retention', 'blackouts'])
    expect((await exported()).devices[0]).to.deep.include({ retention: null, blackouts: [] })
    expect((await audit())[0].detail.devices).to.deep.equal([
      { updated: 'core-1', changed: ['retention', 'blackouts'] },
    ])
  })

  it('releases a start that only removed blackouts postponed', async () => {
    const { service, admin, customer, takes } = await placeIn(services[0]!, 'held')
    const { id } = await customer.hasDevice({ name: 'core-1', schedule: '0 2 * * *' })
    await takes(anInventory([{ name: 'core-1', blackouts: [{ ...weekly, days: ['sun'] }] }]))
    const until = new Date(service.dependencies.now().getTime() + 86_400_000)
    await inTenant(service, customer.id, { next_run_at: until, held_until: until })

    await takes(anInventory([{ name: 'core-1', blackouts: [] }]))

    const { next_run_at: due } = must(await admin.get(`/api/devices/${id}`), 200)
    expect(due).to.equal(service.dependencies.now().toISOString())
  })

  it('rejects a device with invalid blackouts or retention, with the reason', async () => {
    const { takes } = await placeIn(services[0]!, 'refused')
    const device = (name: string, more: object) => ({ name, hostname: '192.0.2.1', platform: 'netco_iosxe', ...more })

    const { rejected } = await takes(
      anInventory([
        device('a', { blackouts: [{ name: 'half', days: ['mon'] }] }),
        device('b', {
          blackouts: [{ name: 'never', starts_at: '2027-02-30T00:00:00Z', ends_at: '2027-03-01T00:00:00Z' }],
        }),
        device('c', { retention: { keep_days: 0 } }),
        device('d', { blackouts: Array.from({ length: 51 }, () => ({ ...weekly, days: ['mon'] })) }),
      ]),
    )

    expect(rejected.map(({ reason }: { reason: string }) => reason)).to.deep.equal([
      'blackouts.0: must give either days, from and to, or starts_at and ends_at',
      'blackouts.0.starts_at: is not a date and time',
      'retention.keep_days: must be at least 1',
      'blackouts: must have at most 50 items',
    ])
  })

  for (const [what, query] of [
    ['of a customer with its devices', '?with_devices=true'],
    ['of a customer alone', ''],
  ] as const) {
    it(`is exported equally after an export ${what} was imported by an empty tenant`, async () => {
      const slug = query ? 'whole' : 'bare'
      const [here, there] = await Promise.all(services.map((service) => emptyPlaceIn(service, slug)))
      await fill(here!)
      const document = must(await here!.admin.get(`/api/tenants/${here!.customer.id}/export${query}`), 200)

      const dry = await there!.takes(document, '&dry_run=true')
      const before = must(await there!.admin.get(`/api/tenants/${there!.customer.id}/export${query}`), 200)
      const report = await there!.takes(document)
      const again = await there!.takes(document)

      const all = must(await there!.admin.get('/api/tenants/export?with_devices=true'), 200)
      const after = must(await there!.admin.get(`/api/tenants/${there!.customer.id}/export${query}`), 200)
      expect({ ...dry, dry_run: false }).to.deep.equal(report)
      expect(before.customer.agents).to.deep.equal([])
      expect(report.customer).to.deep.equal({
        settings: settingsOfTenants,
        agents: ['East'],
        credentials: ['api only', 'network'],
      })
      expect(query ? after : { ...after, credentials_referenced: document.credentials_referenced }).to.deep.equal(
        document,
      )
      expect(JSON.stringify([document, all])).to.not.include('hush-hush')
      expect([again.customer.agents, again.customer.credentials]).to.deep.equal([[], []])
      const agents = must(await there!.admin.get(`/api/agents?tenant=${there!.customer.id}`), 200)
      const credentials = must(await there!.admin.get(`/api/credentials?tenant=${there!.customer.id}`), 200)
      expect(agents.map(({ name, status }: Record<string, string>) => [name, status])).to.deep.equal([
        ['East', 'pending'],
      ])
      expect(
        credentials.map((one: Record<string, unknown>) => [one['name'], one['username'], one['secrets_missing']]),
      ).to.deep.equal([
        ['api only', null, true],
        ['network', 'backup', true],
      ])
    })
  }

  it('sets shorter retention of a tenant without devices, without a password and down to the floor', async () => {
    const [here, there] = await Promise.all(services.map((service) => emptyPlaceIn(service, 'shorter')))
    await fill(here!)
    const kept = { keep_days: 400, keep_last: 9 }
    const anyLogin = { second_factor_required: false, allowed_networks: [] }
    must(await here!.admin.patch(`/api/tenants/${here!.customer.id}`, anyLogin), 200)
    must(await here!.admin.put(`/api/retention/customer?tenant=${here!.customer.id}`, kept), 200)
    const document = must(await here!.admin.get(`/api/tenants/${here!.customer.id}/export?with_devices=true`), 200)
    const url = there!.service.url
    const query = `tenant=${there!.customer.id}`
    const unconfirmed = clientOf(url, there!.admin.token)
    const floored = await there!.service.hasTenant('floored')

    const planned = await unconfirmed.post(`/api/inventory/import/json?${query}&dry_run=true`, document)
    const report = must(await unconfirmed.post(`/api/inventory/import/json?${query}`, document), 200)
    must(await there!.admin.patch('/api/settings', { retention_floor_keep_days: 60 }), 200)
    const refused = must(await unconfirmed.post(`/api/inventory/import/json?tenant=${floored.id}`, document), 200)
    must(await there!.admin.patch('/api/settings', { retention_floor_keep_days: null }), 200)

    const after = must(await there!.admin.get(`/api/tenants/${there!.customer.id}/export`), 200)
    const effective = must(await there!.admin.get(`/api/retention/effective?${query}`), 200)
    expect(must(planned, 200).customer).to.deep.equal(report.customer)
    expect(report.customer.settings).to.include.members(['decommissioned_retention_days', 'retention'])
    expect(after.customer).to.deep.include({ retention: kept, decommissioned_retention_days: 30 })
    expect(effective).to.deep.include({ keep_days: 400, keep_last: 9 })
    const setting = 'decommissioned_retention_days'
    expect(codedWarnings(refused.warnings)).to.deep.include({
      code: 'setting_rejected',
      params: {
        setting,
        reasons: [message('error_of_field', { field: setting, error: message('below_platform_floor', { min: 60 }) })],
      },
    })
  })

  it('limits logins of a tenant as the document says, after a confirmation, and never lifts a limit', async () => {
    const { service, admin, customer, takes } = await emptyPlaceIn(services[0]!, 'limited')
    const user = await customer.as('tenant_operator')
    const own = { slug: 'limited', name: 'Limited', ...limitsOfLogins }
    const document = { format: 'coffer-inventory', version: 1, customer: own }
    const where = `/api/inventory/import/json?tenant=${customer.id}`
    const settings = ['second_factor_required', 'allowed_networks']
    const unconfirmed = clientOf(service.url, admin.token)
    const token = await tokenOf(admin)

    const planned = must(await unconfirmed.post(`${where}&dry_run=true`, document), 200)
    const refused = await unconfirmed.post(where, document)
    const byToken = must(await clientOf(service.url, token).post(where, document), 200)
    const before = must(await admin.get(`/api/tenants/${customer.id}`), 200)
    const done = await takes(document)
    const limited = await user.get('/api/devices')
    const open = { ...own, second_factor_required: false, allowed_networks: [] }
    const again = must(await unconfirmed.post(where, { ...document, customer: open }), 200)

    expect([planned.customer.settings, done.customer.settings]).to.deep.equal([settings, settings])
    expect([refused.status, refused.body.code]).to.deep.equal([403, 'confirmation_required'])
    expect(codedWarnings(byToken.warnings).map(({ code, params }) => [code, params['setting']])).to.deep.equal(
      settings.map((setting) => ['setting_rejected', setting]),
    )
    expect(before).to.deep.include({ second_factor_required: false, allowed_networks: [] })
    expect(limited.body.missing).to.equal('second_factor')
    expect(again.customer.settings).to.deep.equal([])
    expect(must(await admin.get(`/api/tenants/${customer.id}`), 200)).to.deep.include(limitsOfLogins)
  })

  it('imports one section of an export of all tenants', async () => {
    const [here, there] = await Promise.all(services.map((service) => emptyPlaceIn(service, 'section')))
    await fill(here!)
    const document = must(await here!.admin.get('/api/tenants/export?with_devices=true'), 200)

    const report = await there!.takes(document)

    const sectionOf = (one: typeof document) =>
      one.customers.find(({ slug }: { slug: string }) => slug === here!.customer.slug)
    const after = must(await there!.admin.get('/api/tenants/export?with_devices=true'), 200)
    expect(report.customer.agents).to.deep.equal(['East'])
    expect(sectionOf(after)).to.deep.equal(sectionOf(document))
  })

  it('changes no policies of a tenant with devices, and creates nothing the role cannot', async () => {
    const [here, there] = await Promise.all(services.map((service) => emptyPlaceIn(service, 'kept')))
    await fill(here!)
    const document = must(await here!.admin.get(`/api/tenants/${here!.customer.id}/export`), 200)
    const own = await there!.customer.as('tenant_admin')

    const limited = must(await own.post('/api/inventory/import/json', document), 200)
    await there!.customer.hasDevice({ name: 'mine' })
    const later = await there!.takes(document)

    const { customer } = must(await there!.admin.get(`/api/tenants/${there!.customer.id}/export`), 200)
    expect(limited.customer.agents).to.deep.equal([])
    expect(limited.customer.settings).to.deep.equal(['retention', 'blackouts', 'site_blackouts'])
    expect(codedWarnings(limited.warnings)).to.deep.include.members([
      { code: 'setting_not_permitted', params: { setting: 'restore_policy', permission: 'tenant:manage' } },
      { code: 'agents_not_permitted', params: { count: 1, permission: 'agent:manage' } },
    ])
    expect(later.customer).to.deep.equal({ settings: [], agents: ['East'], credentials: [] })
    expect(customer.restore_policy).to.equal(null)
    const settings = settingsOfTenants
    expect(codedWarnings(later.warnings)).to.deep.include({ code: 'settings_kept', params: { settings } })
  })
})

const settingsOfTenants = [
  ...['restore_policy', 'decommissioned_retention_days', 'second_factor_required', 'allowed_networks'],
  ...['retention', 'blackouts', 'site_blackouts'],
]
const limitsOfLogins = { second_factor_required: true, allowed_networks: ['127.0.0.0/8', '2001:db8::/32'] }

/** Adds everything that an export of a tenant contains, with devices that use it. */
async function fill({ admin, customer }: Place): Promise<void> {
  const whose = `tenant=${customer.id}`
  const network = await customer.hasCredential({ name: 'network', username: 'backup', password: 'hush-hush-hush' })
  const forApi = await customer.hasCredential({ name: 'api only', username: null, api_token: 'hush-hush-hush' })
  const agent = await customer.hasAgent({ slug: 'east', name: 'East', lab_mode: true })
  const device = await customer.hasDevice({
    name: 'core-1',
    schedule: '5 2 * * *',
    options: { ssh_port: 2222 },
    credential_id: network.id,
    credential_api_id: forApi.id,
    agent_ids: [agent.id],
    trust_posture: 'strict',
    restore_policy: 'deny',
  })
  const policies = { restore_policy: 'allow', decommissioned_retention_days: 30, ...limitsOfLogins }
  must(await admin.patch(`/api/tenants/${customer.id}`, policies), 200)
  must(await admin.put(`/api/retention/customer?${whose}`, { keep_days: 900, keep_last: 9 }), 200)
  must(await admin.put(`/api/retention/device?device_id=${device.id}&${whose}`, { keep_last: 50 }), 200)
  must(await admin.put(`/api/blackouts/customer?${whose}`, { blackouts: [{ ...weekly, days: ['sun'] }] }), 200)
  const ofSite = { blackouts: [{ ...weekly, days: ['sat'] }] }
  must(await admin.put(`/api/blackouts/site?site=Gent&${whose}`, ofSite), 200)
  const blackouts = [{ ...weekly, days: ['mon'] }]
  must(await admin.put(`/api/blackouts/device?device_id=${device.id}&${whose}`, { blackouts }), 200)
}

async function tokenOf(admin: Client): Promise<string> {
  return must(await admin.post('/api/auth/tokens', { name: 'import', role: 'platform_admin' }), 201).token
}

const weekly = { name: 'by day', from: '08:00', to: '18:00' }

interface Place {
  service: TestService
  admin: Client
  customer: Customer
  /** Imports a document, which must be accepted or rejected completely, and returns the report. */
  takes(document: object, query?: string): Promise<ReturnType<typeof JSON.parse>>
  /** Returns the names of the fields that an import would change, without importing. */
  wouldTake(document: object): Promise<string[]>
  exported(): Promise<ReturnType<typeof JSON.parse>>
  audit(): Promise<ReturnType<typeof JSON.parse>>
}

async function placeIn(service: TestService, slug: string): Promise<Place> {
  const place = await emptyPlaceIn(service, slug)
  for (const name of namedInInventories.credentials) await place.customer.hasCredential({ name })
  for (const name of namedInInventories.agents) await place.customer.hasAgent({ name })
  return place
}

async function emptyPlaceIn(service: TestService, slug: string): Promise<Place> {
  const admin = await service.as('platform_admin')
  const customer = await service.hasTenant(slug)
  const where = `/api/inventory/import/json?tenant=${customer.id}`
  return {
    service,
    admin,
    customer,
    takes: async (document, query = '') => must(await admin.post(where + query, document), 200),
    async wouldTake(document) {
      const { updated } = must(await admin.post(`${where}&dry_run=true`, document), 200)
      return updated.flatMap(({ changed }: { changed: string[] }) => changed)
    },
    exported: async () => must(await admin.get(`/api/devices/export?tenant=${customer.id}`), 200),
    audit: async () => must(await admin.get(`/api/audit?tenant=${customer.id}&action=inventory.import`), 200),
  }
}

function inTenant({ dependencies }: TestService, tenantId: string, change: object) {
  return inScope(dependencies.knex, { kind: 'tenant', tenantId }, (trx) => trx('devices').update(change))
}
