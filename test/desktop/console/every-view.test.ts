import { expect } from 'chai'
import type { Page, Response, Route } from 'playwright-core'
import { type Role, may } from '../../../shared/permissions/permissions.ts'
import { type ConsolePage, pagesOfTenant } from '../../support/console-pages.ts'
import { listConsoleMessages } from '../../support/console-messages.ts'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { plantIn, plantedText } from './planted-answers.ts'
import { untilQuiet, watchRequests } from '../../support/quiet-page.ts'
import type { Client } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

/** The time without requests after which a page counts as drawn. */
const quietMs = 120

/** The role with the fewest permissions; an administrator sees the views in French, and the planted ones. */
const looked: Role[] = ['tenant_readonly']

describeConsole('every view of the console', () => {
  let shown: TestConsole
  let customer: FullScene
  let pages: ConsolePage[]

  before(async () => {
    shown = await openConsole()
    customer = await createFullScene(shown.service)
    pages = await pagesOfTenant(customer)
  })
  after(() => shown?.close())

  it('loads without errors for each permitted role, and is denied to the others', async () => {
    const found = await Promise.all(looked.map(sweepAs))

    expect(found.flat()).to.deep.equal([])
  })

  it('is complete in French at 1280 pixels, without accessibility violations in either theme', async () => {
    const english = await englishWords()
    const window = await openAs('platform_admin', 'fr')
    const wrong: string[] = []

    for (const { name, at } of pages) {
      await see(window, at)
      const words = await window.page.evaluate(lookAtWords, english)
      const barriers = [...(await window.axe('dark', 'colours')), ...(await window.axe('light'))]
      wrong.push(...[...words, ...barriers].map((what) => `${name}: ${what}`))
    }

    expect(wrong).to.deep.equal([])
    await window.close()
  })

  it('shows input of devices, agents and users as text: no element, script or bidirectional override', async () => {
    const window = await openAs('platform_admin', 'en', plantAnswers)
    const ofAll = ['/', '/devices', '/runs'].map((at) => ({ name: `${at} of all`, at: `${at}?customer=*` }))
    const nightWithRuns = { name: 'night with runs', at: `/runs/night?${nightAround(new Date())}` }
    const wrong: string[] = []
    const withoutPlanted: string[] = []

    for (const { name, at } of [...pages, ...ofAll, nightWithRuns]) {
      await see(window, at)
      const found = await window.page.evaluate(lookAround)
      wrong.push(...found.wrong.map((words) => `${name}: ${words}`))
      if (!found.isPlanted) withoutPlanted.push(name)
    }

    expect(wrong).to.deep.equal([])
    expect(withoutPlanted).to.deep.equal([])
    await window.close()
  })

  /** What a role is refused on pages that are its own, and pages that it is shown or not shown against its permissions. */
  async function sweepAs(role: Role): Promise<string[]> {
    const window = await openAs(role)
    const refused: string[] = []
    window.page.on('response', (response) => {
      if (isErrorResponse(response))
        refused.push(`${response.status()} ${response.request().method()} ${response.url()}`)
    })
    const wrong: string[] = []
    for (const { name, at, permission } of pages) {
      await see(window, at)
      const isMine = !permission || may(role, permission)
      const isShown = (await window.page.getByRole('heading', { name: 'Not allowed for your role' }).count()) === 0
      if (isMine !== isShown) wrong.push(`${role} ${name}: ${isShown ? 'is shown' : 'is not shown'}`)
      wrong.push(...refused.splice(0).map((what) => `${role} ${name}: ${what}`))
    }
    await window.close()
    return wrong
  }

  async function openAs(role: Role, language: 'en' | 'fr' = 'en', prepare?: (page: Page) => Promise<void>) {
    const as: Client = role.startsWith('platform') ? await shown.service.as(role) : await customer.as(role)
    const window = await shown.open({ as, at: '/', language, ...(prepare && { prepare }) })
    watchRequests(window.page)
    return window
  }
})

/** The query for the night that is twelve hours before and after an instant, in the browser's time zone. */
function nightAround(now: Date): URLSearchParams {
  const since = new Date(now.getTime() - 12 * 3_600_000)
  const [day = '', time = ''] = since.toLocaleString('sv-SE', { timeZone: 'Europe/Brussels' }).split(' ')
  return new URLSearchParams({ day, from: time.slice(0, 5), to: time.slice(0, 5) })
}

/** Opens a page and waits until all its requests are answered. */
async function see({ page, go }: ConsoleWindow, at: string): Promise<void> {
  await go(at)
  await untilQuiet(page, quietMs)
}

/** A request that a page should not have made, or a service that fell. */
function isErrorResponse(response: Response): boolean {
  const status = response.status()
  return response.url().includes('/api/') && (status === 400 || status === 403 || status >= 500)
}

/** English texts that differ from the French ones. Single words are left out: they may be names, or parts of files. */
async function englishWords(): Promise<string[]> {
  const said = await listConsoleMessages()
  const french = new Set(said.flatMap(({ fr }) => formsOf(fr)))
  return [...new Set(said.flatMap(({ en }) => formsOf(en)))].filter(
    (text) => /^\p{Lu}\p{Ll}{2}|\s/u.test(text) && !french.has(text) && !/[{}]/.test(text),
  )
}

function formsOf(text: string): string[] {
  return text.split('|').map((form) => form.trim())
}

/** In the page: texts that are cut without an ellipsis, outside of the page, or English. */
function lookAtWords(english: string[]): string[] {
  const known = new Set(english)
  const wrong: string[] = []
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.visually-hidden')
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) {
      const text = element.getAttribute(name)?.trim() ?? ''
      if (known.has(text)) wrong.push(`English ${name}: ${text}`)
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.textContent?.trim() ?? ''
    const element = node.parentElement
    if (text === '' || !element || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue
    if (known.has(text) && !element.closest('[lang="en"]')) wrong.push(`English: ${text}`)
    if (!isSeen(element) || element.closest('svg, option, .cm-editor')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const cut = cutBy(element, range.getBoundingClientRect())
    if (cut) wrong.push(`cut by ${cut}: ${text.slice(0, 80)}`)
  }
  for (const entry of document.querySelectorAll('.navigation .clip')) {
    if (entry.scrollWidth > entry.clientWidth) wrong.push(`cut in the navigation: ${entry.textContent}`)
  }
  if (document.documentElement.scrollWidth > innerWidth)
    wrong.push(`the page is ${document.documentElement.scrollWidth} wide`)
  return [...new Set(wrong)]

  /** The nearest element around that hides a part of a text without dots, or the window's edge. */
  function cutBy(from: Element, box: DOMRect): string | undefined {
    for (let around: Element | null = from; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.display === 'inline' || style.display === 'contents') continue
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return undefined
      const edge = around.getBoundingClientRect()
      if (['auto', 'scroll'].includes(style.overflowX)) return undefined
      const isOut = box.right > edge.right + 2 || box.left < edge.left - 2
      if (isOut && ['hidden', 'clip'].includes(style.overflowX)) return nameOf(around)
      if (isOut && around.matches('.card, dd, td, th, button, label, fieldset')) return nameOf(around)
    }
    return box.right > innerWidth + 1 ? 'the window' : undefined
  }

  function nameOf(element: Element): string {
    return `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`
  }
}

/** Every answer of the service but its streams, with what was planted in it. */
async function plantAnswers(page: Page) {
  await page.route(/\/api\//, async (route: Route) => {
    const request = route.request()
    const address = new URL(request.url()).pathname
    if (request.headers()['accept']?.includes('event-stream')) return route.continue()
    const answer = await route.fetch()
    const kind = answer.headers()['content-type'] ?? ''
    if (!answer.ok() || answer.status() === 204) return route.fulfill({ response: answer })
    if (kind.startsWith('text/plain')) {
      return route.fulfill({ response: answer, body: `${await answer.text()}${plantedText}\n` })
    }
    if (kind.includes('ndjson')) {
      const lines = (await answer.text()).split('\n').filter(Boolean)
      const body = lines.map((line) => JSON.stringify(plantIn(request.method(), address, JSON.parse(line)))).join('\n')
      return route.fulfill({ response: answer, body: `${body}\n` })
    }
    if (!kind.includes('json')) return route.fulfill({ response: answer })
    return route.fulfill({ response: answer, json: plantIn(request.method(), address, await answer.json()) })
  })
}

interface Found {
  wrong: string[]
  /** Whether it contains planted text. */
  isPlanted: boolean
}

/** In the page. */
function lookAround(): Found {
  const wrong: string[] = []
  const made = document.querySelectorAll('planted-mark, img[src="x"], [onerror], b:not([class])')
  wrong.push(...[...made].map((element) => `an element was made of it: ${element.outerHTML.slice(0, 200)}`))
  if ('planted' in globalThis) wrong.push('a script ran')
  const text = document.body.innerText
  const raw = /(?![\t\n\r])[\p{Cc}\p{Cf}]/u.exec(text)
  if (raw) {
    const around = text.slice(Math.max(0, raw.index - 80), raw.index + 20)
    wrong.push(`U+${raw[0].charCodeAt(0).toString(16)} unseen in: ${JSON.stringify(around)}`)
  }
  return { wrong, isPlanted: text.includes('<planted-mark>') }
}
