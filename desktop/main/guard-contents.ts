import type { Session, WebContents } from 'electron'
import type { SavedConnection } from '../bridge.ts'
import { connectionOf, routeOf } from './console-protocol.ts'
import { browserAddress, type Clicks, mayNavigate } from './navigation.ts'

export interface GuardOptions {
  findConnection: (id: string) => SavedConnection | undefined
  clicks: Clicks
  openInBrowser: (url: string) => void
  /** Opens another window of the program. */
  openWindow: (connectionId: string, route: string) => void
  log: (line: string) => void
}

/**
 * Restricts a window to the console: no other page, no embedded pages, and new windows only for pages of the same
 * connection after a click. Called for each web contents.
 */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'getURL'>,
  { findConnection, clicks, openInBrowser, openWindow, log }: GuardOptions,
): void {
  const stay = (event: { preventDefault(): void; url: string }) => {
    if (mayNavigate(event.url, (id) => findConnection(id) !== undefined)) return
    event.preventDefault()
    log(`a page wanted to go to ${placeOf(event.url)}: denied`)
  }
  contents.on('will-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  const shownConnection = () => connectionOf(contents.getURL()) ?? ''
  contents.on('input-event', (_, input) => clicks.hear(shownConnection(), input))
  contents.setWindowOpenHandler(({ url }) => {
    const connection = findConnection(shownConnection())
    const address = browserAddress(url, connection)
    const isOwnPage = connection !== undefined && mayNavigate(url, (id) => id === connection.id)
    const isClicked = clicks.isRecent(shownConnection())
    if (isOwnPage && isClicked) {
      clicks.use(connection.id)
      openWindow(connection.id, routeOf(url))
    } else if (address !== null && isClicked) {
      clicks.use(shownConnection())
      openInBrowser(address)
    } else {
      log(`a page wanted a window for ${placeOf(url)}: denied`)
    }
    return { action: 'deny' }
  })
}

/**
 * Denies all permissions, such as camera, location and notifications, except writing to the clipboard for copy buttons.
 */
export function denyPermissions(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionRequestHandler((_, permission, decide) => decide(permission === mayWriteClipboard))
  session.setPermissionCheckHandler((_, permission) => permission === mayWriteClipboard)
  session.setDevicePermissionHandler(() => false)
}

const mayWriteClipboard = 'clipboard-sanitized-write'

/** Returns an address without parts that may be secret. */
function placeOf(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}` : 'something that is no address'
}
