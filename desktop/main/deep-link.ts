import type { SavedConnection } from '../bridge.ts'
import { serviceOrigin } from './connection-store.ts'

export const linkScheme = 'coffer'

/** A route of a connection to open; null means the current connection. */
export interface DeepLinkRequest {
  connectionId: string | null
  route: string
}

/**
 * Parses `coffer://open/ROUTE?…&service=https://HOST`: a console route with its parameters and optionally the service;
 * default: the current connection. A link never connects to an unknown service: it opens the form in which the user may
 * add it.
 * @returns null if it is not such a link: links come from untrusted sources
 */
export function parseDeepLink(link: string, saved: SavedConnection[]): DeepLinkRequest | null {
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

/** Returns the link among the arguments of a second start. Systems pass it as the last one. */
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
