import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { must } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import { countedHands } from './counted-hands.ts'

describeConsole('the command palette', () => {
  let shown: TestConsole
  let customer: FullScene
  let named: string
  before(async () => {
    shown = await openConsole()
    customer = await createFullScene(shown.service)
    named = (await (await customer.as('tenant_admin')).get(`/api/devices/${customer.ids['device_id']}`)).body.name
    await customer.hasDevice({ name: 'zulu-1', hostname: '192.0.2.71', site: 'Lyon' })
    const gone = await customer.hasDevice({ name: 'alpha-1', hostname: '192.0.2.72', site: 'Lyon' })
    const admin = await customer.as('tenant_admin')
    must(await admin.post(`/api/devices/${gone.id}/decommission`), 200)
  })
  after(() => shown.close())

  const find = (page: Page) => page.getByRole('button', { name: 'Search or go to' })
  const input = (page: Page) => page.getByRole('combobox', { name: 'Go to a page' })

  it('downloads the latest configuration of a named device with two clicks, from any page', async () => {
    const { page, close } = await shown.open({ as: await customer.as('tenant_admin') })
    await find(page).waitFor()
    const hands = countedHands(page)

    await hands.click(find(page))
    await input(page).fill(named)
    const download = page.waitForEvent('download')
    await hands.click(page.getByRole('option', { name: `Download the latest configuration of ${named}` }))

    expect((await download).suggestedFilename()).to.include('running-config')
    expect(hands.count).to.equal(2)
    await close()
  })

  it('shows that it is searching, details of each device, and decommissioned devices last', async () => {
    const answer = Promise.withResolvers<void>()
    const { page, axe, picture, close } = await shown.open({ as: await customer.as('tenant_admin') })
    await find(page).waitFor()
    await page.route(/\/api\/devices\?.*q=Lyon/, async (route) => {
      await answer.promise
      await route.continue()
    })

    await page.keyboard.press('Control+k')
    await input(page).fill('Lyon')
    await page.getByText('Searching for devices …').waitFor()
    const early = await page.getByText('No results').count()
    answer.resolve()
    await page.getByRole('option', { name: /zulu-1/ }).first().waitFor() // prettier-ignore
    const devices = await page.getByRole('group', { name: 'Devices' }).getByRole('option').allTextContents()
    const barriers = await axe('both')
    await picture('palette')
    await page.getByRole('option', { name: 'Search configurations for “Lyon”' }).click()
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor()

    expect(early).to.equal(0)
    expect(devices[0]).to.match(/^zulu-1.*192\.0\.2\.71 · Lyon · never backed up/)
    expect(devices.at(-1)).to.match(/^alpha-1.*decommissioned/)
    expect(barriers).to.deep.equal([])
    await close()
  })

  it('remembers opened items, and changes the theme', async () => {
    const { page, close } = await shown.open({ as: await customer.as('tenant_admin'), language: 'fr' })
    const palette = page.getByRole('combobox', { name: 'Aller à une page' })
    await page.getByRole('navigation').first().waitFor()
    await page.keyboard.press('Control+k')
    await palette.fill('zulu')
    await page.getByRole('option', { name: /zulu-1/ }).first().click() // prettier-ignore
    await page.getByRole('heading', { name: 'zulu-1', level: 1 }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Récents' }).getByRole('option', { name: 'zulu-1' }).waitFor()
    await palette.fill('sombre')
    await page.getByRole('option', { name: 'Apparence : sombre' }).click()

    await page.locator('html[data-theme="dark"]').waitFor()
    await close()
  })
})
