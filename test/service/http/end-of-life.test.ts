import { expect } from 'chai'
import { Device } from '../../../service/store/models/device.ts'
import { updateDevices } from '../../../service/domain/inventory/facts/record-facts.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../../support/service.ts'

const table = `vendor,model,os_version,end_of_sale,end_of_support,source
Cisco,C9300*,,2026-10-31,2031-10-31,https://example.net/eol/c9300
Cisco,C9300X-12Y,,,2033-01-31,
Cisco,,16.*,,2025-03-31,IOS XE 16
Juniper,EX2300-24T,,2024-01-01,2029-06-30,
`

describe('the table of ends of life', () => {
  let service: TestService
  let acme: Customer
  let platform: Client
  let admin: Client
  const facts = {
    core: { vendor: 'Cisco', model: 'C9300-48U', os_version: '17.9.4' },
    old: { vendor: 'Cisco', model: 'c9300-24t', os_version: '16.12.4' },
    exact: { vendor: 'Cisco', model: 'C9300X-12Y', os_version: '17.12.1' },
    other: { vendor: 'Arista', model: 'C9300-48U', os_version: '16.1' },
  }

  before(async () => {
    service = await startTestService()
    acme = await service.hasTenant('acme')
    platform = await service.as('platform_admin')
    admin = await acme.as('tenant_admin')
    for (const name of Object.keys(facts)) await acme.hasDevice({ name })
  })

  after(() => service?.close())

  const load = (source: string, format = 'csv') => platform.put('/api/end-of-life', { format, source })
  /** As the commit of a backup does. */
  const setFacts = (name: string, values: { vendor: string; model: string; os_version: string }) =>
    inScope(service.dependencies.knex, { kind: 'tenant', tenantId: acme.id }, async (trx) => {
      const { id: deviceId } = await Device.query(trx).findOne({ name }).throwIfNotFound()
      const current = { deviceId, capturedAt: new Date(), uptimeSeconds: null }
      await updateDevices({ trx, tenantId: acme.id }, [{ ...current, values: { hostname: '', serial: '', ...values } }])
    })
  const ends = async (query = '') => {
    const devices = must(await admin.get(`/api/devices?${query}`), 200)
    return Object.fromEntries(
      devices.map((one: { name: string; facts?: { end_of_support_on: string | null } }) => [
        one.name,
        one.facts?.end_of_support_on ?? null,
      ]),
    )
  }

  it('sets the end of support of devices by the longest pattern for model and version, the earlier of both', async () => {
    for (const [name, values] of Object.entries(facts)) await setFacts(name, values)

    const loaded = must(await load(table), 200)

    expect(loaded).to.deep.equal({ entries: 4, devices_changed: 3 })
    expect(await ends()).to.deep.equal({
      core: '2031-10-31',
      exact: '2033-01-31',
      old: '2025-03-31',
      other: null,
    })
    expect(must(await admin.get('/api/devices?q=core'), 200)[0].facts.end_of_sale_on).to.equal('2026-10-31')
  })

  it('finds and sorts devices by the end of support, and exports it', async () => {
    const found = await ends('end_of_support_by=2031-12-31&sort=-end_of_support_on')
    const csv = (await admin.get('/api/devices/export?format=csv')).bytes.toString()

    expect(Object.keys(found)).to.deep.equal(['core', 'old'])
    expect(csv.split('\r\n')[0]).to.match(/os_version,end_of_sale_on,end_of_support_on/)
    expect(csv).to.match(/\r\ncore,.*C9300-48U,,17\.9\.4,2026-10-31,2031-10-31/)
  })

  it('applies to facts that a backup records later', async () => {
    await acme.hasDevice({ name: 'later' })

    await setFacts('later', facts.core)

    expect(await ends('q=later')).to.deep.equal({ later: '2031-10-31' })
  })

  it('is replaced as a whole by a later one, from JSON too', async () => {
    const json = JSON.stringify([{ vendor: 'cisco', model: 'C9300-48U', end_of_support: '2030-01-01' }])

    must(await load(json, 'json'), 200)

    expect(await ends()).to.deep.include({ core: '2030-01-01', old: null, exact: null })
    const entries = must(await admin.get('/api/end-of-life'), 200)
    expect(entries).to.have.length(1)
    expect(entries[0]).to.deep.include({ vendor: 'cisco', model: 'C9300-48U', os_version: null, end_of_sale: null })
  })

  for (const [title, format, source, code, params] of [
    ['a date that does not exist', 'csv', table.replace('2029-06-30', '2029-06-31'), 'line_value_invalid', { line: 5 }],
    ['no end of support', 'csv', table.replace('2033-01-31', ''), 'line_value_missing', { line: 3 }],
    ['neither model nor version', 'csv', table.replace('EX2300-24T', ''), 'line_without_pattern', { line: 5 }],
    ['an entry twice', 'csv', table.replace('C9300X-12Y', 'c9300*'), 'line_repeated', { line: 3, first: 2 }],
    ['an unknown column', 'csv', table.replace('source', 'origin'), 'column_unknown', { column: 'origin' }],
    ['no vendor column', 'csv', 'model,end_of_support\nx,2030-01-01\n', 'column_missing', { column: 'vendor' }],
    ['an open quote', 'csv', 'vendor,end_of_support\n"x,2030-01-01\n', 'csv_unreadable', {}],
    ['JSON that is no array', 'json', '{}', 'json_unreadable', {}],
    ['a wrong JSON value', 'json', '[\n {"vendor": 1, "model": "x", "end_of_support": "2030-01-01"}\n]', 'line_value_invalid', { line: 2, column: 'vendor' }], // prettier-ignore
  ] as const) {
    it(`is refused with ${title}, and the former one stays`, async () => {
      const refused = await load(source, format)

      expect(refused.status).to.equal(422)
      expect(refused.body.errors[0]).to.include({ path: 'source', code })
      expect(refused.body.errors[0].params).to.include(params)
      expect(must(await admin.get('/api/end-of-life'), 200)).to.have.length(1)
    })
  }

  it('is loaded by a platform administrator only, and each load is audited', async () => {
    const operator = await service.as('platform_operator')

    expect((await operator.put('/api/end-of-life', { format: 'csv', source: table })).status).to.equal(403)
    expect((await admin.put('/api/end-of-life', { format: 'csv', source: table })).status).to.equal(403)
    const records = must(await platform.get('/api/audit?action=end_of_life.load'), 200)
    const record = records.find(({ outcome }: { outcome: string }) => outcome === 'done')
    expect(record).to.deep.include({ object: 'end_of_life', tenant_id: null })
    expect(record.detail).to.include({ entries: 1 }).and.have.property('sha256')
  })

  it('is empty after an empty table was loaded, and no device has an end of support', async () => {
    must(await load('vendor,model,os_version,end_of_support\n'), 200)

    expect(Object.values(await ends()).every((end) => end === null)).to.equal(true)
  })
})
