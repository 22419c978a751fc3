import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { anInventory } from '../../support/inventories.ts'
import { type Client, type Customer, clientOf, must } from '../../support/service.ts'

const many = 500

describeConsole('pending addresses', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant('northwind')
    admin = await customer.as('tenant_admin')
    await customer.hasCredential({ name: 'routers' })
    const devices = Array.from({ length: many }, (_, at) => ({
      name: `edge-${at}`,
      hostname: `192.0.2.${at % 250}`,
      platform: 'netco_iosxe',
      credential: 'routers',
    }))
    const report = must(await admin.post('/api/inventory/import/json', anInventory(devices)), 200)
    expect(report.pending_addresses).to.equal(many)
  })

  after(() => shown?.close())

  const pending = async () => must(await admin.get('/api/trust/addresses?limit=1000'), 200)

  it('are approved by keyboard, five hundred at once', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/trust' })

    const card = page.getByRole('region', { name: `${many} addresses wait for approval` })
    await card.waitFor()
    await picture('trust-addresses')
    expect(await axe('both')).to.deep.equal([])
    expect(await card.getByRole('button', { name: 'Approve addresses' }).isDisabled()).to.equal(true)
    await card.getByRole('checkbox', { name: 'Select all' }).focus()
    await page.keyboard.press('Space')
    await card.getByRole('button', { name: `Approve ${many} addresses` }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Approved. The next run sends the secrets there.').waitFor()
    await card.waitFor({ state: 'detached' })

    expect(await pending()).to.deep.equal([])
    await close()
  })

  it('of fleets created by a token are approved in Trust and on the fleet page', async () => {
    const key = await customer.hasCredential({ name: 'dashboard', api_token: 'a-key-of-the-dashboard' })
    const { token } = must(await admin.post('/api/auth/tokens', { name: 'sync', role: 'tenant_admin' }), 201)
    const program = clientOf(shown.service.url, token)
    const fleets = []
    for (const name of ['stores', 'depots', '<b>labs</b>']) {
      fleets.push(must(await program.post('/api/discovery/fleets', { name, credential_id: key.id }), 201))
    }
    const statuses = async () =>
      must(await admin.get('/api/discovery/fleets'), 200).map(
        (one: Record<string, string>) => `${one['name']} ${one['address_status']}`,
      )
    expect(fleets.map(({ address_status: status }) => status)).to.deep.equal(['pending', 'pending', 'pending'])
    const { page, go, axe, picture, close } = await shown.open({ as: admin, at: '/trust' })

    const card = page.getByRole('region', { name: '3 fleets wait for approval' })
    await card.getByText('dashboard → Meraki dashboard').first().waitFor()
    await picture('trust-fleets')
    expect(await axe('both')).to.deep.equal([])
    await card.getByRole('checkbox', { name: 'stores' }).click()
    await card.getByRole('checkbox', { name: '<b>labs</b>' }).click()
    await card.getByRole('button', { name: 'Approve 2 fleets' }).click()
    await page.getByText('Approved. The next scan sends the key.').waitFor()
    const left = page.getByRole('region', { name: 'One fleet waits for approval' })
    await left.waitFor()
    expect((await statuses()).sort()).to.deep.equal(['<b>labs</b> approved', 'depots pending', 'stores approved'])
    await go(`/discovery/${fleets[1].id}`)
    await left.getByRole('button', { name: 'Approve fleet' }).click()
    await left.waitFor({ state: 'detached' })
    expect((await statuses()).filter((one: string) => one.endsWith('pending'))).to.deep.equal([])
    await close()
  })

  it('are shown to a reader with the required permission, in French', async () => {
    const [device] = must(await admin.get('/api/devices?limit=1'), 200)
    must(await admin.patch(`/api/devices/${device.id}`, { hostname: '198.51.100.7' }), 200)
    const reader = await customer.as('tenant_readonly')
    const { page, close } = await shown.open({ as: reader, at: '/trust', language: 'fr' })

    const card = page.getByRole('region', { name: 'Une adresse attend une approbation' })
    await card.getByText('il faut la permission').waitFor()
    expect(await card.getByRole('checkbox').count()).to.equal(0)
    expect(await card.getByRole('button').count()).to.equal(0)
    await close()
  })
})
