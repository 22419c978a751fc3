import type { SavedConnection } from '../bridge.ts'
import { connectionOf } from './console-protocol.ts'

/** Returns whether a window may navigate to an address: only to the console of a saved connection. */
export function mayNavigate(address: string, isSaved: (connectionId: string) => boolean): boolean {
  const connectionId = connectionOf(address)
  if (connectionId === null || !isSaved(connectionId)) return false
  return ['/', '/index.html'].includes(new URL(address).pathname)
}

/**
 * Returns the address that a link with its own window opens in the browser: https addresses, and pages of the connected
 * service, such as its documentation and API reference.
 * @returns null for all other links
 */
export function browserAddress(address: string, connection: SavedConnection | undefined): string | null {
  const url = URL.parse(address)
  if (!url) return null
  if (url.protocol === 'https:') return url.username || url.password ? null : url.href
  const isOwn = connection !== undefined && connectionOf(address) === connection.id
  return isOwn && ownPages.includes(url.pathname) ? `${connection.url}${url.pathname}` : null
}

const ownPages = ['/docs', '/docs/', '/api/docs', '/api/docs/', '/api/redoc', '/api/redoc/', '/api/openapi.json']

/** Time after a click or key within which a page's request counts as caused by it. */
const clickMs = 1_500

/**
 * Tracks the user's last input in the windows of each connection: only then a page of it may open something outside of
 * the window.
 */
export function createClicks(nowMs: () => number) {
  const lastMs = new Map<string, number>()
  return {
    hear(connectionId: string, input: { type: string }) {
      if (['mouseDown', 'mouseUp', 'keyDown', 'rawKeyDown', 'gestureTap', 'touchEnd'].includes(input.type))
        lastMs.set(connectionId, nowMs())
    },
    isRecent: (connectionId: string) => nowMs() - (lastMs.get(connectionId) ?? -Infinity) <= clickMs,
    /** Uses up the input: one click opens one thing. */
    use: (connectionId: string) => void lastMs.delete(connectionId),
  }
}

export type Clicks = ReturnType<typeof createClicks>
