import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { pagesOfTenant } from '../../support/console-pages.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

describeConsole('the console in a narrow window', () => {
  let shown: TestConsole
  let customer: FullScene
  before(async () => {
    shown = await openConsole()
    customer = await createFullScene(shown.service)
  })
  after(() => shown.close())

  it('shows every page without scrolling sideways, of a phone and at a zoom of 400 %', async () => {
    const pages = await pagesOfTenant(customer)
    const as = await shown.service.as('platform_admin')
    const { page, go, close } = await shown.open({ as, at: pages[0]!.at, ...phone })
    const wrong: string[] = []
    for (const { at, name } of pages) {
      await go(at)
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor() // prettier-ignore
      await page.waitForFunction(isLoaded, leadsTo[name] ?? at.split('?')[0]!)
      for (const size of [phone, zoomed]) {
        await page.setViewportSize(size)
        await page.evaluate(() => new Promise(requestAnimationFrame))
        wrong.push(...(await overflowOf(page)).map((what) => `${name} at ${size.width}: ${what}`))
      }
    }

    const menu = await page.getByRole('button', { name: 'Account menu' }).boundingBox()
    expect(wrong).to.deep.equal([])
    expect(menu!.x + menu!.width).to.be.at.most(zoomed.width)
    await close()
  })
})

const phone = { width: 390, height: 844 }
/** The window of 1280 by 1024 pixels at a zoom of 400 % (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 }

/** Pages that lead to another one, by route name, with its path. */
const leadsTo: Record<string, string> = { 'versions-one': '/compare', 'versions-good': '/versions/' }

/** Runs in the page: whether it is the page of a path, and reads nothing. */
function isLoaded(path: string): boolean {
  const isThere = location.hash.startsWith(`#${path}`)
  return isThere && document.querySelector('main [aria-busy=true], main .loading') === null
}

/** Returns what is wider than the window, with elements beyond its edge. Lists and texts that scroll in their own box are not. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes: [string, Element][] = [
      ['document', document.documentElement],
      ['header', document.querySelector('header.bar')!],
      ['main', document.querySelector('main')!],
    ]
    return boxes.flatMap(([name, box]) => {
      const { scrollWidth, clientWidth } = box
      if (scrollWidth <= clientWidth) return []
      const beyond = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth)
      const names = beyond.slice(-3).map(({ tagName, className }) => `${tagName} ${className}`)
      return [`${name} ${scrollWidth} > ${clientWidth}: ${names.join(', ')}`]
    })
  })
}
