import { expect } from 'chai'
import fs from 'node:fs'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Customer, must } from '../../support/service.ts'

describeConsole('the audit page', () => {
  let shown: TestConsole
  let customer: Customer

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('acme')
    const device = await customer.hasDevice({ name: '<b>core</b>\u202E-7' })
    const admin = await customer.as('tenant_admin')
    for (let n = 0; n < 3; n++) must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
    must(await admin.post('/api/credentials', { name: 'routers' }), 201)
    await (await customer.as('tenant_readonly')).post('/api/credentials', { name: 'not for me' })
  })
  after(() => shown?.close())

  it('filters records, opens one beside the list, and shows similar ones', async () => {
    const as = await customer.as('tenant_admin')
    const { page, axe, picture, close } = await shown.open({ as, at: '/audit', width: 1440, height: 900 })

    const list = page.getByRole('region', { name: 'Audit' })
    await list.getByText('<b>core</b><U+202E>-7').first().waitFor()
    await list.getByRole('img', { name: 'read of a configuration' }).waitFor()
    await list.getByRole('img', { name: 'A platform user' }).first().waitFor()
    await list.getByText('refused').waitFor()
    await list.getByText('× 3').waitFor()
    expect(await axe('both')).to.deep.equal([])

    await list.getByText('added a device').click()
    const record = page.getByRole('complementary', { name: 'Record' })
    await record.getByText('device.create').waitFor()
    await picture('audit')
    expect(await axe('both')).to.deep.equal([])
    await record.getByRole('button', { name: 'this device', exact: true }).click()
    await page.waitForURL(/object_id=/)
    await page.getByText(/^2( of \d+)? rows$/).waitFor()
    await page.getByText('Only readings of configurations').click()
    await page.getByText(/^(One row|1 of \d+ rows)$/).waitFor()
    await list.getByText('listed a device’s configurations').waitFor()
    await page.getByRole('combobox', { name: 'Result' }).selectOption('failed')
    await page.getByText('No results for these filters').waitFor()
    expect(await axe()).to.deep.equal([])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await list.getByText('added a device').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const table = fs.readFileSync(await (await saved).path(), 'utf8')
    expect(table).to.include('device.create').and.include('refused')
    await list.getByText('listed a device’s configurations').click()
    await record.getByRole('button', { name: 'everything about this device' }).click()
    await page.waitForURL(/[?&]device=/)
    await page.getByText(/^2( of \d+)? rows$/).waitFor()
    await close()
  })

  it('shows all customers to the platform, and nothing to roles below administrator', async () => {
    const platform = await shown.service.as('platform_admin')
    const { page, axe, picture, close } = await shown.open({ as: platform, at: '/audit?cross=true', language: 'fr' })

    await page.getByRole('region', { name: 'Audit' }).getByText('a ajouté un équipement').waitFor()
    await page.getByRole('img', { name: 'Un utilisateur de la plateforme' }).first().waitFor()
    await picture('audit-all')
    expect(await axe('both')).to.deep.equal([])
    await close()

    const operator = await shown.open({ as: await customer.as('tenant_operator'), at: '/audit' })
    await operator.page.getByRole('heading', { name: 'Not allowed for your role' }).waitFor()
    expect(await operator.page.getByRole('link', { name: 'Audit' }).count()).to.equal(0)
    await operator.close()
  })
})
