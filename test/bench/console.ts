import os from 'node:os'
import type { Page } from 'playwright-core'
import { inScope } from '../../service/store/scope.ts'
import { type TestConsole, findChromium, openConsole } from '../support/console.ts'
import type { Client, TestService } from '../support/service.ts'
import { percentile } from './load.ts'
import { median, printTable } from './table.ts'

/**
 * Measures the production build in a real Chromium, against the real service and its database: the time from an empty
 * browser cache to a usable view, the bytes loaded for it, and the frame times of the device list while it scrolls.
 */
export async function benchConsole(small: boolean): Promise<void> {
  if (!findChromium()) return console.log('\nThe console: no Chromium on this machine\n')
  const shown = await openConsole()
  try {
    const customer = await shown.service.hasTenant()
    const admin = await shown.service.as('platform_admin')
    const loads = [os.loadavg()[0] ?? 0]
    const views = []
    for (const devices of small ? [1_000] : [1_000, 100_000]) {
      await fill(shown.service, customer.id, devices)
      for (const [at, ready] of [
        ['/', '.coverage .legend'],
        ['/devices', '[role=row][data-place="0"]'],
      ] as const) {
        views.push([`${devices}`, at, ...(await firstViews(shown, admin, { at, ready, rounds: small ? 2 : 7 }))])
      }
    }
    const { read, scrolled } = await scrollThrough(shown, admin, small ? 1_000 : 100_000)
    loads.push(os.loadavg()[0] ?? 0)
    printTable('First view, cold cache', ['devices', 'page', 'ms', 'longest ms', 'script KB', 'in all KB'], views)
    printTable('Reading the list to its end, 1,000 devices at a time', ['devices', 'seconds', 'of 1,000: ms', '95 % ms', 'longest ms'], [read]) // prettier-ignore
    printTable('Scrolling the list of devices', ['how', 'frames', 'median ms', '95 % ms', 'longest ms'], scrolled)
    console.log(`\n${os.availableParallelism()} cores; load ${loads.map((load) => load.toFixed(1)).join(' to ')}\n`)
  } finally {
    await shown.close()
  }
}

interface ViewAsked {
  at: string
  /** A selector that matches once the view is usable. */
  ready: string
  rounds: number
}

async function firstViews(shown: TestConsole, as: Client, { at, ready, rounds }: ViewAsked): Promise<string[]> {
  const times: number[] = []
  let bytes = { script: 0, all: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const prepare = async (page: Page) => void (await page.addInitScript(noteWhen, ready))
    const { page, close } = await shown.open({ as, at, prepare, width: 1440, height: 900 })
    await page.waitForFunction(() => 'readyAt' in globalThis)
    times.push(await page.evaluate(() => (globalThis as unknown as { readyAt: number }).readyAt))
    bytes = await page.evaluate(loadedBytes)
    await close()
  }
  const kilobytes = [bytes.script, bytes.all].map((count) => (count / 1024).toFixed(0))
  return [median(times).toFixed(0), Math.max(...times).toFixed(0), ...kilobytes]
}

/** Runs in the page before it loads: records the milliseconds until the first frame that contains `ready`. */
function noteWhen(ready: string) {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(ready)) return
    watcher.disconnect()
    requestAnimationFrame(() => Object.assign(globalThis, { readyAt: performance.now() }))
  })
  watcher.observe(document, { childList: true, subtree: true })
}

/** Runs in the page: returns the compressed bytes received. */
function loadedBytes() {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const sum = (entries: PerformanceResourceTiming[]) =>
    entries.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
  return { script: sum(all.filter(({ name }) => name.endsWith('.js'))), all: sum(all) }
}

/** Loads the whole list as a user who scrolls to its end and waits there, and then scrolls through it. */
async function scrollThrough(shown: TestConsole, as: Client, devices: number) {
  const { page, close } = await shown.open({ as, at: '/devices?rows=1000', width: 1440, height: 900 })
  const box = page.getByRole('region', { name: 'Devices' })
  await page.locator('[role=row][data-place="0"]').waitFor()
  const pages: number[] = []
  for (let rows = 1_000; rows < devices; rows += 1_000) pages.push(await box.evaluate(readOn, rows + 1_000))
  const seconds = pages.reduce((sum, ms) => sum + ms, 0) / 1_000
  const read = [devices, seconds.toFixed(1), ...figuresOf(pages)]
  const rows = []
  for (const [how, pixels] of [
    ['three rows a frame', 114],
    ['a window a frame', 760],
    ['anywhere', null],
  ] as const) {
    const frames = await box.evaluate(scrollFrames, pixels)
    rows.push([how, frames.length, ...figuresOf(frames)])
  }
  await close()
  return { read, scrolled: rows }
}

function figuresOf(times: number[]): string[] {
  if (times.length === 0) return ['', '', '']
  return [median(times), percentile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(1))
}

/** Runs in the page: returns the milliseconds from reaching the end to the frame with this many rows. */
async function readOn(element: Element, rows: number): Promise<number> {
  const begun = performance.now()
  element.scrollTop = element.scrollHeight
  while (element.scrollHeight < 38 * rows) await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - begun
}

/** Runs in the page: returns the milliseconds between frames, each of which scrolls further. */
async function scrollFrames(element: Element, pixels: number | null): Promise<number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const times: number[] = []
  element.scrollTop = 0
  await frame()
  let before = await frame()
  for (let step = 1; step <= 240; step += 1) {
    element.scrollTop = pixels === null ? (element.scrollHeight * ((step * 37) % 240)) / 240 : step * pixels
    const now = await frame()
    times.push(now - before)
    before = now
  }
  return times
}

/** Adds devices up to this total, with the values that the list shows. */
async function fill(service: TestService, tenantId: string, devices: number): Promise<void> {
  const now = service.dependencies.now()
  await inScope(
    service.dependencies.knex,
    { kind: 'platform' },
    (trx) =>
      trx.raw(
        `insert into devices (id, tenant_id, name, hostname, platform, schedule, site, tags, search, last_outcome,
           last_success_at, stale_at, created_at, updated_at)
         select gen_random_uuid(), :tenantId, 'sw-' || lpad(n::text, 6, '0'), '192.0.2.1', 'netco_iosxe', '0 2 * * *',
           'building ' || n % 40, array['access', 'floor-' || n % 9], 'sw-' || n || ' 192.0.2.1',
           case when n % 100 = 0 then 'failed' else 'unchanged' end, cast(:now as timestamptz) - interval '10 hours',
           cast(:now as timestamptz) + interval '1 day', :now, :now
         from generate_series((select count(*) + 1 from devices where tenant_id = :tenantId), :devices) n`,
        { tenantId, now, devices },
      ),
    { statementTimeoutMs: 600_000 },
  )
}
