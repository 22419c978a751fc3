import { expect } from 'chai'
import { type CloudService, startCloudService } from '../../support/cloud-service.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'

describeConsole('the discovery pages', () => {
  let service: CloudService
  let shown: TestConsole
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startCloudService({ hasShards: true })
    shown = await openConsole({ service })
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    await customer.hasCredential({ name: 'dashboard key', api_token: service.cloud.key })
    service.cloud.world.organisations.push({
      id: '77',
      name: '<b>Another</b> Ltd',
      networks: [1, 2, 3].map((at) => ({
        id: `N_7${at}`,
        name: `shop <i>${at}</i>\u0007`,
        productTypes: ['switch'],
        boxes: [],
      })),
    })
  })

  after(() => shown?.close())

  it('add a fleet, scan it, and apply the selection after a preview', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/discovery' })

    await page.getByText('No fleets yet').waitFor()
    expect(await axe('light')).to.deep.equal([])
    await page.getByRole('link', { name: 'Add a fleet' }).first().click()
    await page.getByLabel('Name', { exact: false }).first().fill('stores')
    await page.getByLabel('Credential with').selectOption({ label: 'dashboard key' })
    await page.getByLabel('Schedule').fill('0 3 * * *')
    await page.getByText('At 03:00, every day').first().waitFor()
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Add fleet' }).click()
    await page.getByText('No networks yet').waitFor()
    await page.getByRole('button', { name: 'Scan now' }).last().click()
    await page.getByText('The scan is queued.').waitFor()
    expect(await axe('both')).to.deep.equal([])
    await service.runDue()
    await page.getByText('shop <i>1</i>').waitFor()

    await page.getByRole('button', { name: 'Select all new' }).click()
    await page.getByRole('checkbox', { name: 'Select shop <i>3</i>' }).uncheck()
    await page.getByText('4 devices are added').waitFor()
    await picture('discovery-ticks')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Review and apply' }).click()
    await page.getByRole('dialog').getByText('shop <i>2</i>').waitFor()
    expect(await page.getByRole('dialog').getByText('shop <i>3</i>').count()).to.equal(0)
    await picture('discovery-preview')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Show devices').waitFor()
    await page.getByRole('row', { name: /HQ.*known/ }).waitFor()
    const devices = must(await admin.get('/api/devices?platform=netco_meraki'), 200)
    expect(devices).to.have.length(4)
    await close()
  })

  it('report a partly failed scan, keep the list, and decommission deselected networks', async () => {
    const [fleet] = must(await admin.get('/api/discovery/fleets'), 200)
    const answer = { status: 500, headers: { 'content-type': 'application/json' }, body: '{"errors":["oops"]}' }
    service.cloud.breakAt(/\/organizations\/77\/networks/, { kind: 'answer', answer })
    must(await admin.post(`/api/discovery/fleets/${fleet.id}/scan`), 202)
    await service.runDue()
    const { page, axe, picture, close } = await shown.open({ as: admin, at: `/discovery/${fleet.id}`, language: 'fr' })

    await page.getByText('Le dernier balayage a échoué').waitFor()
    await page.getByText('Cet échec n’a ajouté ni retiré aucun équipement').waitFor()
    await picture('discovery-failed')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Balayages précédents' }).click()
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /complet/ })
      .waitFor()
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /échoué/ })
      .waitFor()
    await picture('discovery-past')
    expect(await axe('light')).to.deep.equal([])
    const past = page.getByRole('dialog', { name: 'Balayages précédents' })
    await past.getByRole('button', { name: 'Colonnes' }).click()
    await page.getByRole('checkbox', { name: 'Résultat' }).uncheck()
    await past.getByRole('columnheader', { name: 'Résultat' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape') // closes the choice, and the next one the dialog
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Sélectionner HQ' }).uncheck()
    await page.getByRole('button', { name: 'Vérifier et appliquer' }).click()
    await page.getByRole('dialog').getByText('un équipement est retiré du service').waitFor()
    await page.getByRole('button', { name: 'Appliquer', exact: true }).click()
    await page.getByRole('row', { name: /HQ.*retiré du service/ }).waitFor()
    await page.getByRole('button', { name: 'Supprimer', exact: true }).click()
    await page.getByText('Ses 3 équipements en service sont conservés').waitFor()
    await page.keyboard.press('Escape')
    await close()
  })

  it('offer a reader no forbidden action', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, go, picture, close } = await shown.open({ as: reader, at: '/discovery', width: 1440, height: 900 })

    await page.getByRole('link', { name: 'stores', exact: true }).waitFor()
    await picture('discovery')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Agents' }).uncheck()
    await page.getByRole('columnheader', { name: 'Agents' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'stores', exact: true }).click()
    await page.getByText('shop <i>1</i>').first().waitFor()
    expect(await page.getByRole('checkbox').count()).to.equal(0)
    for (const name of ['Scan now', 'Edit', 'Delete', 'Past scans']) {
      expect(await page.getByText(name, { exact: true }).count(), name).to.equal(0)
    }
    await go('/discovery/new')
    await page.getByText('Not allowed for your role').waitFor()
    await close()
  })
})
