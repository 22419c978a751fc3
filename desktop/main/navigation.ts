import type { SavedConnection } from '../bridge.ts'
import { connectionOf } from './console-protocol.ts'

/** The one page that a window may go to by itself is the console's, of a connection that is saved. */
export function mayNavigate(address: string, isSaved: (connectionId: string) => boolean): boolean {
  const connectionId = connectionOf(address)
  if (connectionId === null || !isSaved(connectionId)) return false
  return ['/', '/index.html'].includes(new URL(address).pathname)
}

/**
 * What a link that wants a window of its own opens in the person's browser: https addresses, and the pages of the connected
 * service itself, such as its documentation and API reference, as the browser reaches them.
 * @returns null for everything else
 */
export function browserAddress(address: string, connection: SavedConnection | undefined): string | null {
  const url = URL.parse(address)
  if (!url) return null
  if (url.protocol === 'https:') return url.username || url.password ? null : url.href
  const isOwn = connection !== undefined && connectionOf(address) === connection.id
  return isOwn && ownPages.includes(url.pathname) ? `${connection.url}${url.pathname}` : null
}

const ownPages = ['/docs', '/docs/', '/api/docs', '/api/docs/', '/api/redoc', '/api/redoc/', '/api/openapi.json']

/** Within which a page's wish counts as the answer to a click or a key. */
const clickMs = 1_500

/** Remembers when the person last did something in the window: only then may a page open something outside of it. */
export function createClicks(nowMs: () => number) {
  let lastMs = -Infinity
  return {
    hear(input: { type: string }) {
      if (['mouseDown', 'mouseUp', 'keyDown', 'rawKeyDown', 'gestureTap', 'touchEnd'].includes(input.type))
        lastMs = nowMs()
    },
    isRecent: () => nowMs() - lastMs <= clickMs,
    /** One click opens one thing. */
    use() {
      lastMs = -Infinity
    },
  }
}

export type Clicks = ReturnType<typeof createClicks>
