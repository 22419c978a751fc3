import { expect } from 'chai'
import { Agent } from '../../../service/store/models/agent.ts'
import { inScope } from '../../../service/store/scope.ts'
import { withoutDestructionDelay } from '../../support/delays.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

const markup = '<img src=x onerror=alert(1)>'

describeConsole('the customer pages', () => {
  let shown: TestConsole
  let admin: Client
  let other: Customer

  before(async () => {
    shown = await openConsole()
    admin = await shown.service.as('platform_admin')
    other = await shown.service.hasTenant('northwind')
    must(await admin.patch(`/api/tenants/${other.id}`, { name: markup }), 200)
    const { id } = await other.hasDevice({ name: markup })
    must(await admin.post(`/api/devices/${id}/decommission?tenant=${other.id}`), 200)
  })

  after(() => shown?.close())

  it('add a customer with a short name, and link to its objects', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/customers' })

    await page.getByRole('link', { name: markup }).waitFor()
    await picture('customers')
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Add customer' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hôpital Saint-Luc')
    expect(await page.getByRole('textbox', { name: 'Short name' }).inputValue()).to.equal('hopital-saint-luc')
    await page.getByRole('textbox', { name: 'Short name' }).fill('northwind')
    await page.getByRole('dialog').getByRole('button', { name: 'Add customer' }).click()
    await page.getByText('Another customer already has this slug.').waitFor()
    await picture('customers-new')
    barriers.push(...(await axe('both')))
    await page.getByRole('textbox', { name: 'Short name' }).fill('st-luc')
    await page.getByRole('dialog').getByRole('button', { name: 'Add customer' }).click()
    await page.getByRole('heading', { name: 'Hôpital Saint-Luc' }).waitFor()
    await page.getByText('nothing due').waitFor()
    const local = page.getByRole('region', { name: 'Agent on this server' })
    await local.getByRole('button', { name: 'Use this server’s agent' }).click()
    await local.getByText('This server’s agent is starting.').waitFor()
    await picture('customer-local-agent')
    barriers.push(...(await axe('both')))
    const [lost] = must(await admin.get('/api/agents?limit=200'), 200).filter(
      (agent: { local: boolean }) => agent.local,
    )
    await inScope(shown.service.db.knex, { kind: 'platform' }, (trx) =>
      Agent.query(trx)
        .findById(lost.id)
        .patch({ localServerId: lost.id, publicKey: Buffer.alloc(32), lastSeenAt: new Date(0) }),
    )
    await page.reload()
    await local.getByText('This server does not run it').waitFor()
    await picture('customer-foreign-agent')
    await local.getByRole('button', { name: 'Run on this server' }).click()
    await local.getByRole('button', { name: 'Run on this server' }).waitFor({ state: 'detached' })
    await local.getByText('This server’s agent is starting.').waitFor()
    await local.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await local.getByRole('button', { name: 'Use this server’s agent' }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Keep backups of decommissioned devices').fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('backups kept for 30 days').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Customer with devices' }).click()
    expect((await saving).suggestedFilename()).to.equal('inventory-st-luc.json')
    await page
      .getByRole('link', { name: /^Users/ })
      .last()
      .click()
    await page.getByText('No users yet').waitFor()

    expect(page.url()).to.include('customer=st-luc')
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('request a deletion, show until when it can be cancelled, and cancel it', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: `/customers/${other.id}` })

    await page.getByRole('button', { name: 'Delete the customer' }).click()
    await page.getByLabel('northwind').fill('northwind')
    await page.getByRole('button', { name: 'Delete the customer permanently' }).click()
    await page.getByRole('heading', { name: 'This customer will be deleted' }).waitFor()
    const pending = must(await admin.get(`/api/tenants/${other.id}`), 200).destruction
    await picture('customers-deletion')
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Withdrawn. Nothing is deleted.').waitFor()
    await page.getByRole('heading', { name: 'This customer will be deleted' }).waitFor({ state: 'detached' })

    expect(pending).to.include({ state: 'pending', kind: 'tenant' })
    expect(must(await admin.get(`/api/tenants/${other.id}`), 200).destruction).to.equal(null)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('delete a customer’s keys after its short name, listing what is lost', async () => {
    await withoutDestructionDelay(shown.service)
    const { page, axe, picture, close } = await shown.open({ as: admin, at: `/customers/${other.id}` })

    await page.getByRole('row', { name: markup }).waitFor()
    expect(await page.locator('img').count()).to.equal(0)
    await picture('customers-one')
    const barriers = await axe('both')
    await page.getByRole('button', { name: 'Destroy the keys' }).click()
    const destroy = page.getByRole('button', { name: 'Destroy the keys permanently' })
    expect(await destroy.isDisabled()).to.equal(true)
    await picture('customers-destroy')
    barriers.push(...(await axe('both')))
    await page.getByLabel('northwind').fill('northwind')
    await destroy.click()
    await page.getByText(/Destroy those too/).waitFor()
    barriers.push(...(await axe('both')))
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('heading', { name: 'The keys of this customer are destroyed' }).waitFor()
    await picture('customers-destroyed')
    barriers.push(...(await axe('both')))

    expect(must(await admin.get(`/api/tenants/${other.id}`), 200).keys_destroyed_at).to.be.a('string')
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('limit a platform operator’s actions, and are hidden from customer users', async () => {
    const operator = await shown.open({
      as: await shown.service.as('platform_operator'),
      at: '/customers?state=destroyed',
      language: 'fr',
    })
    await operator.page.getByRole('row', { name: /clés détruites/ }).waitFor()
    expect(await operator.page.getByRole('button', { name: 'Ajouter un client' }).count()).to.equal(0)
    await operator.page.getByRole('link', { name: markup }).click()
    await operator.page.getByRole('heading', { name: 'Les clés de ce client sont détruites' }).waitFor()
    for (const name of ['Modifier', 'Exporter', 'Recommencer', 'Détruire les clés']) {
      expect(await operator.page.getByRole('button', { name }).count(), name).to.equal(0)
    }
    await operator.close()
    const owner = await shown.open({ as: await other.as('tenant_admin'), at: '/customers' })
    await owner.page.getByText('Not allowed for your role').waitFor()
    expect(await owner.page.getByRole('link', { name: 'Customers' }).count()).to.equal(0)
    await owner.close()
  })
})
