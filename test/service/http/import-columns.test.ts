import { codedErrors } from '../../support/field-errors.ts'
import { expect } from 'chai'
import { aTable, anInventory, codedRejections, codedWarnings } from '../../support/inventories.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('the columns of an imported table', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  beforeEach(async () => (customer = await service.hasTenant()))
  after(() => service.close())

  const table = (content: string, query = '') =>
    admin.send('POST', `/api/inventory/import/csv?tenant=${customer.id}${query}`, aTable(content))
  const devices = async () => must(await admin.get(`/api/devices?tenant=${customer.id}&sort=name`), 200)

  it('include platform options, by name or as option.NAME, and an empty cell clears one', async () => {
    const header = 'name,hostname,platform,paths,sudo,ssh_port,option.verify_tls,option.api_port'
    must(await table(`${header}\na,192.0.2.1,linux_server,/etc,yes,2222,,\nb,192.0.2.2,fwco_fortios,,,,no,8443\n`), 200)
    const first = (await devices()).map(({ options }: { options: object }) => options)
    must(await table('name,ssh port\na,\n'), 200)

    const [after] = await devices()

    expect(first).to.deep.equal([
      { paths: ['/etc'], sudo: true, ssh_port: 2222 },
      { verify_tls: false, api_port: 8443 },
    ])
    expect(after.options).to.deep.equal({ paths: ['/etc'], sudo: true })
  })

  it('reject a line whose option has a wrong type or is not of its platform', async () => {
    const { created, rejected } = must(
      await table('name,hostname,platform,ssh_port,sudo\na,192.0.2.1,netco_iosxe,many,\nb,192.0.2.2,netco_nxos,,yes\n'),
      200,
    )

    expect(created).to.deep.equal([])
    expect(rejected.map(({ name }: { name: string }) => name)).to.deep.equal(['a', 'b'])
    expect(codedRejections(rejected).map(({ errors }) => errors)).to.deep.equal([
      ['options.ssh_port wrong_type'],
      ['options.sudo option_not_of_platform'],
    ])
  })

  it('can name one option only once', async () => {
    const { status, body } = await table('name,ssh_port,option.ssh_port\na,1,2\n')

    expect(status).to.equal(422)
    expect(codedErrors(body)).to.deep.equal([{ path: 'file', code: 'column_twice', params: { column: 'sshport' } }])
  })

  it('that are unknown cause a warning, with a hint for a port, or an error on request', async () => {
    const content = 'name,hostname,platform,port\na,192.0.2.1,netco_iosxe,2222\n'

    const strict = await table(content, '&ignore_unknown_columns=false')
    const lenient = must(await table(content), 200)

    expect([strict.status, codedErrors(strict.body)]).to.deep.equal([
      422,
      [{ path: 'file', code: 'column_unknown', params: { column: 'port', hint: 'ports' } }],
    ])
    expect(codedWarnings(lenient.warnings)).to.deep.include({
      code: 'column_unknown',
      params: { column: 'port', hint: 'ports' },
    })
  })

  for (const [name, platform] of [
    ['cisco-ios-xe', 'netco_iosxe'],
    ['ios', 'netco_iosxe'],
    ['NXOS', 'netco_nxos'],
    ['junos', 'routeco_junos'],
    ['fortios', 'fwco_fortios'],
    ['panos', 'pafw_panos'],
    ['f5', 'lbco_bigip'],
    ['tmos', 'lbco_bigip'],
  ]) {
    it(`accept ${name} for ${platform}, in a table and in a document`, async () => {
      must(await table(`name,hostname,platform\na,192.0.2.1,${name}\n`), 200)
      const document = anInventory([{ name: 'b', hostname: '192.0.2.2', platform: name }])
      must(await admin.post(`/api/inventory/import/json?tenant=${customer.id}`, document), 200)

      expect((await devices()).map((device: { platform: string }) => device.platform)).to.deep.equal([
        platform,
        platform,
      ])
    })
  }

  it('accept linuxgeneric for a Linux server', async () => {
    must(await table('name,hostname,platform,paths\na,192.0.2.1,linuxgeneric,/etc\n'), 200)

    expect((await devices())[0].platform).to.equal('linux_server')
  })
})
