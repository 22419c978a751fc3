import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer } from '../../support/service.ts'

describeConsole('a filter with several values in the address', () => {
  let shown: TestConsole
  let customer: Customer
  let operator: Client
  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    operator = await customer.as('tenant_operator')
    await customer.hasDevice({ name: 'core-1', site: 'lyon' })
    await customer.hasDevice({ name: 'edge-1', site: 'oslo', platform: 'netco_nxos' })
    await customer.hasDevice({ name: 'wall-1', site: 'gent', platform: 'fwco_fortios' })
  })
  after(() => shown?.close())

  it('matches any of them, shows them, and leaves the address unchanged', async () => {
    const at = '/devices?platform=netco_iosxe&platform=netco_nxos&site=lyon&site=oslo'
    const { page, close } = await shown.open({ as: operator, at })

    await page.getByRole('row', { name: /core-1/ }).waitFor()
    await page.getByRole('row', { name: /edge-1/ }).waitFor()
    expect(await page.getByRole('row', { name: /wall-1/ }).count()).to.equal(0)
    expect(await page.getByRole('combobox', { name: 'Site' }).inputValue()).to.equal('lyon, oslo')
    const searchParams = new URLSearchParams(page.url().split('?')[1])
    expect(searchParams.getAll('platform')).to.deep.equal(['netco_iosxe', 'netco_nxos'])
    expect(searchParams.getAll('site')).to.deep.equal(['lyon', 'oslo'])

    await page.getByRole('combobox', { name: 'Site' }).fill('oslo')
    await page.getByRole('row', { name: /core-1/ }).waitFor({ state: 'detached' })
    expect(await page.getByRole('row', { name: /edge-1/ }).count()).to.equal(1)
    await close()
  })
})
