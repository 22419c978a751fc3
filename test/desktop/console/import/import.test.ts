import { expect } from 'chai'
import { effectScope } from 'vue'
import {
  type ImportReport,
  countsOf,
  foundLines,
  linesOf,
  remarksOf,
  troubleTable,
} from '../../../../desktop/console/features/import/import-lines.ts'
import { kindOfFile, maxBytes, requestOf } from '../../../../desktop/console/features/import/import-source.ts'
import { type Asking, useImport } from '../../../../desktop/console/features/import/useImport.ts'
import { loadServiceTexts, serviceText } from '../../../../desktop/console/ui/said/service-text.ts'
import { i18n } from '../../../../desktop/console/language/i18n.ts'
import { exportsOf } from '../../../../desktop/console/ui/exports.ts'

const report: ImportReport = {
  created: [{ row: 3, name: 'core-2' }],
  updated: [
    { row: 2, name: 'core-1', changed: ['credential_id', 'tags', 'transport_pref'] },
    { row: 5, name: 'core-4', changed: [] },
  ],
  rejected: [
    { row: 4, name: null, reason: 'name: is missing' },
    { row: 6, name: '=cmd', reason: 'hostname and platform: required for a new device' },
    { row: 7, name: 'old', reason: 'the device is decommissioned: reinstate it first' },
    { row: 8, name: 'bad', reason: 'schedule: has six fields; options.paths: is required on this platform' },
  ],
  warnings: [
    { row: 1, name: null, message: "the column 'colour' is unknown: ignored" },
    { row: 3, name: 'core-2', message: 'there is no agent "west"' },
  ],
  pending_addresses: 0,
  dry_run: true,
}

describe('the lines of an import in the console', () => {
  afterEach(() => (i18n.global.locale.value = 'en'))

  const lines = linesOf(report)

  it('stand in the order of the file, each with what becomes of it', () => {
    expect(lines.map(({ row, kind }) => [row, kind])).to.deep.equal([
      [2, 'update'],
      [3, 'create'],
      [4, 'error'],
      [5, 'unchanged'],
      [6, 'error'],
      [7, 'error'],
      [8, 'error'],
    ])
    expect(new Set(lines.map(({ id }) => id)).size).to.equal(lines.length)
    expect(remarksOf(report)).to.deep.equal(["the column 'colour' is unknown: ignored"])
  })

  it('name fields as the columns of the file, and say why beside them', () => {
    const of = (row: number) => {
      const { fields, reason, warnings } = lines.find((line) => line.row === row)!
      return { fields, reason, warnings }
    }

    expect(of(2).fields).to.deep.equal(['credential', 'tags', 'transport'])
    expect(of(3).warnings).to.deep.equal(['there is no agent "west"'])
    expect(of(4))
      .to.include({ reason: 'is missing' })
      .and.to.deep.include({ fields: ['name'] })
    expect(of(6)).to.deep.include({ fields: ['hostname', 'platform'], reason: 'required for a new device' })
    expect(of(7)).to.deep.include({ fields: [], reason: 'the device is decommissioned: reinstate it first' })
    expect(of(8).fields).to.deep.equal(['schedule', 'paths'])
    expect(of(8).reason).to.include('has six fields').and.to.include('is required on this platform')
  })

  it('are counted, and found by kind, name, line and words', () => {
    expect(countsOf(lines)).to.deep.equal({ create: 1, update: 1, unchanged: 1, error: 4, warned: 1 })
    const find = (kind: Parameters<typeof foundLines>[1]['kind'], q = '') =>
      foundLines(lines, { kind, q }).map(({ row }) => row)
    expect(find('error')).to.deep.equal([4, 6, 7, 8])
    expect(find('warned')).to.deep.equal([3])
    expect(find('', 'CORE')).to.deep.equal([2, 3, 5])
    expect(find('error', 'six')).to.deep.equal([8])
  })

  it('that are wrong or doubtful become a table that no spreadsheet runs', () => {
    expect(troubleTable(lines, remarksOf(report), String).split('\r\n')).to.deep.equal([
      'row,name,kind,fields,words',
      ",,warning,,the column 'colour' is unknown: ignored",
      '3,core-2,warning,,"there is no agent ""west"""',
      '4,,error,name,is missing',
      '6,\'=cmd,error,"hostname; platform",required for a new device',
      '7,old,error,,the device is decommissioned: reinstate it first',
      '8,bad,error,"schedule; paths","schedule: has six fields; options.paths: is required on this platform"',
      '',
    ])
  })

  it('say why in the language of the person', async () => {
    await loadServiceTexts()
    const texts = [
      "the column 'colour' is unknown: ignored",
      'required for a new device',
      'the device is decommissioned: reinstate it first',
      'schedule: has six fields; options.paths: is required on this platform',
      "there is no agent 'west': any agent of the customer may now collect it",
    ]
    expect(texts.map(serviceText)).to.deep.equal(texts)
    i18n.global.locale.value = 'fr'

    expect(texts.map(serviceText)).to.deep.equal([
      'la colonne «\u00a0colour\u00a0» est inconnue\u00a0: ignorée',
      'requis pour un nouvel équipement',
      'l’équipement est retiré du service\u00a0: remettez-le d’abord en service',
      'schedule: has six fields; options.paths: is required on this platform',
      'il n’y a pas d’agent «\u00a0west\u00a0»\u00a0: tout agent du client peut désormais le collecter',
    ])
  })

  it('of fifty thousand are ready while nobody notices', () => {
    const many = linesOf({
      ...report,
      created: Array.from({ length: 50_000 }, (_, at) => ({ row: at + 2, name: `device-${at}` })),
    })

    expect(foundLines(many, { kind: 'create', q: 'device-49999' })).to.have.length(1)
  })
})

describe('what is imported', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('is a document or a table by how it begins, and no workbook', () => {
    expect(kindOfFile(9, bytes('\ufeff \n{"a":1}'))).to.deep.equal({ kind: 'json' })
    expect(kindOfFile(9, bytes('name,hostname'))).to.deep.equal({ kind: 'csv' })
    expect(kindOfFile(9, bytes('PK\u0003\u0004'))).to.deep.equal({ fault: 'workbook' })
    expect(kindOfFile(0, bytes(''))).to.deep.equal({ fault: 'empty' })
    expect(kindOfFile(maxBytes.csv + 1, bytes('name'))).to.deep.equal({ fault: 'tooLarge', most: maxBytes.csv })
    expect(kindOfFile(maxBytes.csv + 1, bytes('{'))).to.deep.equal({ kind: 'json' })
  })

  it('has the token of a NetBox in the body, never in the address', () => {
    const { path, init } = requestOf({ kind: 'netbox', url: ' https://netbox.example.net ', token: 'nbt_1 ' })

    expect(path).to.equal('/api/inventory/import/netbox')
    expect(JSON.parse(String(init.body))).to.deep.equal({ url: 'https://netbox.example.net', token: 'nbt_1' })
  })
})

describe('an export from the console', () => {
  it('asks for what the filters of the list find, and never for what is out of service', () => {
    const filter = { q: 'core & co', state: ['failed', 'stale'], site: '', decommissioned: false }

    const [csv, json] = exportsOf({ of: 'devices', tenant: 't', filter })

    expect(csv?.path).to.equal('/api/devices/export?tenant=t&format=csv&q=core+%26+co&state=failed&state=stale')
    expect(json?.path).to.include('format=json')
  })

  it('is of one device, a customer or all, each with the permission that it needs', () => {
    const all = [
      ...exportsOf({ of: 'device', id: 'd', tenant: 't' }),
      ...exportsOf({ of: 'customer', tenant: 't' }),
      ...exportsOf({ of: 'customers' }),
    ]

    expect(all.map(({ path, needs }) => [path, needs])).to.deep.equal([
      ['/api/devices/d/export?tenant=t', 'device:read'],
      ['/api/tenants/t/export?tenant=t&with_devices=false', 'tenant:manage'],
      ['/api/tenants/t/export?tenant=t&with_devices=true', 'tenant:manage'],
      ['/api/tenants/export?with_devices=false', 'tenant:manage'],
      ['/api/tenants/export?with_devices=true', 'tenant:manage'],
    ])
  })
})

describe('an import', () => {
  /** A service that answers when it is told to. */
  function aService() {
    const sent: string[] = []
    const waiting: (() => void)[] = []
    const asking: Asking = {
      request: (_path, init) => {
        sent.push(String(init?.body))
        return new Promise((answer) => waiting.push(() => answer(Response.json(report))))
      },
    }
    const scope = effectScope()
    const one = scope.run(() => useImport(asking))!
    const answered = async () => {
      waiting.shift()?.()
      await new Promise((settled) => setTimeout(settled))
    }
    return { ...one, sent, answered, end: () => scope.stop() }
  }
  const netbox = { kind: 'netbox' as const, url: 'https://netbox.example', token: 'secret' }

  it('keeps no token once it is done', async () => {
    const one = aService()
    void one.look(netbox, 'acme')
    await one.answered()
    void one.write()
    await one.answered()

    expect([one.step.value, one.sent.length]).to.deep.equal(['result', 2])
    expect(JSON.stringify(one.source.value)).not.to.include('secret')
    one.end()
  })

  it('of one customer is not told as that of another who was chosen meanwhile', async () => {
    const one = aService()
    void one.look(netbox, 'acme')
    await one.answered()
    void one.write()
    one.startAnew()
    await one.answered()

    expect(one.step.value).to.equal('source')
    one.end()
  })
})
