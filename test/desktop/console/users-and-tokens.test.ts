import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, clientOf, must } from '../../support/service.ts'

const markup = '<img src=x onerror=alert(1)>'

describeConsole('the user and token pages', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    admin = await shown.service.as('platform_admin')
    const password = 'a long one, of words'
    const tom = { name: markup, email: 'tom@example.net', role: 'tenant_readonly', password }
    must(await admin.post(`/api/users?tenant=${customer.id}`, tom), 201)
  })

  after(() => shown?.close())

  it('add a user, who logs in with the password shown once', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/users' })

    await page.getByRole('link', { name: markup }).waitFor()
    expect(await page.locator('img').count()).to.equal(0)
    await picture('users')
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click()
    await page.getByText('3 fields need attention').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).evaluate((field) => field.matches(':focus'))).to.equal(
      true,
    )
    await page.getByRole('textbox', { name: 'Name' }).fill('Bo Example')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('bo@example.net')
    await page.getByRole('combobox', { name: 'Belongs to' }).selectOption({ label: 'northwind' })
    await page.getByRole('radio', { name: /^administrator/ }).check()
    await page.getByRole('button', { name: 'Generate' }).click()
    await picture('users-new')
    barriers.push(...(await axe('both')))
    await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('heading', { name: 'Bo Example can log in' }).waitFor()
    const password = await page.getByRole('region', { name: 'Password' }).locator('code').textContent()
    await picture('users-made')
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Bo Example' }).waitFor()
    await page.getByText('Must change the password at the next login').waitFor()

    expect(barriers).to.deep.equal([])
    must(await shown.service.anonymous.post('/api/auth/login', { email: 'bo@example.net', password }), 200)
    await close()
  })

  it('must change a password that an administrator chose, on the only page that they see', async () => {
    const [email, password, chosen] = ['mo@example.net', 'chosen by an administrator', 'a sentence of the user alone']
    const fields = { email, name: 'Mo', role: 'platform_operator', password, must_change_password: true }
    must(await admin.post('/api/users', fields), 201)
    const session = async () =>
      clientOf(shown.service.url, must(await shown.service.anonymous.post('/api/auth/login', { email, password }), 200).token) // prettier-ignore
    const small = { as: await session(), language: 'fr', theme: 'dark', width: 390 } as const
    const narrow = await shown.open(small)
    await narrow.page.getByRole('heading', { name: 'Changer votre mot de passe' }).waitFor()
    await narrow.picture('password-required-fr')
    await narrow.close()
    const { page, axe, picture, close } = await shown.open({ as: await session(), at: '/devices' })

    await page.getByText('Another person set your password').waitFor()
    await picture('password-required')
    expect(await axe('both')).to.deep.equal([])
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel(/^New password/).fill(chosen)
    await page.getByLabel('Confirm new password').fill(chosen)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor()
    await close()
  })

  it('end a user’s sessions, disable the account, and delete it after its address is typed', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/users?q=bo' })

    await page.getByRole('link', { name: 'Bo Example' }).click()
    await page.getByRole('table', { name: 'Sessions' }).getByText('127.0.0.1').waitFor()
    await picture('users-one')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'End all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click()
    await page.getByText('No sessions.').waitFor()
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('disabled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('button', { name: 'Disable' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('bo@example.net').fill('bo@example.net')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()

    const people: { email: string }[] = must(await admin.get('/api/users'), 200)
    expect(people.map(({ email }) => email)).to.not.include('bo@example.net')
    await close()
  })

  it('ask for the administrator’s password before granting access', async () => {
    const { email, password } = await shown.createUser('platform_admin')
    const { token } = must(await shown.service.anonymous.post('/api/auth/login', { email, password }), 200)
    const { page, axe, picture, close } = await shown.open({ as: clientOf(shown.service.url, token), at: '/settings' })

    const minutes = page.getByLabel('End idle sessions after (minutes)')
    await minutes.fill('45')
    await page.locator('form', { has: minutes }).getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.getByLabel('Password', { exact: true }).fill('a wrong password')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('The password is wrong.').waitFor()
    await picture('identity-wrong')
    const barriers = await axe('both')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Saved. It applies to every replica at once.').waitFor()

    expect(must(await admin.get('/api/settings'), 200).session_idle_minutes).to.equal(45)
    must(await admin.patch('/api/settings', { session_idle_minutes: null }), 200)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('create a working token, shown once, and revoke it', async () => {
    const { page, axe, picture, close } = await shown.open({ as: await customer.as('tenant_admin'), at: '/tokens' })

    await page.getByText('No API tokens yet').waitFor()
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('monitoring')
    await page.getByLabel('Allowed addresses and networks').fill('nowhere')
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    await page.getByText('is not an address or a network').waitFor()
    await page.getByLabel('Allowed addresses and networks').fill('127.0.0.0/8')
    await page.getByText('Only some permissions of the role').click()
    await page.getByText('Choose at least one permission.').waitFor()
    await page.getByRole('checkbox', { name: /device:read/ }).check()
    expect(await page.getByRole('radio', { name: /^reader/ }).isChecked()).to.equal(true)
    await page.getByLabel('Only devices of these sites').fill('Lyon, Nantes')
    await picture('tokens-new')
    const barriers = await axe('both')
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('heading', { name: 'Token monitoring created' }).waitFor()
    const token = await page.getByRole('region', { name: 'The token' }).locator('code').textContent()
    await picture('tokens-made')
    barriers.push(...(await axe('both')))
    const me = must(await clientOf(shown.service.url, token).get('/api/auth/me'), 200)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('row', { name: /monitoring.*reader.*device:read.*127\.0\.0\.0\/8.*Lyon, Nantes/ }).waitFor()
    const [stored] = must(await admin.get('/api/tokens'), 200)
    expect(stored).to.deep.include({ sites: ['Lyon', 'Nantes'], networks: ['127.0.0.0/8'], last_used_ip: '127.0.0.1' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Role' }).uncheck()
    await page.getByRole('columnheader', { name: 'Role' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('columnheader', { name: 'Name' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Role' }).count()).to.equal(0)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Belongs to' }).waitFor()
    await page.getByRole('row', { name: /monitoring/ }).waitFor()
    await picture('tokens-all')
    barriers.push(...(await axe('both')))
    await page
      .getByRole('row', { name: /monitoring/ })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No API tokens').waitFor()

    expect(me.token.name).to.equal('monitoring')
    expect(me.permissions).to.deep.equal(['device:read'])
    expect((await clientOf(shown.service.url, token).get('/api/auth/me')).status).to.equal(401)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('add a service account with a token of its own role, and disable it', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/users' })

    await page.getByRole('link', { name: 'Service accounts' }).click()
    await page.getByText('No service accounts yet').waitFor()
    await page.getByRole('button', { name: 'Add service account' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Monitoring')
    await page.getByRole('combobox', { name: 'Belongs to' }).selectOption({ label: 'northwind' })
    await page.getByRole('dialog').getByRole('button', { name: 'Add service account' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('probe')
    await picture('service-accounts-new')
    const barriers = await axe('both')
    await page.getByRole('dialog').getByRole('button', { name: 'Add service account' }).click()
    await page.getByRole('heading', { name: 'probe' }).waitFor()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('checks')
    await picture('service-accounts-token')
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    const token = await page.getByRole('region', { name: 'The token' }).locator('code').textContent()
    const client = clientOf(shown.service.url, token)
    const me = must(await client.get('/api/auth/me'), 200)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('row', { name: /checks.*reader/ }).waitFor()
    await picture('service-accounts-one')
    barriers.push(...(await axe('both')))
    const { id: ownId } = must(await admin.get('/api/auth/me'), 200)
    await page.goto(`${shown.service.url}/#/users/${ownId}`)
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByText('checks of probe@northwind.service.invalid').waitFor()
    await picture('users-remaining-tokens')
    await page.getByRole('dialog').getByRole('link', { name: 'Show these tokens' }).click()
    await page.getByRole('table').getByText('probe@northwind.service.invalid').waitFor()
    await picture('tokens-of-creator')
    await page.goto(`${shown.service.url}/#/service-accounts/${me.id}`)
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('disabled', { exact: true }).waitFor()

    expect(me).to.include({ email: 'probe@northwind.service.invalid', role: 'tenant_readonly' })
    expect((await client.get('/api/auth/me')).status).to.equal(401)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('show a reader only their own account and sessions', async () => {
    const { email, password } = await shown.createUser('tenant_readonly', customer)
    const login = async () => {
      const { token } = must(await shown.service.anonymous.post('/api/auth/login', { email, password }), 200)
      return clientOf(shown.service.url, token)
    }
    const [here, elsewhere] = [await login(), await login()]
    const { page, go, axe, picture, close } = await shown.open({ as: here, at: '/', language: 'fr' })

    await page.getByRole('button', { name: 'Menu du compte' }).click()
    await page.getByRole('link', { name: 'Votre compte' }).click()
    await page.getByRole('table', { name: 'Sessions' }).getByText('celle-ci').waitFor()
    await picture('account')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Terminer', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Terminer cette session ?' })
    await asked.getByRole('button', { name: 'Terminer', exact: true }).click()
    await page.getByText('Session terminée.').waitFor()
    expect((await elsewhere.get('/api/auth/me')).status).to.equal(401)
    expect((await here.get('/api/auth/me')).status).to.equal(200)
    expect(await page.getByRole('link', { name: 'Utilisateurs' }).count()).to.equal(0)
    await go('/tokens')
    await page.getByText('Aucun jeton d’API pour l’instant').waitFor()
    expect(await page.getByRole('link', { name: 'Tous', exact: true }).count()).to.equal(0)
    await go('/tokens/all')
    await page.getByText('Non autorisé pour votre rôle').waitFor()
    await go('/users')
    await page.getByText('Non autorisé pour votre rôle').waitFor()
    await close()
  })
})
