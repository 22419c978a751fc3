import { codedErrors } from '../../support/field-errors.ts'
import { expect } from 'chai'
import { aTable, codedRejections, codedWarnings, otherWarnings } from '../../support/inventories.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('a device table', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
  })
  after(() => service.close())

  const table = (content: string | Buffer, query = '') =>
    admin.send('POST', `/api/inventory/import/csv?tenant=${customer.id}${query}`, aTable(content))
  const devices = async () => must(await admin.get(`/api/devices?tenant=${customer.id}&sort=name`), 200)
  const exported = async () => must(await admin.get(`/api/devices/export?tenant=${customer.id}`), 200)

  for (const [kind, content] of [
    ['a byte order mark and commas', '\ufeffname,hostname,platform\r\nä,192.0.2.1,netco_iosxe\r\n'],
    ['semicolons', 'name;hostname;platform\nä;192.0.2.1;netco_iosxe\n'],
    ['tabs', 'name\thostname\tplatform\nä\t192.0.2.1\tnetco_iosxe'],
    ['carriage returns as line ends', 'name,hostname,platform\rä,192.0.2.1,netco_iosxe\r'],
    ['Excel’s separator line', 'sep=;\r\nname;hostname;platform\r\nä;192.0.2.1;netco_iosxe\r\n'],
    ['capitals and blanks in its header', ' Name ,Host Name,PLATFORM\nä, 192.0.2.1 ,NETCO_IOSXE\n'],
    ['empty lines', '\n\nname,hostname,platform\n\n,,\nä,192.0.2.1,netco_iosxe\n\n'],
    ['UTF-16 from Excel', Buffer.from('\ufeffname\thostname\tplatform\r\nä\t192.0.2.1\tnetco_iosxe\r\n', 'utf16le')],
    ['quotes around everything', '"name","hostname","platform"\n"ä","192.0.2.1","netco_iosxe"\n'],
  ] as const) {
    it(`reads a table with ${kind}`, async () => {
      const report = must(await table(content), 200)

      expect(report.created.map(({ name }: { name: string }) => name)).to.deep.equal(['ä'])
      expect([...report.rejected, ...otherWarnings(report.warnings)]).to.deep.equal([])
    })
  }

  it('numbers rows like a spreadsheet, even if a cell has several lines', async () => {
    const { created, rejected } = must(
      await table('name,hostname,platform,tags\n\na,192.0.2.1,netco_iosxe,"one;\r\ntwo"\nb,,,\n'),
      200,
    )

    expect(created).to.deep.equal([{ row: 3, name: 'a' }])
    expect(codedRejections(rejected)).to.deep.include.members([
      { row: 4, name: 'b', errors: ['hostname required_for_new_device', 'platform required_for_new_device'] },
    ])
    expect((await devices())[0].tags).to.deep.equal(['one', 'two'])
  })

  it('warns about new devices without a schedule, unless the row declares it', async () => {
    const first = must(await table('name,hostname,platform\nx,192.0.2.1,netco_iosxe\ny,192.0.2.2,netco_iosxe\n'), 200)
    const again = must(await table('name,hostname,platform\nx,192.0.2.1,netco_iosxe\n'), 200)
    const explicit = must(await table('name,hostname,platform,schedule\nz,192.0.2.3,netco_iosxe,\n'), 200)

    const ofSchedules = (warnings: { code?: string }[]) => warnings.filter(({ code }) => code === 'unscheduled')

    expect(ofSchedules(first.warnings)).to.deep.equal([
      {
        row: null,
        name: null,
        code: 'unscheduled',
        params: { count: 2 },
        message: '2 new devices have no schedule: Coffer backs them up only when you start a backup.',
      },
    ])
    expect([again.warnings, ofSchedules(explicit.warnings)]).to.deep.equal([[], []])
  })

  it('warns about unknown columns', async () => {
    const { warnings } = must(await table('name,hostname,platform,Serial no,\na,192.0.2.1,netco_iosxe,7,\n'), 200)

    expect(otherWarnings(warnings)).to.deep.equal([
      {
        row: 1,
        name: null,
        code: 'column_unknown',
        params: { column: 'Serial no', hint: 'none' },
        message: 'The column Serial no is unknown and was ignored.',
      },
    ])
  })

  it('names only a few of very many unknown columns', async () => {
    const strange = ['constructor', '__proto__', ...Array.from({ length: 60 }, (_, at) => `c${at}`)]

    const { warnings, created } = must(
      await table(`name,hostname,platform,${strange.join()}\na,192.0.2.1,netco_iosxe\n`),
      200,
    )

    expect(created).to.have.length(1)
    const coded = codedWarnings(warnings)
    expect(coded).to.have.length(21)
    expect(coded[0]).to.deep.equal({ code: 'column_unknown', params: { column: 'constructor', hint: 'none' } })
    expect(coded[20]).to.deep.equal({ code: 'columns_unknown', params: { count: 42 } })
  })

  it('reads back escaped and list cells of an export', async () => {
    for (const name of ['=cmd', '-1', "'=x", '@a', '+b'])
      await customer.hasDevice({ name, site: name, tags: ['a;b', 'c\\', name] })
    const before = await exported()
    const csv = (await admin.get(`/api/devices/export?format=csv&tenant=${customer.id}`)).bytes
    const empty = await service.hasTenant()

    const answer = await admin.send('POST', `/api/inventory/import/csv?tenant=${empty.id}`, aTable(csv))

    expect(must(answer, 200).created).to.have.length(5)
    const after = must(await admin.get(`/api/devices/export?tenant=${empty.id}`), 200)
    expect(after.devices).to.deep.equal(before.devices)
  })

  it('of all tenants is imported by the lines of its own tenant', async () => {
    const { warnings, created } = must(
      await table(
        `name,hostname,platform,customer\nours,192.0.2.1,netco_iosxe,${customer.slug}\ntheirs,192.0.2.1,netco_iosxe,other\n`,
      ),
      200,
    )

    expect(created).to.deep.equal([{ row: 2, name: 'ours' }])
    expect(codedWarnings(warnings)).to.deep.equal([{ code: 'lines_of_other_customers', params: { count: 1 } }])
  })

  it('is imported from the lines of another tenant if named', async () => {
    const content = 'name,hostname,platform,customer\na,192.0.2.1,netco_iosxe,one\nb,192.0.2.1,netco_iosxe,two\n'

    const { created } = must(await table(content, '&from_customer=two'), 200)

    expect(created).to.deep.equal([{ row: 3, name: 'b' }])
  })

  for (const [kind, content, code, params = {}] of [
    ['has no names', 'hostname,platform\n192.0.2.1,netco_iosxe\n', 'column_missing', { column: 'name' }],
    ['is empty', '', 'is_empty'],
    ['is a workbook', Buffer.from('PK\x03\x04 and so on'), 'file_is_archive'],
    ['is Latin 1', Buffer.from('name\nG\xe4nt\n', 'latin1'), 'file_not_in_encoding', { encoding: 'UTF-8' }],
    ['is binary', Buffer.from('name\0\0\0'), 'file_not_text'],
    ['has a column twice', 'name,site,Site\n', 'column_twice', { column: 'site' }],
    ['has an open quote', 'name,site\n"a,b\nc,d\n', 'csv_unreadable', { fault: 'quote_not_closed', line: 3 }],
  ] as [string, string | Buffer, string, object?][]) {
    it(`that ${kind} is rejected`, async () => {
      const answer = await table(content)

      expect(answer.status).to.equal(422)
      expect(codedErrors(answer.body)).to.deep.equal([{ path: 'file', code, params }])
    })
  }

  it('rejects a form without a file, with text instead, or too large, and other bodies', async () => {
    const where = `/api/inventory/import/csv?tenant=${customer.id}`
    const text = new FormData()
    text.set('file', 'name\na\n')

    const other = await admin.send('POST', where, aTable('name\n', 'table'))
    const asText = await admin.send('POST', where, text)
    const large = await table(Buffer.alloc(33 * 1024 * 1024, 'x'))
    const json = await admin.post(where, { file: 'name' })
    const cut = await admin.send(
      'POST',
      where,
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nname',
      {
        'content-type': 'multipart/form-data; boundary=x',
      },
    )

    expect([other, asText, large, json, cut].map(({ status }) => status)).to.deep.equal([422, 422, 413, 415, 400])
    expect(asText.body.detail).to.match(/^file: is not a file/)
  })
})
