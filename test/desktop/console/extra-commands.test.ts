import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

describeConsole('the extra commands of the console', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client
  let device: { id: string }

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant()
    admin = await customer.as('tenant_admin')
    device = await customer.hasDevice({ name: 'edge1', platform: 'netco_iosxe', tags: ['core'] })
  })

  after(() => shown?.close())

  it('are added for a tag, with the reason beside the field if a command is refused', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/extra-commands' })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Add extra command' }).first().click()
    await dialog.getByLabel('Platform').selectOption('netco_iosxe')
    await dialog.getByLabel('For', { exact: true }).selectOption('tag')
    await dialog.getByLabel('Tag *').fill('core')
    await dialog.getByLabel('Name *').fill('extra-routes')
    await dialog.getByLabel('Command *').fill('reload')
    await picture('extra-command-new')
    expect(await axe('both')).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Add extra command' }).click()
    await dialog.getByText('The command reload may change the device').waitFor()
    await dialog.getByLabel('Command *').fill('show ip route')
    await dialog.getByRole('button', { name: 'Add extra command' }).click()
    await page.getByText('extra-routes saved.').waitFor()

    await page.getByRole('row', { name: /extra-routes.*show ip route.*tag core/ }).waitFor()
    await picture('extra-commands')
    expect(await axe('both')).to.deep.equal([])
    await close()
  })

  it('are shown on the page of a device', async () => {
    const { page, picture, close } = await shown.open({ as: admin, at: `/devices/${device.id}` })

    await page.getByText('show ip route').waitFor()
    await picture('device-extra-commands')
    await page.getByRole('link', { name: 'Extra commands of the platform' }).click()
    await page.getByRole('row', { name: /extra-routes/ }).waitFor()
    await close()
  })

  it('are changed and deleted', async () => {
    const { page, close } = await shown.open({ as: admin, at: '/extra-commands' })
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('row', { name: /extra-routes/ })

    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Required line').fill('^Codes:')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('extra-routes saved.').waitFor()
    const [changed] = must(await admin.get('/api/extra-commands'), 200)
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('extra-routes deleted.').waitFor()

    expect(changed.contains).to.equal('^Codes:')
    expect(must(await admin.get('/api/extra-commands'), 200)).to.deep.equal([])
    await close()
  })

  it('cannot be changed by a user without the permission', async () => {
    must(await admin.post('/api/extra-commands', { platform: 'netco_iosxe', key: 'extra-a', command: 'show arp' }), 201)
    const reader = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as: reader, at: '/extra-commands' })

    await page.getByRole('row', { name: /extra-a.*show arp/ }).waitFor()
    expect(await page.getByRole('button', { name: /Add|Edit|Delete/ }).count()).to.equal(0)
    await close()
  })
})
