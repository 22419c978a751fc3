import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import type { Role } from '../../shared/permissions/permissions.ts'
import { type Client, type TestService, type TestServiceOptions, must, startTestService } from './service.ts'

const root = path.join(import.meta.dirname, '../..')
const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** First the build without a window, which takes a fifth less CPU than the browser in headless mode. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`) // prettier-ignore

type Theme = 'light' | 'dark'

type Rules = 'all' | 'colours'

interface WindowOptions {
  /** The user whose session it opens with; absent: the login page. */
  as?: Client
  /** A path of the console, for example `/devices?state=failed`. */
  at?: string
  theme?: Theme
  language?: 'en' | 'fr'
  width?: number
  height?: number
  /** The browser's current time; default: the machine's clock. */
  now?: Date
  /** Called with the page before it is opened. */
  prepare?: (page: Page) => Promise<void>
}

/** A console window with its own storage. */
export type ConsoleWindow = Awaited<ReturnType<typeof openWindow>>

/** The production build in a real Chromium, against the real service. */
export type TestConsole = Awaited<ReturnType<typeof openConsole>>

/**
 * Returns the path of Chromium; undefined on a machine without it, where tests that need it report so in their names.
 */
export function findChromium(): string | undefined {
  return programs.find((program) => fs.existsSync(program))
}

/** Building and starting a browser take long on a busy machine. */
const waitLimitMs = 480_000

/**
 * `describe` for tests that need a browser; without one they are skipped, with a note in their name. A test that fails
 * is repeated once, and the run lists it as flaky. Tests without a browser are never repeated.
 */
export function describeConsole(title: string, body: (this: Mocha.Suite) => void): void {
  if (!findChromium()) return void describe.skip(`${title} (no Chromium on this machine)`, body)
  describe(title, function () {
    this.timeout(waitLimitMs)
    this.retries(1)
    body.call(this)
  })
}

/** Starts the machine's Chromium in headless mode. @throws Error if there is none */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium on this machine')
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--process-per-site', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--lang=en-GB'], // prettier-ignore
  })
}

let isBuilt = false

/** Builds once per process, for all test files. */
function buildOnce() {
  if (isBuilt) return
  execFileSync(process.execPath, ['build/console.ts', '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  isBuilt = true
}

/**
 * Opens one console for a test file: opening takes seconds.
 * @param options of its service, or an existing service, which is closed with it
 */
export async function openConsole(options: TestServiceOptions | { service: TestService } = {}) {
  buildOnce()
  const [service, firstBrowser] = await Promise.all([
    'service' in options ? options.service : startTestService(options),
    openChromium(),
  ])
  let browser = firstBrowser
  let contexts = reusableContexts(browser, service.url)
  let complaints: string[] = []
  return {
    service,
    /** Starts the browser again if it has ended, so that a repeated test does not fail for that. */
    async open(wanted: WindowOptions = {}): Promise<ConsoleWindow> {
      if (!browser.isConnected()) {
        browser = await openChromium()
        contexts = reusableContexts(browser, service.url)
      }
      return openWindow(contexts, service.url, wanted, (words) => complaints.push(words))
    },
    /** Adds a user with a password, who can log in through the form. */
    async createUser(role: Role, customer?: { id: string }) {
      const admin = await service.as('platform_admin')
      const email = `${role}-${Math.random().toString(36).slice(2, 8)}@example.net`
      const password = 'a long one, of words'
      const body = { email, name: role, role, password }
      must(await admin.post(`/api/users${customer ? `?tenant=${customer.id}` : ''}`, body), 201)
      return { email, password }
    },
    /** Returns the browser's errors since the last call: script errors, failed loads, policy violations. */
    complaints() {
      const said = complaints
      complaints = []
      return said
    },
    /** Fails if the browser has reported errors. */
    async close() {
      await browser.close()
      await service.close()
      if (complaints.length > 0) throw new Error(`the browser complained:\n${complaints.join('\n')}`)
    },
  }
}

/** A browser context for one window at a time. */
interface WindowContext {
  context: BrowserContext
  /** Closes the window, and leaves nothing of it to the next one. */
  release(): Promise<void>
}

/** Returns a context for a window in `language`. */
type TakeContext = (language: 'en' | 'fr', isOwn: boolean) => Promise<WindowContext>

/**
 * A window takes the context of an earlier one that was closed, with its renderer and its compiled scripts: starting
 * both takes twice as long as loading the console. A window beside another has a context of its own, and so has one
 * with `isOwn`.
 */
function reusableContexts(browser: Browser, url: string): TakeContext {
  const free = new Map<string, { context: BrowserContext; first: Page }>()
  return async (language, isOwn) => {
    const reused = free.get(language)
    if (isOwn || !reused) {
      const context = await newContext(browser, language)
      if (isOwn) return { context, release: () => context.close() }
      const first = await context.newPage() // keeps the renderer alive
      await first.goto(`${url}/coffer.svg`)
      return lend({ context, first })
    }
    free.delete(language)
    return lend(reused)

    function lend(lent: { context: BrowserContext; first: Page }): WindowContext {
      return {
        context: lent.context,
        async release() {
          const { context, first } = lent
          if (free.has(language)) return context.close()
          for (const page of context.pages()) if (page !== first) await page.close()
          await context.clearCookies()
          await first.evaluate(() => localStorage.clear())
          free.set(language, lent)
        },
      }
    }
  }
}

function newContext(browser: Browser, language: 'en' | 'fr'): Promise<BrowserContext> {
  return browser.newContext({
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Brussels',
    reducedMotion: 'reduce',
  })
}

async function openWindow(
  takeContext: TakeContext,
  url: string,
  { as, at = '/', theme = 'light', language = 'en', width = 1280, height = 800, now, prepare }: WindowOptions,
  complain: (words: string) => void,
) {
  const isOwn = now !== undefined || prepare !== undefined // they may change the context
  const { context, release } = await takeContext(language, isOwn)
  if (answerDelayMs > 0) await delayAnswers(context)
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme })
  if (as?.token) await keepSession(page, as.token)
  if (as?.confirmation) await page.setExtraHTTPHeaders({ 'x-coffer-confirmation': as.confirmation })
  page.setDefaultTimeout(180_000)
  if (now) await page.clock.setFixedTime(now)
  page.on('pageerror', (error) => complain(`${error.message}\n${error.stack}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isNoFault(message.text())) complain(message.text())
  })
  await prepare?.(page)
  await page.goto(`${url}/#${at}`)
  await page.waitForSelector('main')
  return {
    page,
    /** Navigates to a path of the console. */
    async go(where: string) {
      await page.evaluate((hash) => void (location.hash = hash), where)
    },
    /**
     * Returns the violations of WCAG 2.2 A and AA that axe finds in the current view, one per line; switches to the theme
     * first. `both`: all rules in the light theme, then in the dark theme those that depend on the theme. `colours`: only
     * the rules that depend on the theme, in a fraction of the time.
     */
    async axe(wanted?: Theme | 'both', rules: Rules = 'all') {
      if (wanted !== 'both') return checkAccess(page, wanted, rules)
      return [...(await checkAccess(page, 'light', rules)), ...(await checkAccess(page, 'dark', 'colours'))]
    },
    /** With TEST_PICTURES set, writes a screenshot to test-results/ for review. */
    async picture(name: string) {
      if (!process.env['TEST_PICTURES']) return
      fs.mkdirSync(path.join(root, 'test-results'), { recursive: true })
      await page.screenshot({ path: path.join(root, 'test-results', `${name}.png`) })
    },
    close: release,
  }
}

/**
 * Of each request of the browser. Set it to a second or more to find tests that read a page before it has come: see
 * docs/console-development.md.
 */
const answerDelayMs = Number(process.env['TEST_ANSWER_DELAY_MS'] ?? 0)

async function delayAnswers(context: BrowserContext) {
  await context.unrouteAll()
  await context.route('**/*', async (route) => {
    await pause(answerDelayMs)
    await route.continue().catch(() => undefined) // its page was closed meanwhile
  })
}

async function keepSession(page: Page, token: string) {
  await page.addInitScript((kept) => {
    if (!location.protocol.startsWith('http')) return
    if (!sessionStorage.getItem('test.began')) sessionStorage.setItem('coffer.session', kept)
    sessionStorage.setItem('test.began', 'yes')
  }, token)
}

/**
 * Chromium logs a line for each failed request, which tests may expect. CodeMirror logs when it defers measurements to
 * the next frame, as on a busy machine.
 */
function isNoFault(text: string): boolean {
  const refusal =
    /^Failed to load resource: (the server responded with a status|net::ERR_(INCOMPLETE_CHUNKED|CONNECTION))/
  return refusal.test(text) || text === 'Measure loop restarted more than 5 times'
}

async function checkAccess(page: Page, theme: Theme | undefined, rules: Rules): Promise<string[]> {
  if (theme) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-theme="${theme}"]`).waitFor()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
  await page.waitForFunction(isAtRest)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(fs.readFileSync(axeSource, 'utf8'))
  return page.evaluate(runAxe, rules)
}

/**
 * Runs in the page. What is being loaded again is dimmed, and has too little contrast on purpose. A page behind a dialog
 * may stay so.
 */
function isAtRest(): boolean {
  const isEnding = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity
  const isMoving = document.getAnimations().some((one) => one.playState === 'running' && isEnding(one))
  const dimmed = [...document.querySelectorAll('[aria-busy="true"], .reloading, .diff.waiting, .diff.others')]
  return !isMoving && dimmed.every((one) => one.closest('[inert]') !== null)
}

/** Runs in the page, where axe is loaded. */
async function runAxe(of: Rules): Promise<string[]> {
  interface Found {
    id: string
    help: string
    nodes: { html: string; failureSummary?: string }[]
  }
  const { axe } = globalThis as unknown as {
    axe: { run(on: Document, how: object): Promise<{ violations: Found[] }> }
  }
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const runOnly =
    of === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
  const { violations } = await axe.run(document, { runOnly, iframes: false }) // a sandboxed frame does not respond
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary.replaceAll('\n', '\n  ')}`,
    ),
  )
}
