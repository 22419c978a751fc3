import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

describeConsole('the roles of the console', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    admin = await shown.service.as('platform_admin')
  })

  after(() => shown?.close())

  it('are added with permissions and limits, and given to a new user', async () => {
    const { page, go, axe, picture, close } = await shown.open({ as: admin, at: '/roles' })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Add role' }).first().click()
    await dialog.getByLabel('Name *').fill('Night shift')
    await dialog.getByLabel('Belongs to').selectOption({ label: 'northwind' })
    await dialog.getByLabel('Sites').fill('Lyon, Nantes')
    await dialog.getByRole('checkbox', { name: /^see devices/ }).check()
    await dialog.getByRole('checkbox', { name: /^start backups/ }).check()
    const isRestoreOffered = await dialog.getByRole('checkbox', { name: /^restore configurations/ }).isEnabled()
    await picture('roles-new')
    const barriers = await axe('both')
    await dialog.getByRole('button', { name: 'Add role' }).click()
    await page.getByRole('row', { name: /Night shift.*start backups.*Lyon, Nantes/ }).waitFor()
    await picture('roles')
    barriers.push(...(await axe('both')))
    await go('/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Bo Example')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('bo@example.net')
    await page.getByLabel('Belongs to').selectOption({ label: 'northwind' })
    await page.getByRole('radio', { name: 'Night shift' }).check()
    await page.getByRole('button', { name: 'Generate' }).click()
    await picture('roles-user')
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('heading', { name: 'Bo Example can log in' }).waitFor()

    const [user] = must(await admin.get(`/api/users?tenant=${customer.id}`), 200)
    expect(user).to.include({ role: 'tenant_custom', role_name: 'Night shift' })
    expect(isRestoreOffered).to.equal(false)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('in use are not deleted, and the message names their users', async () => {
    const { page, picture, close } = await shown.open({
      ...{ as: admin, at: '/roles', language: 'fr', width: 390, theme: 'dark' },
    })

    await page.getByText('Night shift').first().waitFor()
    await picture('roles-narrow')
    await page.getByRole('button', { name: 'Supprimer' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await page.getByText('il est utilisé par bo@example.net').waitFor()
    await close()
  })
})
