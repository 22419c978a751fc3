import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { withoutCoolingOff } from '../../support/delays.ts'
import { must } from '../../support/service.ts'

const dayMs = 86_400_000
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

describeConsole('the policy and blackout pages', () => {
  let shown: TestConsole
  let customer: AgentScene
  let router: string

  before(async () => {
    shown = await openConsole()
    await withoutCoolingOff(shown.service)
    customer = await createAgentScene(shown.service, 'northwind')
    router = await customer.hasRouter()
    for (const line of ['one', 'two', 'three']) {
      await customer.backUpTexts(router, { 'running-config': `hostname ${line}\nend\n` })
      shown.service.advance(10 * dayMs)
    }
    const blackouts = [{ name: 'all <b>day</b>', days: everyDay, from: '00:00', to: '00:00' }]
    must(await customer.admin.put('/api/blackouts/platform', { blackouts }), 200)
  })

  after(() => shown?.close())

  it('show a level’s own, effective and inherited values, and what shorter retention would delete', async () => {
    const { page, go, axe, picture, close } = await shown.open({
      as: customer.admin,
      at: '/policies?customer=northwind',
    })

    await page.getByText('730 days').waitFor()
    await page.getByText('by default').first().waitFor()
    await page.getByLabel('Days after a version was last seen').fill('1')
    await page.getByLabel('Latest versions of each configuration').fill('1')
    await page.getByRole('button', { name: 'Preview deletions' }).click()
    await page.getByText('2 versions of one configuration').waitFor()
    await picture('policies')
    expect(await axe('both')).to.deep.equal([])
    const retention = page.getByRole('region', { name: 'Retention' })
    await retention.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete versions?' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await retention.getByText('set here').first().waitFor()
    await page.getByRole('button', { name: 'Calculate' }).click()
    await page.getByText('2 versions of one configuration').waitFor()

    const posture = page.getByRole('region', { name: 'Trust on first use' })
    await posture.getByRole('radio', { name: /^Accept/ }).check()
    await posture.getByRole('button', { name: 'Save' }).click()
    await posture.getByText('cannot be tofu').waitFor()
    await go('/policies?customer=northwind&level=platform')
    const restores = page.getByRole('region', { name: 'Restores' })
    await restores.getByRole('radio', { name: /^Allowed/ }).check()
    await restores.getByRole('button', { name: 'Save' }).click()
    await restores.getByText('set here').waitFor()
    await go(`/policies?customer=northwind&level=device&device=${router}`)
    await page.getByText('from the customer').first().waitFor()
    await page.getByRole('region', { name: 'Restores' }).getByText('from the installation').waitFor()
    await picture('policies-device')
    expect(await axe('light')).to.deep.equal([])
    await close()
  })

  it('list the blackouts of every level, and add, change and delete one', async () => {
    const now = shown.service.dependencies.now()
    const { page, axe, picture, close } = await shown.open({
      as: customer.admin,
      at: '/blackouts?customer=northwind',
      now,
    })

    await page.getByText('Scheduled backups are postponed now').waitFor()
    await page.getByText('all <b>day</b>').first().waitFor()
    await page.getByRole('button', { name: 'Add blackout' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('office hours')
    await dialog.getByText('Monday to Friday, 08:00 to 18:00').waitFor()
    await picture('blackouts-dialog')
    expect(await axe('both')).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: 'office hours' }).waitFor()
    await page.getByRole('button', { name: 'Edit “office hours”' }).click()
    await dialog.getByLabel('To *', { exact: true }).fill('17:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: '08:00 to 17:00' }).waitFor()
    const { body } = await customer.admin.get(`/api/blackouts/customer?tenant=${customer.id}`)
    expect(body.blackouts.map(({ to }: { to: string }) => to)).to.deep.equal(['17:00'])
    await picture('blackouts')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Delete “office hours”' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Deleted.').waitFor()
    await page.getByRole('row', { name: 'office hours' }).waitFor({ state: 'detached' })
    await close()
  })

  it('offer a reader no changes, in French', async () => {
    const reader = await customer.as('tenant_readonly')
    const { page, go, axe, close } = await shown.open({ as: reader, at: '/policies', language: 'fr', theme: 'dark' })

    await page.getByRole('heading', { name: 'Conservation' }).waitFor()
    await page.getByText('défini ici').first().waitFor()
    for (const name of ['Enregistrer', 'Prévisualiser']) {
      expect(await page.getByRole('button', { name }).count()).to.equal(0)
    }
    await go(`/blackouts?device=${router}`)
    await page.getByText('all <b>day</b>').first().waitFor()
    await page.getByText('reporté jusqu’au').waitFor()
    expect(await page.getByRole('button', { name: /Ajouter|Modifier|Supprimer/ }).count()).to.equal(0)
    expect(await axe()).to.deep.equal([])
    await close()
  })

  it('draw the scheduled starts of the next seven days, and those that a blackout postpones', async () => {
    const other = await shown.service.hasTenant('globex')
    for (const schedule of ['0 9 * * *', '0 9 * * *', '0 2 * * *', '30 22 * * 1-5']) await other.hasDevice({ schedule })
    const blackouts = [{ name: 'office hours', days: everyDay, from: '08:00', to: '18:00' }]
    must(await customer.admin.put('/api/blackouts/platform', { blackouts }), 200)
    const now = shown.service.dependencies.now()
    const as = await other.as('tenant_readonly')
    const { page, axe, picture, close } = await shown.open({ as, at: '/blackouts', now, height: 1000 })

    const week = page.getByRole('region', { name: 'Scheduled starts of the next seven days' })
    await week.getByText('4 devices with a schedule').waitFor()
    const hours = await week.getByRole('row').allTextContents()
    expect(hours).to.have.length(1 + 168)
    const sums = await week.getByRole('table').evaluate((table) => {
      const cells = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].slice(1).map((cell) => Number(cell.textContent))) // prettier-ignore
      return [0, 1].map((column) => cells.reduce((sum, of) => sum + of[column]!, 0))
    })
    expect(sums).to.deep.equal([7 * 2 + 7 + 5, 7 * 2])
    await picture('blackouts-week')
    expect(await axe('both')).to.deep.equal([])
    await close()
    const french = await shown.open({ as, at: '/blackouts', language: 'fr', theme: 'dark', width: 390, now })
    await french.page.getByText('4 équipements planifiés').waitFor()
    await french.picture('blackouts-week-narrow')
    expect(await french.axe('dark')).to.deep.equal([])
    await french.close()
  })
})
