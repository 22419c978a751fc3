import { expect } from 'chai'
import { effectScope } from 'vue'
import {
  type ImportReport,
  countsOf,
  foundLines,
  linesOf,
  remarksOf,
  troubleTable,
} from '../../../../../desktop/console/features/import/import-lines.ts'
import { kindOfFile, maxBytes, requestOf } from '../../../../../desktop/console/features/import/import-source.ts'
import { type Asking, useImport } from '../../../../../desktop/console/features/import/useImport.ts'
import { loadMessages } from '../../../../../desktop/console/language/service-messages.ts'
import { i18n } from '../../../../../desktop/console/language/i18n.ts'
import { exportsOf } from '../../../../../desktop/console/ui/exports.ts'

type Rejected = ImportReport['rejected'][number]
type FieldError = Omit<Rejected['errors'][number], 'message'>

function rejected(row: number, name: string | null, ...errors: FieldError[]): Rejected {
  return { row, name, errors: errors.map((error) => ({ ...error, message: '' })), reason: '' }
}

const report: ImportReport = {
  created: [{ row: 3, name: 'core-2' }],
  updated: [
    { row: 2, name: 'core-1', changed: ['credential_id', 'tags', 'transport_pref'] },
    { row: 5, name: 'core-4', changed: [] },
  ],
  rejected: [
    rejected(4, null, { path: 'name', code: 'is_required', params: {} }),
    rejected(
      6,
      '=cmd',
      { path: 'hostname', code: 'required_for_new_device', params: {} },
      { path: 'platform', code: 'required_for_new_device', params: {} },
    ),
    rejected(7, 'old', { path: 'file', code: 'cells_surplus', params: {} }),
    rejected(
      8,
      'bad',
      { path: 'schedule', code: 'cron_field_count', params: { count: 6 } },
      { path: 'options.paths', code: 'option_required', params: {} },
    ),
  ],
  warnings: [
    { row: 1, name: null, code: 'column_unknown', params: { column: 'colour', hint: 'none' }, message: '' },
    { row: 3, name: 'core-2', code: 'agent_not_found', params: { agent: '"west"', effect: 'any' }, message: '' },
  ],
  pending_addresses: 0,
  dry_run: true,
}

const surplus = 'has more cells than columns in this line. Put quotes around a text that contains a separator'

describe('the lines of an import', () => {
  afterEach(() => (i18n.global.locale.value = 'en'))

  let lines: ReturnType<typeof linesOf>
  before(async () => {
    await Promise.all([loadMessages('en'), loadMessages('fr')])
    lines = linesOf(report)
  })

  it('keep the order of the file, each with its outcome', () => {
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
    expect(remarksOf(report)).to.deep.equal(['The column colour is unknown and was ignored.'])
  })

  it('name fields as in the file, with reasons beside them', () => {
    const of = (row: number) => {
      const { fields, reason, warnings } = lines.find((line) => line.row === row)!
      return { fields, reason, warnings }
    }

    expect(of(2).fields).to.deep.equal(['credential', 'tags', 'transport'])
    expect(of(3).warnings).to.deep.equal([
      'The agent "west" does not exist. Every agent of the customer may connect to the device.',
    ])
    expect(of(4))
      .to.include({ reason: 'is required' })
      .and.to.deep.include({ fields: ['name'] })
    expect(of(6)).to.deep.include({ fields: ['hostname', 'platform'], reason: 'is required for a new device' })
    expect(of(7)).to.deep.include({ fields: [], reason: surplus })
    expect(of(8).fields).to.deep.equal(['schedule', 'paths'])
    expect(of(8).reason).to.match(/^schedule: .* 6; options\.paths: is required/)
  })

  it('are counted, and filtered by outcome, name, line and text', () => {
    expect(countsOf(lines)).to.deep.equal({ create: 1, update: 1, unchanged: 1, error: 4, warned: 1 })
    const find = (kind: Parameters<typeof foundLines>[1]['kind'], q = '') =>
      foundLines(lines, { kind, q }).map(({ row }) => row)
    expect(find('error')).to.deep.equal([4, 6, 7, 8])
    expect(find('warned')).to.deep.equal([3])
    expect(find('', 'CORE')).to.deep.equal([2, 3, 5])
    expect(find('error', 'weekday')).to.deep.equal([8])
  })

  it('with errors or warnings are exported as CSV without formulas', () => {
    expect(troubleTable(lines, remarksOf(report)).split('\r\n')).to.deep.equal([
      'row,name,kind,fields,words',
      ',,warning,,The column colour is unknown and was ignored.',
      '3,core-2,warning,,"The agent ""west"" does not exist. Every agent of the customer may connect to the device."',
      '4,,error,name,is required',
      '6,\'=cmd,error,"hostname; platform",is required for a new device',
      `7,old,error,,${surplus}`,
      `8,bad,error,"schedule; paths","${lines.at(-1)!.reason}"`,
      '',
    ])
  })

  it('give reasons in the user’s language', () => {
    i18n.global.locale.value = 'fr'

    const french = linesOf(report)

    expect(remarksOf(report)).to.deep.equal(['La colonne colour est inconnue et a été ignorée.'])
    expect(french.find(({ row }) => row === 3)!.warnings).to.deep.equal([
      'L’agent "west" n’existe pas. Tout agent du client peut se connecter à l’équipement.',
    ])
    expect(french.find(({ row }) => row === 6)!.reason).to.equal('est requis pour un nouvel équipement')
  })

  it('show the service’s text for a code that the console does not know', () => {
    const newer = { row: 3, name: 'core-2', code: 'from_the_future' as never, params: {}, message: 'Something new.' }

    expect(linesOf({ ...report, warnings: [newer] }).find(({ row }) => row === 3)!.warnings).to.deep.equal([
      'Something new.',
    ])
  })

  it('are ready without noticeable delay for fifty thousand lines', () => {
    const many = linesOf({
      ...report,
      created: Array.from({ length: 50_000 }, (_, at) => ({ row: at + 2, name: `device-${at}` })),
    })

    expect(foundLines(many, { kind: 'create', q: 'device-49999' })).to.have.length(1)
  })
})

describe('the source of an import', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('is recognised as JSON or CSV by its beginning, and rejects a workbook', () => {
    expect(kindOfFile(9, bytes('\ufeff \n{"a":1}'))).to.deep.equal({ kind: 'json' })
    expect(kindOfFile(9, bytes('name,hostname'))).to.deep.equal({ kind: 'csv' })
    expect(kindOfFile(9, bytes('PK\u0003\u0004'))).to.deep.equal({ fault: 'workbook' })
    expect(kindOfFile(0, bytes(''))).to.deep.equal({ fault: 'empty' })
    expect(kindOfFile(maxBytes.csv + 1, bytes('name'))).to.deep.equal({ fault: 'tooLarge', most: maxBytes.csv })
    expect(kindOfFile(maxBytes.csv + 1, bytes('{'))).to.deep.equal({ kind: 'json' })
  })

  it('sends a NetBox token in the body, never in the address', () => {
    const { path, init } = requestOf({ kind: 'netbox', url: ' https://netbox.example.net ', token: 'nbt_1 ' })

    expect(path).to.equal('/api/inventory/import/netbox')
    expect(JSON.parse(String(init.body))).to.deep.equal({ url: 'https://netbox.example.net', token: 'nbt_1' })
  })
})

describe('an export from the console', () => {
  it('requests what the list’s filters select, without decommissioned devices', () => {
    const filter = { q: 'core & co', state: ['failed', 'stale'], site: '', decommissioned: false }

    const [csv, json] = exportsOf({ of: 'devices', tenant: 't', filter })

    expect(csv?.path).to.equal('/api/devices/export?tenant=t&format=csv&q=core+%26+co&state=failed&state=stale')
    expect(json?.path).to.include('format=json')
  })

  it('covers a device, a customer or all, each with the required permission', () => {
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
  /** A service that responds on demand. */
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

  it('discards the token when it is done', async () => {
    const one = aService()
    void one.previewImport(netbox, 'acme')
    await one.answered()
    void one.write()
    await one.answered()

    expect([one.step.value, one.sent.length]).to.deep.equal(['result', 2])
    expect(JSON.stringify(one.source.value)).not.to.include('secret')
    one.end()
  })

  it('is reset when another customer is chosen', async () => {
    const one = aService()
    void one.previewImport(netbox, 'acme')
    await one.answered()
    void one.write()
    one.reset()
    await one.answered()

    expect(one.step.value).to.equal('source')
    one.end()
  })
})
