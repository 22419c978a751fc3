import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'

const config = [
  'hostname core-1',
  ...Array.from({ length: 60 }, (_, at) => `interface GigabitEthernet1/0/${at}`),
  'snmp-server community <b>public</b>\u0007 RO',
  'ntp server 192.0.2.10',
  'end',
  '',
].join('\n')

describeConsole('the search page', () => {
  let shown: TestConsole
  let customer: AgentScene
  let lacking: string

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    const router = await customer.hasRouter()
    lacking = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': config })
    await customer.backUpTexts(lacking, { 'running-config': 'hostname edge-7\nend\n' })
  })

  after(() => shown?.close())

  /** Returns how many searches of the customer are audited. */
  const searches = async () => {
    const admin = await customer.as('tenant_admin')
    return (await admin.get('/api/audit?action=config.search')).body.length
  }

  it('finds and highlights lines, opens each, and returns without a second search', async () => {
    const as = await customer.as('tenant_operator')
    const earlier = await searches()
    const { page, axe, picture, close } = await shown.open({ as, at: '/search' })

    await page.getByRole('button', { name: 'still have this community' }).waitFor()
    await picture('search-none')
    expect(await axe('both')).to.deep.equal([])
    await page.getByLabel('Line contains').fill('community <b>')
    await page.getByLabel('Context lines').selectOption('2')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('One device contains the line').waitFor()
    await page.getByRole('link', { name: /snmp-server community <b>public<\/b>\^G RO/ }).waitFor()
    expect(await page.locator('mark').allTextContents()).to.deep.equal(['community <b>'])
    expect(page.url()).to.include('q=community').and.include('context=2')
    await page.getByText('ntp server 192.0.2.10').waitFor()
    await picture('search-found')
    expect(await axe('both')).to.deep.equal([])

    await page.getByRole('link', { name: 'snmp-server community' }).click()
    await page.getByText('Line 62').waitFor()
    await page.locator('.cm-foundNow').first().waitFor()
    await picture('version-text')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('link', { name: 'Back to search results' }).click()
    await page.getByText('One device contains the line').waitFor()

    expect(await searches()).to.equal(earlier + 1)
    await close()
  })

  it('finds devices without a line, explains a rejected pattern, and helps with patterns', async () => {
    const as = await customer.as('tenant_readonly')
    const earlier = await searches()
    const { page, axe, picture, close } = await shown.open({ as, at: '/search?q=%5Entp&regex=true&missing=true', language: 'fr' }) // prettier-ignore

    await page.getByRole('heading', { name: 'Lancer cette recherche ?' }).waitFor()
    expect(await searches()).to.equal(earlier)
    expect(await axe('both')).to.deep.equal([])
    await page.getByLabel('La ligne contient').press('Enter')
    await page.getByText('La ligne manque à un équipement').waitFor()
    await page.getByText('pas dans sa configuration').waitFor()
    await picture('search-missing')
    expect(await axe('both')).to.deep.equal([])

    const field = page.getByLabel('La ligne contient')
    await field.fill('(ntp')
    await field.press('Enter')
    await page.getByText('ne ferme pas le groupe du caractère 1').waitFor()
    await picture('search-refused')
    expect(await axe()).to.deep.equal([])
    await page.getByRole('button', { name: 'Syntaxe des regex' }).click()
    await picture('search-help')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: '\\bpublic\\b', exact: true }).click()
    expect(await field.inputValue()).to.equal('\\bpublic\\b')
    await page.getByText('contiennent la ligne', { exact: true }).click()
    const saved = page.waitForEvent('download')
    await field.press('Enter')
    await page.getByText('Un équipement contient la ligne').waitFor()
    await page.getByRole('button', { name: 'Enregistrer en CSV' }).click()
    expect((await saved).suggestedFilename()).to.equal('search.csv')
    await close()
  })

  it('reports no matches, failures and cancellation', async () => {
    const as = await shown.service.as('platform_operator')
    const { page, axe, close } = await shown.open({ as, at: '/search?q=nowhere-at-all' })

    await page.getByRole('main').getByRole('button', { name: 'Search' }).last().click()
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
    expect(await axe()).to.deep.equal([])
    await page.route('**/api/search**', (route) => route.abort('connectionreset'))
    await page.getByLabel('Line contains').press('Enter')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/search**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
    await page.route('**/api/search**', () => undefined)
    await page.getByLabel('Line contains').press('Enter')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. The result is incomplete.').waitFor()
    await page.unroute('**/api/search**')
    await page.getByRole('button', { name: 'Search again' }).click()
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
    await close()
  })
})
