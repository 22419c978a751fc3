import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import type { Customer } from '../../support/service.ts'

const built = path.join(import.meta.dirname, '../../../dist/console')

describeConsole('the console frame', () => {
  let shown: TestConsole
  let customer: Customer
  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('acme')
    await shown.service.hasTenant('globex')
  })
  after(() => shown.close())

  const ways = (page: { getByRole: (role: 'link') => { allTextContents(): Promise<string[]> } }) =>
    page.getByRole('link').allTextContents()

  it('logs in with the right password and reports a wrong one, accessible in both themes', async () => {
    const { email, password } = await shown.createUser('tenant_operator', customer)
    const { page, axe, close } = await shown.open({ at: '/devices' })

    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('something else')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong e-mail address or password.').waitFor()
    const barriers = await axe('both')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByText('Remember my address').click()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()

    await page.getByLabel('E-mail address').waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).to.equal(email)
    expect(await page.title()).to.equal('Log in · Coffer')
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('links to the documentation and the API reference, on the login page and in the user menu', async () => {
    const entries = (page: Page) =>
      page.locator('a[target=_blank]').evaluateAll((all) => all.map((one) => [one.textContent?.trim(), one.getAttribute('href')])) // prettier-ignore
    const away = await shown.open({ at: '/devices' })
    await away.page.getByLabel('E-mail address').waitFor()
    const inside = await shown.open({ as: await customer.as('tenant_readonly'), at: '/devices', language: 'fr' })
    await inside.page.getByRole('button', { name: 'Menu du compte' }).click()
    await inside.page.getByRole('link', { name: 'Documentation' }).waitFor()
    const { url } = shown.service

    expect(await entries(away.page)).to.deep.equal([
      ['Documentation', `${url}/docs/`],
      ['API reference', `${url}/api/docs/`],
    ])
    expect(await entries(inside.page)).to.deep.equal([
      ['Documentation', `${url}/docs/`],
      ['Référence de l’API', `${url}/api/docs/`],
    ])
    await away.close()
    await inside.close()
  })

  it('shows how long to wait after too many attempts, and a service outage', async () => {
    const { page, close } = await shown.open()
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ title: 'Too many attempts', status: 429, retry_after_seconds: 900, request_id: 'r' }),
      }),
    )
    await page.getByLabel('E-mail address').fill('anna@example.net')
    await page.getByLabel('Password', { exact: true }).fill('something')
    await page.keyboard.press('Enter')
    await page.getByText(/Too many attempts. Try again in \d+ seconds/).waitFor()
    expect(await page.getByRole('button', { name: 'Log in' }).isDisabled()).to.equal(true)

    await page.unroute('**/api/auth/login')
    await page.route('**/api/auth/login', (route) => route.abort())
    await page.reload()
    await page.getByLabel('E-mail address').fill('anna@example.net')
    await page.getByLabel('Password', { exact: true }).fill('something')
    await page.keyboard.press('Enter')

    await page.getByText('does not respond').waitFor()
    shown.complaints()
    await close()
  })

  it('asks for a new login over the page when a session expires, and continues', async () => {
    const { email, password } = await shown.createUser('tenant_admin', customer)
    const { page, axe, close } = await shown.open({ at: '/devices' })
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
    await page.getByRole('combobox', { name: 'Site' }).fill('half typed')
    await page.evaluate(async () => {
      const token = sessionStorage.getItem('coffer.session') ?? ''
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      // Without waiting for the field: the page’s first request opens the dialog over it.
      const tag = document.querySelector<HTMLInputElement>('input[aria-label="Tag"]')
      if (!tag) throw new Error('there is no filter by tag')
      tag.value = 'core'
      tag.dispatchEvent(new Event('input', { bubbles: true }))
    })

    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    const barriers = await axe('both')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('No results for these filters').waitFor()

    expect(await page.getByRole('combobox', { name: 'Site' }).inputValue()).to.equal('half typed')
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('shows a role only its pages', async () => {
    const reader = await shown.open({ as: await customer.as('tenant_readonly'), at: '/devices' })
    await reader.page.getByRole('navigation', { name: 'Pages' }).waitFor()
    const admin = await shown.open({ as: await shown.service.as('platform_admin'), at: '/devices' })
    await admin.page.getByRole('navigation', { name: 'Pages' }).waitFor()

    expect(await ways(reader.page)).to.include.members(['Overview', 'Devices'])
    expect(await reader.page.getByText('acme', { exact: true }).isVisible()).to.equal(true)
    expect(await reader.page.getByRole('button', { name: /^Customer/ }).count()).to.equal(0)
    expect((await ways(admin.page)).length).to.be.at.least((await ways(reader.page)).length)
    await reader.close()
    await admin.close()
  })

  it('shows no data of one customer under another’s name, even without a response', async () => {
    const { name } = await customer.hasDevice()
    const as = await shown.service.as('platform_operator')
    const { page, go, close } = await shown.open({ as, at: '/devices?customer=acme' })
    await page.getByRole('row', { name }).waitFor()
    await page.route(/\/api\/devices\?/, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'Service unavailable', status: 503, request_id: 'r' }),
      }),
    )

    await go('/devices?customer=globex')
    await page.getByText('Service unavailable').first().waitFor()

    await page.getByRole('button', { name: 'Customer: globex' }).waitFor()
    expect(await page.getByText(name).count()).to.equal(0)
    await close()
  })

  it('shows an object under its own customer, and its list when another is chosen', async () => {
    const device = await customer.hasDevice({ name: 'acme-edge' })
    const as = await shown.service.as('platform_operator')
    const places = [`/devices/${device.id}`, `/policies?level=device&device=${device.id}`]
    const { page, go, close } = await shown.open({ as, at: '/devices?customer=globex' })
    for (const place of places) {
      await go(`/devices?customer=globex`)
      await page.getByRole('button', { name: 'Customer: globex' }).waitFor()
      await go(`${place}${place.includes('?') ? '&' : '?'}customer=globex`)
      await page.getByRole('button', { name: 'Customer: acme' }).waitFor()
      await page.getByText('acme-edge').first().waitFor()
    }
    await go(`/policies?level=device&device=${device.id}&customer=*`)
    await page.getByRole('region', { name: 'Retention' }).waitFor()

    await go(`/devices/${device.id}?customer=acme`)
    await page.getByRole('heading', { name: 'acme-edge' }).waitFor()
    await page.getByRole('button', { name: 'Customer: acme' }).click()
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('glo')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Customer: globex' }).waitFor()
    await close()
  })

  it('keeps the chosen customer in the address, and reports an unknown one', async () => {
    const { page, go, axe, close } = await shown.open({ as: await shown.service.as('platform_operator') })
    await page.getByRole('button', { name: 'Customer: All customers' }).click()
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('glo')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Customer: globex' }).waitFor()
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.waitForURL(/#\/devices\?customer=globex/)
    await page.goBack()
    await page.goBack()
    await page.getByRole('button', { name: 'Customer: All customers' }).waitFor()

    await go('/devices?customer=nobody')
    await page.getByText('No customer nobody').waitFor()
    expect(await axe()).to.deep.equal([])
    await page.getByRole('button', { name: 'Show all customers' }).click()
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
    await close()
  })

  it('switches to French and to the dark theme, and remembers both', async () => {
    const { page, close } = await shown.open({ as: await customer.as('tenant_readonly'), at: '/devices' })
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByLabel('Appearance').selectOption('dark')
    await page.getByLabel('Language').selectOption('fr')
    await page.getByRole('heading', { name: 'Équipements', level: 1 }).waitFor()
    await page
      .getByRole('banner')
      .getByText(/UTC\+[12]$/)
      .waitFor() // in Brussels
    await page.reload()
    await page.getByRole('heading', { name: 'Équipements', level: 1 }).waitFor()

    const root = page.locator('html')
    expect(await root.getAttribute('lang')).to.equal('fr')
    expect(await root.getAttribute('data-theme')).to.equal('dark')
    expect(await page.title()).to.equal('Équipements · Coffer')
    await close()
  })

  it('is operable by keyboard: the palette finds pages and devices, help lists shortcuts', async () => {
    await customer.hasDevice({ name: 'core-router-7' })
    const { page, axe, close } = await shown.open({ as: await customer.as('tenant_readonly'), at: '/' })
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Skip to content')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Devices' }).waitFor()
    await page.keyboard.type('router-7')
    await page.getByRole('option', { name: /^core-router-7/ }).waitFor()
    const barriers = await axe('both')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('devic')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await page.getByText('Name, address, site or tag').count()).to.be.at.least(1)
    expect([...barriers, ...(await axe('light')), ...(await axe('dark'))]).to.deep.equal([])
    await close()
  })

  it('announces an agent in lab mode, with its name as text', async () => {
    const lab = await shown.service.hasTenant('lab-customer')
    const agent = await lab.hasAgent({ name: '<img src=x onerror=alert(1)>' })
    const admin = await shown.service.as('platform_admin')
    await admin.patch(`/api/agents/${agent.id}?tenant=${lab.id}`, { lab_mode: true })
    const { page, axe, close } = await shown.open({ as: await lab.as('tenant_readonly'), at: '/devices' })

    await page.getByText(/The agent <img src=x onerror=alert\(1\)> is in lab mode/).waitFor()
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('loads less than 355 KB of script at first, in at most 20 files', async () => {
    const { page, close } = await shown.open()
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname),
    )
    const scripts = loaded.filter((name) => name.endsWith('.js'))
    const bytes = scripts.map((name) => fs.statSync(compressed(path.join(built, name))).size)

    expect(scripts).to.have.length.within(1, 20)
    expect(bytes.reduce((sum, size) => sum + size, 0)).to.be.below(355_000)
    await close()
  })
})

/** The smallest ones are not compressed. */
function compressed(file: string): string {
  return fs.existsSync(`${file}.gz`) ? `${file}.gz` : file
}
