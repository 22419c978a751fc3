import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type FakeProvider, startIdentityProvider } from '../../fakes/identity-provider.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, must } from '../../support/service.ts'
import { provision, provisionerOf } from '../../support/scim.ts'
import { ssoClient } from '../../support/single-sign-on.ts'

describeConsole('the identity provider in the console', () => {
  let shown: TestConsole
  let provider: FakeProvider
  let admin: Client
  let person: { email: string; password: string }
  before(async () => {
    provider = await startIdentityProvider('http://localhost:8080/api/auth/sso/callback')
    shown = await openConsole({ environment: { BKP_OUTGOING_ALLOW: `127.0.0.1:${provider.port}` } })
    admin = await shown.service.as('platform_admin')
    person = await shown.createUser('platform_admin')
    must(await admin.post('/api/roles', { name: 'Night shift', description: '', permissions: ['audit:read'] }), 201)
  })
  after(async () => {
    await shown?.close()
    await provider?.close()
  })

  async function logIn(page: Page) {
    page.setDefaultTimeout(15_000)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }

  async function confirm(page: Page) {
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.getByLabel('Password').fill(person.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
  }

  it('is added, tested, tried on claims, changed and removed', async () => {
    const { page, picture, axe, close } = await shown.open({ at: '/identity-provider', height: 1400 })
    await logIn(page)
    await page.getByText('/api/auth/sso/callback').waitFor()
    await page.getByLabel(/^Name/).fill('Example login')
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByLabel('Client id').fill('coffer')
    await page.getByLabel('Client secret').fill('not-a-secret-of-coffer')
    await page.getByRole('button', { name: 'Add mapping' }).click()
    await page.getByRole('button', { name: 'Add mapping' }).click()
    await page
      .getByLabel(/^Value/)
      .nth(0)
      .fill('night')
    await page.getByLabel(/^Role/).nth(0).selectOption({ label: 'Night shift' })
    await page
      .getByLabel(/^Value/)
      .nth(1)
      .fill('operators')
    await page.getByLabel(/^Role/).nth(1).selectOption('platform_operator')
    await page.getByRole('button', { name: 'Move mapping 2 up' }).click()
    expect(await axe('both'), 'new').to.deep.equal([])
    await page.getByRole('button', { name: 'Add provider' }).click()
    await confirm(page)
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('It issues refresh tokens').waitFor()
    const claims = { sub: '7', email: 'eva@example.net', name: 'Eva', groups: ['night', 'operators'] }
    await page.getByLabel('Claims of an ID token').fill(JSON.stringify(claims))
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await page.getByText('Eva (eva@example.net) would get the role').waitFor()
    await page.getByText(`${new URL(page.url()).origin}/api/scim/v2`).waitFor()
    await picture('identity-provider')
    expect(await axe('both')).to.deep.equal([])

    const saved = must(await admin.get('/api/identity-provider'), 200)
    expect(saved.has_secret).to.equal(true)
    expect(saved.role_mappings.map(({ role }: { role: string }) => role)).to.deep.equal([
      'platform_operator',
      'platform_custom',
    ])

    await page.getByLabel('Required: refuse passwords').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await confirm(page)
    await page.getByText('Passwords were not refused').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByLabel(/^Name/).fill('Renamed login')
    const answer = page.waitForResponse((one) => one.request().method() === 'PUT' && one.status() === 200)
    await page.getByRole('button', { name: 'Save' }).click()
    await confirm(page)
    await answer
    const changed = must(await admin.get('/api/identity-provider'), 200)
    expect(changed).to.include({ name: 'Renamed login', has_secret: true, required: false })
    await close()
  })

  it('determines the fields of its users, who get no password unless they are break-glass', async () => {
    const user = { sub: 'eva', email: 'eva@example.net', name: 'Eva', groups: ['operators'] }
    const { id } = must(await (await ssoClient(shown.service, provider, user)).get('/api/auth/me'), 200)
    const { page, picture, close } = await shown.open({ at: `/users/${id}`, height: 900 })
    await logIn(page)
    await page.getByText('Managed by Renamed login').waitFor()
    expect(await page.getByRole('button', { name: 'Set password' }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Eva' })
    expect(await dialog.getByLabel('E-mail address').isDisabled()).to.equal(true)
    await dialog.getByText('Break-glass account').click()
    await picture('identity-provider-user')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await confirm(page)
    await page.getByRole('button', { name: 'Set password' }).waitFor()

    expect(must(await admin.get(`/api/users/${id}`), 200)).to.include({ break_glass: true, sso: true })
    await close()
  })

  it('shows its users over SCIM, whose state it determines', async () => {
    const client = await provisionerOf(shown.service, null)
    const user = { userName: 'ida@example.net', displayName: 'Ida Lund', active: false }
    const id = await provision(client, 'user', user)
    const { page, picture, axe, close } = await shown.open({ as: admin, at: `/users/${id}`, height: 900 })
    await page.getByText('Over SCIM: inactive at the provider').waitFor()
    expect(await page.getByRole('button', { name: 'Enable' }).count()).to.equal(0)
    await picture('identity-provider-scim')
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Ida Lund' })
    await dialog.getByText('over SCIM').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Name' }).isDisabled()).to.equal(true)
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('has other fields for SAML and directories, and fits a narrow window in French', async () => {
    const customer = await shown.service.hasTenant()
    const at = `/identity-provider?customer=${customer.slug}`
    const { page, picture, close } = await shown.open({ as: admin, at, width: 390, language: 'fr', theme: 'light', height: 1600 }) // prettier-ignore
    page.setDefaultTimeout(15_000)
    await page.getByLabel('Type').selectOption('saml')
    await page.getByLabel('Métadonnées du fournisseur').waitFor()
    await picture('identity-provider-fr')
    await page.getByLabel('Type').selectOption('ldap')
    await page.getByText('Avec {login} pour ce que l’utilisateur').waitFor()
    await close()
  })
})
