import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { anAgent } from '../../support/fake-agent.ts'
import type { Customer } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

describeConsole('the overview page', () => {
  let shown: TestConsole
  let customer: FullScene
  let other: Customer

  before(async () => {
    shown = await openConsole()
    customer = await createFullScene(shown.service)
    await customer.hasDevice({ name: '<b>core</b>\u202E-7', schedule: '0 2 * * *' })
    other = await shown.service.hasTenant()
    await anAgent(shown.service, other, { lab_mode: true, name: 'pretender' })
  })
  after(() => shown.close())

  it('shows coverage, problems, changes and pending decisions', async () => {
    const { page, axe, picture } = await shown.open({ as: await customer.as('tenant_admin') })

    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByRole('heading', { name: /of \d+ devices covered/ }).waitFor()
    await page.getByText('fingerprint to compare').waitFor()
    await page.getByText('unreviewed changes').waitFor()
    await page.getByText('device drifted from its pinned version').waitFor()
    const wrong = page.getByRole('region', { name: 'Needs attention' })
    await wrong.getByText('blocked', { exact: true }).first().waitFor()
    await wrong.getByText('<b>core</b><U+202E>-7').waitFor()
    const changed = page.getByRole('region', { name: 'Changed since yesterday' })
    await changed.getByText('running-config').waitFor()
    await page.getByText('1 of 1 agent online').waitFor()
    const storage = page.getByRole('region', { name: 'Storage' })
    await storage.getByText('Growth rate not known yet').waitFor()
    await storage.getByText('available after a few days of samples').waitFor()

    await picture('overview-light')
    expect(await axe('light')).to.deep.equal([])
    expect(await axe('dark')).to.deep.equal([])
    await picture('overview-dark')
  })

  it('requests only what it shows', async () => {
    const asked: URL[] = []
    const prepare = (page: Page) => {
      page.on('request', (request) => asked.push(new URL(request.url())))
      return Promise.resolve()
    }
    const { page, close } = await shown.open({ as: await customer.as('tenant_admin'), prepare })

    await page.getByRole('region', { name: 'Needs attention' }).getByText('blocked', { exact: true }).first().waitFor()
    await page.getByRole('region', { name: 'Changed since yesterday' }).getByText('running-config').waitFor()
    await page.getByText('Growth rate not known yet').waitFor()
    const reports = asked.filter(({ pathname }) => pathname === '/api/reports/daily')
    await close()

    expect(reports.map(({ searchParams }) => searchParams.get('listed'))).to.include('8')
    // the steps of a set-up that is complete are not read
    const paths = asked.map(({ pathname }) => pathname)
    expect(paths.filter((path) => ['/api/credentials', '/api/notification-channels'].includes(path))).to.deep.equal([])
  })

  it('lists all customers for a platform role, those needing attention first, with links', async () => {
    const { page, picture } = await shown.open({ as: await shown.service.as('platform_admin'), language: 'fr' })

    await page.getByRole('heading', { name: 'Clients', exact: true }).waitFor()
    await page.getByText('mode labo', { exact: true }).first().waitFor()
    await picture('overview-all')
    await page.getByRole('link', { name: other.slug }).click()

    await page.getByText('Aucun équipement à couvrir pour l’instant').waitFor()
    expect(page.url()).to.include(`customer=${other.slug}`)
  })
})
