import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

describeConsole('a pending retention reduction', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    admin = await customer.as('tenant_admin')
  })
  beforeEach(async () => {
    must(await admin.put('/api/retention/customer', { keep_days: 90, keep_last: 5 }), 200)
  })
  after(() => shown?.close())

  const policy = async () => must(await admin.get('/api/retention/customer'), 200)

  it('is cancelled where it is shown, which restores the former values', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/policies?customer=northwind' })

    const retention = page.getByRole('region', { name: 'Retention' })
    await retention.getByText('Reduced to 90 days from').waitFor()
    await retention.getByText('Reduced to the latest 5 versions from').waitFor()
    await picture('retention-cut')
    expect(await axe('both')).to.deep.equal([])
    await retention.getByRole('button', { name: 'Withdraw the reduction' }).click()
    await page.getByText('Withdrawn. The former values apply.').waitFor()
    await retention.getByText('Reduced to').first().waitFor({ state: 'detached' })

    const { keep_days, keep_last, before_cut, effective } = await policy()
    expect({ keep_days, keep_last, before_cut }).to.deep.equal({ keep_days: null, keep_last: null, before_cut: null })
    expect(effective).to.include({ keep_days: 730, keep_days_pending: null, keep_last: 30, keep_last_pending: null })
    await close()
  })

  it('stays if the request fails, with the reason, in French', async () => {
    const { page, close } = await shown.open({ as: admin, at: '/policies?customer=northwind', language: 'fr' })
    const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'database_unavailable', detail: 'The database is unavailable.' } // prettier-ignore
    await page.route('**/api/retention/customer*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: problem }) : route.fallback(),
    )

    await page.getByRole('button', { name: 'Annuler la réduction' }).click()
    await page.locator('.n-message--error-type').waitFor()

    await page.getByText('Réduite à 90 jours à partir du').waitFor()
    expect((await policy()).before_cut).to.deep.equal({ keep_days: null, keep_last: null })
    await close()
  })

  it('is cancelled only at its own level and with the permission', async () => {
    const device = await customer.hasDevice({ name: 'edge-1' })
    const at = `/policies?customer=northwind&level=device&device=${device.id}`
    const below = await shown.open({ as: admin, at })
    await below.page.getByText('Set at another level. Withdraw it there.').waitFor()
    expect(await below.page.getByRole('button', { name: 'Withdraw the reduction' }).count()).to.equal(0)
    await below.close()

    const reader = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as: reader, at: '/policies?customer=northwind' })
    await page.getByText('Reduced to 90 days from').waitFor()
    expect(await page.getByRole('button', { name: 'Withdraw the reduction' }).count()).to.equal(0)
    await close()
  })
})
