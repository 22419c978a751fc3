import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { describeConsole, openChromium } from '../support/console.ts'
import { type TestService, startTestService } from '../support/service.ts'

const root = path.join(import.meta.dirname, '../..')

describeConsole('the documentation in a browser', () => {
  let service: TestService
  let browser: Browser
  const complaints: string[] = []
  const requests: string[] = []
  before(async () => {
    execFileSync(process.execPath, ['build/docs.ts', '--if-stale'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    ;[service, browser] = await Promise.all([startTestService(), openChromium()])
  })
  after(async () => {
    await browser.close()
    await service.close()
  })
  afterEach(() => {
    expect(complaints.splice(0)).to.deep.equal([])
    expect(requests.splice(0).filter((address) => !address.startsWith(`${service.url}/docs/`))).to.deep.equal([])
  })

  async function open(where: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    page.setDefaultTimeout(180_000)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${service.url}/docs/${where}`)
    await page.locator('.VPNavBarSearch button').waitFor()
    // Before its scripts have run, the page looks the same but its buttons do nothing.
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
    return page
  }

  it('has five groups in the sidebar and opens a page from it', async () => {
    const page = await open('')

    const groups = await page.locator('.VPSidebarItem.level-0 > .item h2').allTextContents()
    await page.locator('.VPSidebar').getByText('Quick start', { exact: true }).click()
    await page.waitForURL('**/docs/quick-start')

    expect(groups).to.deep.equal(['Get started', 'Use', 'Operate', 'Integrate', 'Develop'])
    await page.locator('h1', { hasText: 'Quick start' }).waitFor()
    await page.context().close()
  })

  it('finds the pages about retention', async () => {
    const page = await open('')

    await page.locator('.VPNavBarSearch button').click()
    await page.locator('#localsearch-input').fill('retention')
    const first = page.locator('.VPLocalSearchBox .result').first()
    await first.waitFor()
    const found = await page.locator('.VPLocalSearchBox .results').textContent()
    await first.click()
    await page.waitForURL(/\/docs\/[\w/-]+(#|$)/)

    expect(found?.toLowerCase()).to.include('retention')
    await page.context().close()
  })

  it('follows the theme of the system, and switches', async () => {
    const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await open('operating')
    const dark = await open('operating', 'dark')
    const [inLight, inDark] = [await background(light), await background(dark)]

    await light.locator('.VPNavBarAppearance button').click()
    await light.locator('html.dark').waitFor({ state: 'attached' })

    expect(inLight).to.equal('rgb(255, 255, 255)')
    expect(inDark).to.not.equal(inLight)
    expect(await background(light)).to.equal(inDark)
    await light.context().close()
    await dark.context().close()
  })

  it('has its own page for an address that does not exist', async () => {
    const answer = await fetch(`${service.url}/docs/nothing`)
    const policy = answer.headers.get('content-security-policy')

    expect(answer.status).to.equal(404)
    expect(policy).to.include("script-src 'self';")
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff')
  })
})
