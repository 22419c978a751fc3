import type { Page, Request } from 'playwright-core'

/** Pending requests of a window. */
const underWay = new Map<Page, Set<Request>>()

/** Starts counting a window's requests, except for the event stream. */
export function watchRequests(page: Page): Set<Request> {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    if (!/\/api\/events/.test(request.url())) requests.add(request)
  })
  page.on('requestfinished', (request) => void requests.delete(request))
  page.on('requestfailed', (request) => void requests.delete(request))
  return requests
}

/** Waits until no request is pending, none was sent for `quietMs`, and no loading indicator is shown. */
export async function untilQuiet(page: Page, quietMs: number): Promise<void> {
  const under = underWay.get(page) ?? watchRequests(page)
  const isBusy = () => document.querySelector('[aria-busy="true"]') !== null
  for (let quiet = 0, tries = 0; quiet < 2 && tries < 80; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, quietMs / 2))
    quiet = under.size === 0 && !(await page.evaluate(isBusy)) ? quiet + 1 : 0
  }
}
