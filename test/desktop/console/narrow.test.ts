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

  // A phone, and the window of 1280 by 1024 pixels at a zoom of 400 % (WCAG 1.4.10).
  it('shows every page of a phone without scrolling sideways', () => showsEveryPage(390, 844))
  it('shows every page at a zoom of 400 % without scrolling sideways', () => showsEveryPage(320, 256))

  async function showsEveryPage(width: number, height: number) {
    const pages = await pagesOfTenant(customer)
    const as = await shown.service.as('platform_admin')
    const { page, go, close } = await shown.open({ as, at: pages[0]!.at, width, height })
    const wrong: string[] = []
    for (const { at, name } of pages) {
      await go(at)
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor() // prettier-ignore
      await page.waitForFunction(isLoaded, leadsTo[name] ?? at.split('?')[0]!)
      wrong.push(...(await overflowOf(page)).map((what) => `${name}: ${what}`))
    }

    const menu = await page.getByRole('button', { name: 'Account menu' }).boundingBox()
    expect(wrong).to.deep.equal([])
    expect(menu!.x + menu!.width).to.be.at.most(width)
    await close()
  }
})

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
