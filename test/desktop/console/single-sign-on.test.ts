import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type FakeProvider, type ProviderUser, startIdentityProvider } from '../../fakes/identity-provider.ts'
import { asked } from '../../fakes/electron.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { startDesktopProgram } from '../../support/desktop-program.ts'
import { aPurgeRequest, beginCode } from '../../support/login-codes.ts'
import { must } from '../../support/service.ts'
import { aProvider, followCallback } from '../../support/single-sign-on.ts'
import { bridgePage } from './bridged-page.ts'

const callbackUrl = 'http://localhost:8080/api/auth/sso/callback'
const user: ProviderUser = { sub: 'eva', email: 'eva@example.net', name: 'Eva', groups: ['admins'] }

describeConsole('single sign-on in the console', () => {
  let shown: TestConsole
  let provider: FakeProvider

  before(async () => {
    provider = await startIdentityProvider(callbackUrl)
    shown = await openConsole({ environment: { BKP_OUTGOING_ALLOW: `127.0.0.1:${provider.port}` } })
    const admin = await shown.service.as('platform_admin')
    must(await admin.put('/api/identity-provider', aProvider(provider)), 200)
  })
  after(async () => {
    await shown?.close()
    await provider?.close()
  })

  /** Logs the user in at the provider whenever the page, or a window of it, goes there. */
  async function answerAtProvider(page: Page) {
    await page.context().route(`${provider.issuer}/auth**`, async (route) => {
      const returned = await followCallback(shown.service, await provider.logIn(route.request().url(), user))
      const url = new URL(returned.href)
      await route.fulfill({ status: 302, headers: { location: url.href } })
    })
  }

  it('logs in at the provider, and confirms there', async () => {
    const { page, picture, axe, close } = await shown.open({ height: 900 })
    page.setDefaultTimeout(15_000)
    await answerAtProvider(page)
    await page.getByRole('button', { name: 'Log in with Example login' }).waitFor()
    await picture('sso-login')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Single sign-on' }).click()
    await page.getByText('Enter your e-mail address first.').waitFor()
    await page.getByRole('button', { name: 'Log in with Example login' }).click()
    await page.getByRole('navigation').first().waitFor()
    expect(page.url()).not.to.include('sso_code')

    await page.goto(`${shown.service.url}/#/settings`)
    const minutes = page.getByLabel('End idle sessions after (minutes)')
    await minutes.fill('45')
    await page.locator('form', { has: minutes }).getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.getByText('Log in at your identity provider again').waitFor()
    await picture('sso-confirm')
    await dialog.getByRole('button', { name: 'Open the provider' }).click()
    await page.getByText('Saved. It applies to every replica at once.').waitFor()
    await close()
  })

  it('confirms a code of a program, which the user typed after a login at the provider', async () => {
    const { userCode, completion } = await beginCode(shown.service)
    const { page, picture, axe, close } = await shown.open({ at: '/login-code', height: 900 })
    page.setDefaultTimeout(15_000)
    await answerAtProvider(page)
    await page.getByRole('button', { name: 'Log in with Example login' }).click()

    await page.getByLabel('Code').fill(userCode.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Confirm only if you started this login yourself.').waitFor()
    await page.getByText('coffer on workstation-7').waitFor()
    expect(await axe('both')).to.deep.equal([])
    await picture('login-code')
    await page.setViewportSize({ width: 390, height: 900 })
    await picture('login-code-narrow')
    await page.getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.getByRole('button', { name: 'Open the provider' }).click()
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor()

    must(await shown.service.anonymous.post('/api/auth/codes/complete', completion), 200)
    await close()
  })

  it('shows the action that a code confirms, and its object', async () => {
    const admin = await shown.service.as('platform_admin')
    const { id, slug } = await shown.service.hasTenant()
    const deletion = await beginCode(shown.service, admin, { method: 'DELETE', path: `/api/tenants/${id}` })
    const token = await beginCode(shown.service, admin)
    const browser = await shown.service.inAnotherSession(admin)
    const { page, picture, close } = await shown.open({ at: '/login-code', as: browser, height: 900 })
    page.setDefaultTimeout(15_000)

    await page.getByLabel('Code').fill(deletion.userCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: `Delete the customer ${slug}` }).waitFor()
    await page.getByText(`DELETE /api/tenants/${id}`).waitFor()
    await page.getByText('Confirm only if you started this action yourself.').waitFor()
    await page.getByRole('button', { name: 'Enter another code' }).click()
    await page.getByLabel('Code').fill(token.userCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Create the API token program' }).waitFor()
    await page.getByText('platform_operator').waitFor()
    await picture('login-code-action')
    await close()
  })

  it('shows what an approval approves, also in French in a narrow window', async () => {
    const [admin, asking] = [await shown.service.as('platform_admin'), await shown.service.as('platform_admin')]
    const customer = await shown.service.hasTenant()
    const { id, path: purge, reason } = await aPurgeRequest(shown.service, asking, customer)
    const path = `/api/approvals/${id}/approve?tenant=${customer.id}`
    const { userCode } = await beginCode(shown.service, admin, { method: 'POST', path, body: {} })
    const browser = await shown.service.inAnotherSession(admin)
    const { page, picture, axe, close } = await shown.open({ at: '/login-code', as: browser, height: 900 })
    page.setDefaultTimeout(15_000)

    await page.getByLabel('Code').fill(userCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(`POST ${purge}`).waitFor()
    await page.getByText(`"confirm": "${customer.slug}"`).waitFor()
    await page.getByText(reason).waitFor()
    expect(await axe('both')).to.deep.equal([])
    await picture('login-code-approval')
    await close()
    const narrow = await shown.open({
      at: '/login-code',
      as: browser,
      width: 390,
      language: 'fr',
      theme: 'dark',
      height: 900,
    })
    await narrow.page.getByLabel('Code').fill(userCode)
    await narrow.page.getByRole('button', { name: 'Continuer' }).click()
    await narrow.page.getByText('Vous approuvez').waitFor()
    await narrow.picture('login-code-approval-fr')
    await narrow.close()
  })

  it('logs in the desktop in the browser of the system', async () => {
    const program = await startDesktopProgram()
    const { page, picture, close } = await shown.open({
      height: 900,
      prepare: (opened) => bridgePage(opened, program),
    })
    page.setDefaultTimeout(15_000)
    program.window.webContents.clicks()
    await page.getByRole('button', { name: 'Log in with Example login' }).click()
    while (asked.opened.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await picture('sso-login-desktop')
    const returned = await followCallback(shown.service, await provider.logIn(asked.opened[0]!, user))
    await fetch(returned)

    await page.getByRole('navigation').first().waitFor()
    await close()
    await program.end()
  })

  it('fits a narrow window in French', async () => {
    const { page, picture, close } = await shown.open({ width: 390, language: 'fr', theme: 'dark', height: 900 })
    await page.getByRole('button', { name: 'Se connecter avec Example login' }).waitFor()
    await picture('sso-login-fr')
    await close()
  })
})
