import type { SavedConnection } from '../bridge.ts'
import { serviceOrigin } from './connection-store.ts'

export const linkScheme = 'coffer'

/** What a link asks for: a route of a connection; null is the one that is shown. */
export interface LinkWish {
  connectionId: string | null
  route: string
}

/**
 * Reads `coffer://open/ROUTE?…&service=https://HOST`: the console's route with its own parameters and, where it matters,
 * the service. Without one it is the connection that is shown. A service that is not saved is never connected to by a link
 * alone: it leads to the form in which the person may add it.
 * @returns null for anything that is not such a link: links come from anywhere
 */
export function parseDeepLink(link: string, saved: SavedConnection[]): LinkWish | null {
  if (link.length > 2_048 || hasControls(link)) return null
  const url = URL.parse(link)
  if (url?.protocol !== `${linkScheme}:` || url.hostname !== 'open' || url.username || url.password || url.port)
    return null
  if (!/^\/[\w\-./~]*$/.test(url.pathname) || url.pathname.includes('//')) return null
  const services = url.searchParams.getAll('service')
  if (services.length > 1) return null
  url.searchParams.delete('service')
  const query = url.searchParams.toString()
  const route = `${url.pathname}${query && `?${query}`}`
  const [service] = services
  if (service === undefined) return { connectionId: null, route }
  const origin = originOf(service)
  if (origin === null) return null
  const connection = saved.find((one) => one.url === origin)
  if (connection) return { connectionId: connection.id, route }
  return { connectionId: null, route: `/desktop/connections?new=${encodeURIComponent(origin)}` }
}

/** The link among the words that a second start was given: systems hand it over as the last. */
export function linkAmong(words: string[]): string | undefined {
  return words.findLast((word) => word.toLowerCase().startsWith(`${linkScheme}://`))
}

function originOf(service: string): string | null {
  try {
    return serviceOrigin(service)
  } catch {
    return null
  }
}

function hasControls(text: string): boolean {
  return [...text].some((letter) => letter < ' ' || letter === '\x7f')
}
