import fs from 'node:fs'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { aNetboxDevice, createNetbox } from '../../support/netbox.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

const table = [
  'name,hostname,platform,schedule,colour',
  'core-1,192.0.2.1,netco_iosxe,0 2 * * *,red',
  'core-2,192.0.2.2,netco_iosxe,,',
  '<b>core-3</b>,192.0.2.3,netco_iosxe,sometimes,',
  'known,192.0.2.9,netco_iosxe,,',
  'same,,,,',
].join('\n')

describeConsole('the import and export pages', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    admin = await customer.as('tenant_admin')
    await customer.hasDevice({ name: 'known', hostname: '192.0.2.8' })
    await customer.hasDevice({ name: 'same' })
  })

  after(() => shown?.close())

  it('preview a table line by line, and apply it once however often it is sent', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/import' })

    await page.getByText('Exports contain no secrets').waitFor()
    await page.getByText('CSV columns').click()
    await page.getByText('netco_iosxe').waitFor()
    await picture('import-source')
    expect(await axe('both')).to.deep.equal([])
    await choose(page, 'devices.csv', table)
    await page.getByText('devices.csv').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('row', { name: /<b>core-3<\/b>.*skipped.*schedule/ }).waitFor()
    await page.getByRole('row', { name: /known.*change.*hostname/ }).waitFor()
    await page.getByText(/colour/).waitFor()
    await picture('import-preview')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Fields' }).uncheck()
    await page.getByRole('columnheader', { name: 'Fields' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    expect(await axe('both')).to.deep.equal([])
    expect(must(await admin.get('/api/devices'), 200)).to.have.length(2)
    await page.getByRole('button', { name: '1 skipped' }).click()
    await page.getByText('One row', { exact: true }).waitFor()
    const trouble = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download errors and warnings' }).click(),
    )
    expect(trouble).to.match(/^\ufeffrow,name,kind,fields,words\r\n[^]*4,<b>core-3<\/b>,error,schedule,/)

    let isFirst = true
    await page.route('**/api/inventory/import/csv*', async (route) => {
      const answer = await route.fetch()
      if (!isFirst) return route.fulfill({ response: answer })
      isFirst = false
      await route.abort('connectionreset') // the import was done, but its response was lost
    })
    await page.getByRole('button', { name: 'Import 3 devices' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('The connection was lost').waitFor()
    expect(await axe('light')).to.deep.equal([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('The result of the import.').waitFor()
    await page.getByRole('button', { name: '2 added' }).waitFor()
    await picture('import-result')
    expect(await axe('both')).to.deep.equal([])
    const imports = must(await admin.get('/api/audit?action=inventory.import'), 200)
    expect(imports.filter(({ detail }: { detail: { dry_run: boolean } }) => !detail.dry_run)).to.have.length(1)
    expect(must(await admin.get('/api/devices'), 200)).to.have.length(4)
    await close()
  })

  it('offer a template whose example can be imported', async () => {
    const other = await shown.service.hasTenant('templates')
    const { page, close } = await shown.open({ as: await other.as('tenant_admin'), at: '/import' })

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a template' }).click()
    const template = fs.readFileSync(await (await saved).path(), 'utf8')
    await choose(page, 'devices.csv', template)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('row', { name: /core-1.*add/ }).waitFor()

    expect(template).to.contain('Cisco IOS XE')
    expect(await page.getByRole('row', { name: 'skipped' }).count()).to.equal(0)
    await close()
  })

  it('scroll through a preview of fifty thousand lines', async () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `device-${at},192.0.2.1,netco_iosxe`)
    const lines = many.map((line, at) => ({ row: at + 2, name: line.split(',')[0] }))
    const answer = { created: lines, updated: [], rejected: [], warnings: [], dry_run: true }
    const { page, close } = await shown.open({ as: admin, at: '/import', language: 'fr' })
    await page.route('**/api/inventory/import/csv*', (route) => route.fulfill({ json: answer }))

    await choose(page, 'devices.csv', `name,hostname,platform\n${many.join('\n')}`)
    await page.getByRole('button', { name: 'Aperçu' }).click()
    await page.getByRole('button', { name: /50.000 à ajouter/ }).waitFor()
    await page.getByRole('region', { name: 'Lignes de l’import' }).evaluate((box) => (box.scrollTop = box.scrollHeight))
    await page.getByRole('row', { name: /device-49999/ }).waitFor()
    expect(await page.getByRole('row').count()).to.be.below(80)
    await page.getByRole('searchbox').fill('device-31415')
    await page.getByText('Une ligne', { exact: true }).waitFor()
    await close()
  })

  it('import a NetBox and a document into the chosen customer', async () => {
    const platformAdmin = await shown.service.as('platform_admin')
    const netbox = createNetbox({ devices: [aNetboxDevice({ name: 'from-netbox' })], token: 'nbt_good.one' })
    shown.service.dependencies.outgoing = netbox.outgoing
    const { page, axe, picture, close } = await shown.open({
      as: platformAdmin,
      at: '/import',
      width: 1440,
      height: 900,
    })

    await page.getByRole('button', { name: 'All customers with devices' }).waitFor()
    expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).to.equal(true)
    await page.getByLabel('Customer', { exact: true }).selectOption({ label: 'northwind' })
    await page.getByText('NetBox', { exact: true }).click()
    await page.getByLabel('Address').fill('https://netbox.example.net')
    await page.getByLabel('API token').fill('nbt_wrong.one')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('alert').first().waitFor()
    await picture('import-netbox')
    expect(await axe('both')).to.deep.equal([])
    await page.getByLabel('API token').fill('nbt_good.one')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('row', { name: /from-netbox.*add/ }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(performance.getEntries()))).not.to.contain('nbt_')

    await page.getByRole('button', { name: 'Choose another source' }).click()
    const device = { name: 'from-json', hostname: '192.0.2.77', platform: 'netco_iosxe' }
    await choose(page, 'inventory.json', JSON.stringify({ format: 'coffer-inventory', version: 1, devices: [device] }))
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Import one device' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('The result of the import.').waitFor()
    await page.getByRole('link', { name: 'Show devices' }).click()
    await page.getByRole('link', { name: 'from-json' }).waitFor()
    await close()
  })

  it('export the filtered list and one device, for a reader too', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, go, axe, picture, close } = await shown.open({ as: reader, at: '/devices?q=known' })

    await page.getByRole('link', { name: 'known' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByText('Only devices that match the filters').waitFor()
    await picture('export-menu')
    expect(await axe('both')).to.deep.equal([])
    const saved = await downloaded(page, () => page.getByRole('button', { name: 'Devices as CSV' }).click())
    expect(saved.trim().split('\r\n')).to.have.length(2)
    await page.getByRole('link', { name: 'known' }).click()
    await page.getByRole('heading', { name: 'known' }).waitFor() // the list has an Export button too
    await page.getByRole('button', { name: 'Export' }).click()
    const one = await downloaded(page, () => page.getByRole('button', { name: 'This device as JSON' }).click())
    expect(JSON.parse(one).devices).to.have.length(1)
    await go('/import')
    await page.getByRole('button', { name: 'Devices as JSON' }).waitFor()
    expect(await page.getByText('Import devices', { exact: true }).count()).to.equal(0)
    expect(await page.getByRole('button', { name: 'Customer with devices' }).count()).to.equal(0)
    await close()
  })
})

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}

async function downloaded(page: Page, start: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return fs.readFileSync(await download.path(), 'utf8')
}
