import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import type { Customer } from '../../support/service.ts'

describeConsole('an outage of the service', () => {
  let shown: TestConsole
  let customer: Customer
  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('acme')
    await customer.hasDevice({ name: 'core-1' })
  })
  after(() => shown.close())

  const cut = (route: Route) => route.abort('connectionrefused')
  const goDown = (page: Page) => page.route(`${shown.service.url}/**`, cut)
  const comeBack = (page: Page) => page.unroute(`${shown.service.url}/**`, cut)
  const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Service unreachable since' })

  it('is reported once, keeps displayed data, and reloads failed requests afterwards', async () => {
    const as = await customer.as('tenant_admin')
    const { page, go, axe, picture, close } = await shown.open({ as, at: '/' })
    await page.getByRole('region', { name: 'Coverage' }).waitFor()
    await go('/devices')
    await page.getByRole('row', { name: /core-1/ }).waitFor()
    await goDown(page)

    await go('/')
    await banner(page).waitFor()
    await page.getByText('Updates when the service responds again.').first().waitFor()
    const silent = await page.getByText('does not respond').count()
    const retries = await page.getByRole('main').getByRole('button', { name: 'Try again' }).count()
    const said = (await banner(page).textContent()) ?? ''
    const barriers = await axe('both')
    await picture('outage')
    await comeBack(page)
    await page.getByRole('button', { name: 'Try now' }).click()

    await banner(page).waitFor({ state: 'detached' })
    await page.getByText('as of').waitFor()
    await page.getByRole('region', { name: 'Coverage' }).waitFor()
    expect(await page.getByText('Updates when the service responds again.').count()).to.equal(0)
    expect([silent, retries]).to.deep.equal([0, 0])
    expect(said).to.match(/Service unreachable since \d\d:\d\d\..*Trying again/)
    expect(barriers).to.deep.equal([])
    shown.complaints()
    await close()
  })

  it('ends automatically, and opens the page whose files could not be loaded', async () => {
    const as = await customer.as('tenant_admin')
    const { page, close } = await shown.open({ as, at: '/devices', language: 'fr' })
    await page.getByRole('row', { name: /core-1/ }).waitFor()
    await goDown(page)

    await page.getByRole('navigation').getByRole('link', { name: 'Canaux de notification' }).click()
    await page.getByText(/Service injoignable depuis \d\d:\d\d/).waitFor()
    await page.getByText('La page demandée s’ouvrira dès que le service répondra.').waitFor()
    await comeBack(page)

    await page.getByRole('heading', { name: 'Canaux de notification', level: 1 }).waitFor()
    await page.getByText('Service injoignable').waitFor({ state: 'detached' })
    shown.complaints()
    await close()
  })

  it('is not reported for a slow response, which shows as waiting', async () => {
    const as = await customer.as('tenant_admin')
    const answer = Promise.withResolvers<void>()
    const { page, go, close } = await shown.open({ as, at: '/devices' })
    await page.getByRole('row', { name: /core-1/ }).waitFor()
    await page.route(/\/api\/notification-channels/, async (route) => {
      await answer.promise
      await route.continue()
    })

    await go('/notification-channels')
    await page.getByText(/^Still waiting, \d+ s$/).waitFor()
    await page.getByText('Still waiting for the service', { exact: true }).waitFor()
    answer.resolve()
    await page.getByText('No notification channels yet').waitFor()

    await page.getByText('Still waiting').first().waitFor({ state: 'detached' }) // prettier-ignore
    expect(await banner(page).count()).to.equal(0)
    await close()
  })
})
