import { expect } from 'chai'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { pagesOfTenant } from '../../support/console-pages.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

describeConsole('the layout of the compare page', () => {
  let shown: TestConsole
  let customer: FullScene
  let at: string
  before(async () => {
    shown = await openConsole()
    customer = await createFullScene(shown.service)
    at = (await pagesOfTenant(customer)).find(({ name }) => name === 'compare')!.at
  })
  after(() => shown.close())

  const firstLine = ({ page }: ConsoleWindow) => page.locator('.cm-line').filter({ hasText: 'hostname' }).first()

  for (const language of ['en', 'fr'] as const) {
    it(`begins the texts within 220 px of a small screen (${language})`, async () => {
      const as = await customer.as('tenant_admin')
      const window = await shown.open({ as, at, width: 1366, height: 768, language })
      await firstLine(window).waitFor()
      await window.picture(`compare-${language}`)
      const box = await firstLine(window).boundingBox()

      expect(box!.y).to.be.at.most(220)
      expect(await window.axe('both')).to.deep.equal([])
      await window.close()
    })
  }

  it('shows and hides timeline, navigation and page header, and links to device and run', async () => {
    const window = await shown.open({ as: await customer.as('tenant_admin'), at, width: 1440, height: 900 })
    const { page } = window
    await firstLine(window).waitFor()
    const timeline = page.getByRole('group', { name: 'Timeline of versions' })
    await timeline.waitFor()
    const tip = await timeline.locator('.span').last().getAttribute('title')

    await page.getByRole('button', { name: 'Hide the timeline' }).click()
    await timeline.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Close navigation' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'hidden' })
    const before = (await firstLine(window).boundingBox())!.y
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'Show the page again' }).waitFor()
    const after = (await firstLine(window).boundingBox())!.y
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    const links = page.getByRole('main').getByRole('link', { name: /^(Device|Run)$/ })
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.replace(/\?.*/, '')))

    expect(tip).to.match(/2026[^]*\+\d+ −\d+/)
    expect(after).to.be.below(before)
    expect(hrefs[0]).to.equal(`#/devices/${customer.ids['device_id']}`)
    await window.close()
  })
})
