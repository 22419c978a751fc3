import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { addTotp, totpCode } from '../../support/second-factors.ts'
import { type Client, clientOf, must } from '../../support/service.ts'

const password = 'a long one, of words'

describeConsole('second factors in the console', () => {
  let shown: TestConsole
  let admin: Client
  before(async () => {
    shown = await openConsole()
    admin = await shown.service.as('platform_admin')
    // browsers offer passkeys to host names only
    shown.service.dependencies.settings.baseUrl = shown.service.url.replace('127.0.0.1', 'localhost')
  })
  after(() => shown?.close())

  let users = 0
  async function aUser(role = 'platform_operator') {
    const email = `user-${++users}@example.net`
    must(await admin.post('/api/users', { email, name: 'Bo', role, password }), 201)
    const logIn = () => shown.service.anonymous.post('/api/auth/login', { email, password })
    return { email, session: async () => clientOf(shown.service.url, must(await logIn(), 200).token) }
  }

  async function enterPassword(page: Page, email: string) {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  const now = () => shown.service.dependencies.now()

  it('set up an authenticator app, then log in with its code', async () => {
    const { email } = await aUser()
    const { page, axe, picture, close } = await shown.open({ at: '/account' })
    await enterPassword(page, email)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const secret = await page.getByRole('region', { name: 'Secret' }).locator('code').textContent()
    await page.getByLabel('QR code of the secret').waitFor()
    await picture('second-factors-app')
    const barriers = await axe('both')
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('is wrong, or was already used').waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret!, now()))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
    await picture('second-factors-codes')
    barriers.push(...(await axe('both')))
    await page.getByText('I have stored the codes').click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Second factors' }).getByText('Authenticator app').waitFor()
    await page.getByText('10 recovery codes are left.').waitFor()
    await picture('second-factors-account')
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()

    await shown.service.advance(60_000)
    await enterPassword(page, email)
    const code = page.getByLabel('Code of your authenticator app, or a recovery code')
    await code.fill('000000')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('The code is wrong or was already used.').waitFor()
    await picture('second-factors-login')
    barriers.push(...(await axe('both')))
    await code.fill(totpCode(secret!, now()))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Account menu' }).waitFor()

    expect(codes).to.have.lengthOf(10)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('limit a user who must have one to its set-up, and then continue', async () => {
    const { email } = await aUser()
    must(await admin.patch('/api/settings', { second_factor_roles: ['platform_operator'] }), 200)
    const { page, axe, picture, close } = await shown.open({ at: '/devices', language: 'fr', width: 390 })
    await page.getByLabel('Adresse e-mail').fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Se connecter' }).click()

    await page.getByRole('heading', { name: 'Configurer un second facteur', level: 1 }).waitFor()
    await picture('second-factors-required-fr-390')
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Configurer une application' }).click()
    const secret = await page.getByRole('region', { name: 'Secret' }).locator('code').textContent()
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret!, now()))
    await page.getByRole('button', { name: 'Confirmer' }).click()
    await page.getByText('J’ai conservé les codes').click()
    await page.getByRole('button', { name: 'Terminé' }).click()
    await page.getByRole('heading', { name: 'Équipements', level: 1 }).waitFor()
    must(await admin.patch('/api/settings', { second_factor_roles: [] }), 200)

    expect(barriers).to.deep.equal([])
    await close()
  })

  it('use a passkey to log in and to confirm', async () => {
    const { email } = await aUser()
    const { page, picture, axe, close } = await shown.open({ at: '/account' })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`${shown.service.dependencies.settings.baseUrl}/#/account`)
    await enterPassword(page, email)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('I have stored the codes').click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Second factors' }).getByText('Laptop').waitFor()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()

    await enterPassword(page, email)
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await picture('second-factors-login-passkey')
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('table', { name: 'Sessions' }).getByText('password + passkey').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('It is your last second factor.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor()
    await picture('second-factors-confirm')
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('No second factor is set up.').waitFor()

    expect(barriers).to.deep.equal([])
    await close()
  })

  it('are shown to an administrator, who can remove them', async () => {
    const { email, session } = await aUser('platform_admin')
    await addTotp(shown.service, await session())
    const { page, picture, close } = await shown.open({ as: admin, at: '/users' })

    await page.getByRole('row', { name: email }).getByText('Authenticator app').waitFor()
    await picture('second-factors-users')
    await page.getByRole('row', { name: email }).getByRole('link').click()
    await page.getByRole('button', { name: 'Reset second factors' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Second factors of Bo removed.').waitFor()

    await page.getByRole('button', { name: 'Reset second factors' }).waitFor({ state: 'detached' })
    const left = must(await admin.get('/api/users'), 200).find((user: { email: string }) => user.email === email)
    expect(left.second_factors).to.deep.equal([])
    await close()
  })
})
