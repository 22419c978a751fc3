import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import type { Customer } from '../../support/service.ts'

describeConsole('the session in several browser tabs', () => {
  let shown: TestConsole
  let customer: Customer
  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('acme')
  })
  after(() => shown.close())

  async function loggedIn() {
    const { email, password } = await shown.createUser('tenant_admin', customer)
    const { page, close } = await shown.open({ at: '/devices' })
    await logIn(page, email, password)
    const next = async (at: string) => {
      const tab = await page.context().newPage()
      await tab.goto(`${shown.service.url}/#${at}`)
      return tab
    }
    return { email, password, page, next, close }
  }

  async function logIn(page: Page, email: string, password: string) {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
  }

  const login = (page: Page) => page.getByLabel('E-mail address')

  it('is shared with a new tab, survives the first, and ends with the last', async () => {
    const { page, next, close } = await loggedIn()

    const second = await next('/notification-channels')
    await second.getByRole('heading', { name: 'Notification channels', level: 1 }).waitFor()
    const stored = await second.evaluate(() => JSON.stringify({ ...localStorage }))
    const token = await second.evaluate(() => sessionStorage.getItem('coffer.session'))
    await page.close()
    await second.reload()
    await second.getByRole('heading', { name: 'Notification channels', level: 1 }).waitFor()
    const blank = await second.context().newPage()
    await second.close()
    await blank.goto(`${shown.service.url}/#/notification-channels`)

    await login(blank).waitFor()
    expect(token).to.be.a('string')
    expect(stored).not.to.include(token)
    await close()
  })

  it('ends in all tabs on logout in one', async () => {
    const { page, next, close } = await loggedIn()
    const second = await next('/notification-channels')
    await second.getByRole('heading', { name: 'Notification channels', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()

    await login(page).waitFor()
    await login(second).waitFor()
    const third = await next('/devices')
    await login(third).waitFor()
    await close()
  })

  it('resumes in all tabs when the user logs in again in one', async () => {
    const { password, page, next, close } = await loggedIn()
    const second = await next('/notification-channels')
    await second.getByRole('heading', { name: 'Notification channels', level: 1 }).waitFor()
    await page.evaluate(async () => {
      const token = sessionStorage.getItem('coffer.session') ?? ''
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    })
    const lost = (tab: Page) => tab.getByRole('dialog', { name: 'Your session has ended' })
    await second.getByRole('link', { name: 'Devices', exact: true }).click()
    await lost(second).waitFor()
    await page.getByRole('link', { name: 'Notification channels', exact: true }).click()
    await lost(page).waitFor()

    await lost(page).getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')

    await lost(page).waitFor({ state: 'detached' })
    await lost(second).waitFor({ state: 'detached' })
    await second.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
    await close()
  })
})
