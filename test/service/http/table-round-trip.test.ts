import { expect } from 'chai'
import { platforms } from '../../../shared/platforms/registry.ts'
import { aTable, anInventory, namedInInventories, randomInventory } from '../../support/inventories.ts'
import { seeded } from '../../support/random.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../support/service.ts'

describe('an exported table', () => {
  let service: TestService
  let admin: Client
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  /** Adds a tenant without devices, with the credentials and agents that random inventories use. */
  const aTenant = async (): Promise<Customer> => {
    const customer = await service.hasTenant()
    for (const name of namedInInventories.credentials) await customer.hasCredential({ name })
    for (const [at, name] of namedInInventories.agents.entries()) await customer.hasAgent({ slug: `a-${at}`, name })
    return customer
  }
  const takes = async ({ id }: Customer, devices: object[]) => {
    const report = must(await admin.post(`/api/inventory/import/json?tenant=${id}`, anInventory(devices)), 200)
    expect(report.rejected).to.deep.equal([])
  }
  const takesTable = async ({ id }: Customer, table: Buffer) =>
    must(await admin.send('POST', `/api/inventory/import/csv?tenant=${id}&ignore_unknown_columns=false`, aTable(table)), 200) // prettier-ignore
  const tableOf = async ({ id }: Customer) =>
    (await admin.get(`/api/devices/export?format=csv&tenant=${id}`)).bytes as Buffer
  const devicesOf = async ({ id }: Customer): Promise<object[]> =>
    must(await admin.get(`/api/devices/export?tenant=${id}`), 200).devices

  for (const seed of [1, 2, 3]) {
    it(`recreates the devices for another tenant, except their blackouts (seed ${seed})`, async () => {
      const [from, to] = [await aTenant(), await aTenant()]
      await takes(from, randomInventory(seeded(seed)))

      const table = await tableOf(from)
      const report = await takesTable(to, table)
      const again = await takesTable(from, table)

      const devices = await devicesOf(from)
      expect(report.rejected).to.deep.equal([])
      expect(await devicesOf(to)).to.deep.equal(devices.map((device) => ({ ...device, blackouts: [] })))
      expect(await tableOf(to)).to.deep.equal(table)
      expect(again.updated.flatMap(({ changed }: { changed: string[] }) => changed)).to.deep.equal([])
    })
  }

  it('with shorter retention requires the password, and empty columns inherit', async () => {
    const customer = await aTenant()
    await takes(customer, [
      {
        name: 'a',
        hostname: '192.0.2.1',
        platform: 'netco_iosxe',
        enabled: false,
        retry_attempts: 4,
        staleness_hours: 3,
      },
    ])
    const query = `tenant=${customer.id}`
    const unconfirmed = clientOf(service.url, admin.token)
    const shorter = aTable('name,keep_days,keep_last\na,3,\n')

    const refused = await unconfirmed.send('POST', `/api/inventory/import/csv?${query}`, shorter)
    must(await admin.send('POST', `/api/inventory/import/csv?${query}`, shorter), 200)
    const kept = await devicesOf(customer)
    await takesTable(customer, Buffer.from('name,keep_days,keep_last,enabled,retry_attempts,staleness_hours\na,,,,,\n'))

    expect([refused.status, refused.body.missing]).to.deep.equal([403, 'confirmation'])
    expect(kept[0]).to.deep.include({ retention: { keep_days: 3, keep_last: null } })
    expect((await devicesOf(customer))[0]).to.deep.include({
      retention: null,
      enabled: false,
      retry_attempts: 4,
      staleness_hours: null,
    })
  })

  it('has every option of every platform', async () => {
    const [from, to] = [await aTenant(), await aTenant()]
    const devices = platforms.map(({ id, options }, at) => {
      const properties = Object.entries(options.properties as Record<string, Record<string, unknown>>)
      return {
        name: `device-${String(at).padStart(2, '0')}`,
        hostname: '192.0.2.1',
        platform: id,
        options: Object.fromEntries(properties.map(([name, schema]) => [name, aValue(name, schema)])),
      }
    })
    await takes(from, devices)

    await takesTable(to, await tableOf(from))

    const all = (await devicesOf(to)) as { options: object }[]
    expect(all.map(({ options }) => options)).to.deep.equal(devices.map(({ options }) => options))
  })
})

/** A value of an option other than its default. */
function aValue(name: string, schema: Record<string, unknown>): unknown {
  const { type, enum: values, items, maximum, default: preset } = schema
  if (type === 'boolean') return preset !== true
  if (type === 'integer') return Math.min(Number(maximum), 10_000_000_000) - 1
  if (name === 'excludes') return ['*.tmp;1', '/srv/a;b/cache']
  if (type === 'array') return (items as { enum?: string[] }).enum ?? ['/srv/a;b', '/etc']
  if (Array.isArray(values)) return values.at(-1)
  if (name === 'tls_fingerprint') return Array(32).fill('AB').join(':')
  return name === 'rsync_path' ? '/opt/bin/rsync' : 'a-1'
}
