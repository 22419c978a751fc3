import type { BrowserWindow } from 'electron'
import type { BridgeEvent } from '../bridge.ts'
import { eventChannel } from '../bridge-messages.ts'
import { connectionOf, consoleAddress } from './console-protocol.ts'
import { denyPermissions, type GuardOptions, guardContents } from './guard-contents.ts'
import type { KeptSettings } from './preferences.ts'
import { type WatchOptions, watchRenderer } from './watch-renderer.ts'
import { windowOptions } from './window-options.ts'
import { placeWindow, type WindowState } from './window-state.ts'
import type { DesktopElectron } from './desktop-electron.ts'

/** The windows of the program. Each shows the console of one connection; several may show the same connection. */
export interface Windows {
  /**
   * Brings the window that was used last to the front. Without one, opens the windows of the last time.
   * @param first what the window in front shows; default: the connection used last
   */
  show(first?: Shown): void
  /** Opens the windows of the last time without showing them, so that their connections are live. */
  openHidden(): void
  /** Brings a window of the connection to the front, or loads the connection in the window that was used last. */
  load(connectionId: string, route: string): void
  /** Opens another window, in front of the others. */
  open(connectionId: string, route: string): void
  /** Brings a window of the connection to the front as it is, or opens one. */
  bring(connectionId: string): void
  /**
   * Brings a window to the front, at a route.
   * @param connectionId default: that of the window used last
   */
  go(route: string, connectionId?: string): void
  /** Sends an event to the pages of a connection, or to all pages. */
  send(event: BridgeEvent, connectionId?: string): void
  /** Applies an action to the window that was used last. */
  withCurrent(act: (window: BrowserWindow) => void): void
  /** Returns whether a visible window shows the connection. */
  isShown(connectionId: string): boolean
  /** Loads the windows of the connection again, at their first page. */
  reload(connectionId: string): void
  /** Closes hidden windows, of a connection or all. The last window is shown instead. */
  closeHidden(connectionId?: string): void
  isFocused(connectionId: string): boolean
  shownConnection(): string | null
  setProgress(progress: number | null): void
  /** Windows close while the program quits, even if it continues in the background otherwise. */
  setQuitting(isQuitting: boolean): void
}

/** What a window shows. */
export interface Shown {
  connectionId: string
  route: string
}

export interface WindowsOptions {
  electron: Pick<DesktopElectron, 'BrowserWindow' | 'screen' | 'nativeTheme'>
  preload: string
  settings: KeptSettings
  guard: Omit<GuardOptions, 'openWindow'>
  watch: Omit<WatchOptions, 'reload'>
  /** Returns what to load when the first window opens. */
  first: () => Shown
  isSaved: (connectionId: string) => boolean
  /** Called when the user turns to a window of the connection. */
  onFocus: (connectionId: string) => void
}

interface OpenWindow {
  window: BrowserWindow
  /** The connection whose console it shows. */
  connectionId: string
  /** Whether the page receives events. */
  isLoaded: boolean
}

const cascadeOffset = 28

export function createWindows(options: WindowsOptions): Windows {
  const { electron, preload, settings, guard, watch, first, isSaved, onFocus } = options
  /** The window used last is the last one. */
  let all: OpenWindow[] = []
  let isQuitting = false

  const current = () => all.at(-1)
  const ofConnection = (id: string) => all.findLast(({ connectionId }) => connectionId === id)

  function create(connectionId: string, isHidden = false): OpenWindow {
    const state = placeNext()
    const window = new electron.BrowserWindow(windowOptions(state, preload, electron.nativeTheme.shouldUseDarkColors))
    const { webContents } = window
    const entry: OpenWindow = { window, connectionId, isLoaded: false }
    all.push(entry)
    guardContents(webContents, { ...guard, openWindow: open })
    denyPermissions(webContents.session)
    watchRenderer(webContents, { ...watch, reload: () => webContents.reload() })
    webContents.on('did-navigate', (_, url) => {
      entry.connectionId = connectionOf(url) ?? entry.connectionId
      if (window.isFocused()) onFocus(entry.connectionId)
      rememberConnections()
    })
    webContents.on('did-finish-load', () => (entry.isLoaded = true))
    if (!isHidden) {
      window.once('ready-to-show', () => {
        if (state.isMaximized) window.maximize()
        window.show()
      })
    }
    window.on('focus', () => {
      all = [...all.filter((one) => one !== entry), entry]
      settings.change({ lastConnection: entry.connectionId })
      onFocus(entry.connectionId)
    })
    window.on('app-command', (_, command) => {
      if (command === 'browser-backward') webContents.navigationHistory.goBack()
      if (command === 'browser-forward') webContents.navigationHistory.goForward()
    })
    window.on('close', (event) => {
      settings.change({ window: { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() } })
      if (isQuitting || !settings.read().preferences.runsInBackground || isSecond(entry)) return
      event.preventDefault()
      window.hide()
    })
    window.on('closed', () => {
      all = all.filter((one) => one !== entry)
      rememberConnections()
    })
    return entry
  }

  /** Returns whether another window shows the same connection. */
  function isSecond(entry: OpenWindow): boolean {
    return all.some((one) => one !== entry && one.connectionId === entry.connectionId)
  }

  function placeNext(): WindowState {
    const screens = screensOf(electron.screen)
    const shown = current()?.window
    if (!shown) return placeWindow(settings.read().window, screens)
    const { x, y, ...size } = shown.getNormalBounds()
    return placeWindow({ bounds: { ...size, x: x + cascadeOffset, y: y + cascadeOffset }, isMaximized: false }, screens)
  }

  /** When the program quits, the windows of that time are remembered, not the last one to close. */
  function rememberConnections(): void {
    if (isQuitting) return
    settings.change({ openConnections: [...new Set(all.map(({ connectionId }) => connectionId))] })
  }

  function loadIn(entry: OpenWindow, connectionId: string, route: string): void {
    settings.change({ lastConnection: connectionId })
    entry.isLoaded = false
    const { window } = entry
    window.webContents.once('did-finish-load', () => window.webContents.navigationHistory.clear()) // of the connection before
    void window.loadURL(consoleAddress(connectionId, route)).catch(() => undefined) // a newer load may replace this one
  }

  function front({ window }: OpenWindow): void {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  function goIn(entry: OpenWindow, route: string): void {
    if (entry.isLoaded) entry.window.webContents.send(eventChannel, { kind: 'go', route } satisfies BridgeEvent)
    else loadIn(entry, entry.connectionId, route) // a page that is still loading would miss the event
    front(entry)
  }

  function open(connectionId: string, route: string): void {
    loadIn(create(connectionId), connectionId, route)
  }

  return {
    open,
    show(wanted) {
      const entry = current()
      if (entry && wanted) return goIn(ofConnection(wanted.connectionId) ?? entry, wanted.route)
      if (entry) return front(entry)
      const { connectionId, route } = wanted ?? first()
      const others = settings.read().openConnections.filter((id) => id !== connectionId && isSaved(id))
      for (const id of others) open(id, '/')
      open(connectionId, route)
    },
    openHidden() {
      for (const id of settings.read().openConnections.filter(isSaved)) loadIn(create(id, true), id, '/')
    },
    load(connectionId, route) {
      const shown = ofConnection(connectionId)
      if (shown && shown !== current()) return goIn(shown, route)
      loadIn(current() ?? create(connectionId), connectionId, route)
    },
    bring(connectionId) {
      if (!isSaved(connectionId)) return
      const shown = ofConnection(connectionId)
      if (shown) front(shown)
      else open(connectionId, '/')
    },
    go(route, connectionId) {
      const entry = connectionId === undefined ? current() : ofConnection(connectionId)
      const id = connectionId ?? entry?.connectionId ?? first().connectionId
      if (!isSaved(id)) return
      if (entry) goIn(entry, route)
      else open(id, route)
    },
    send(event, connectionId) {
      const listening = connectionId === undefined ? all : all.filter((one) => one.connectionId === connectionId)
      for (const { window } of listening) window.webContents.send(eventChannel, event)
    },
    withCurrent(act) {
      const entry = current()
      if (entry) act(entry.window)
    },
    isShown: (id) => all.some(({ window, connectionId }) => connectionId === id && window.isVisible()),
    reload(connectionId) {
      for (const entry of all.filter((one) => one.connectionId === connectionId)) loadIn(entry, connectionId, '/')
    },
    closeHidden(connectionId) {
      const hidden = all.filter(({ window }) => !window.isVisible())
      for (const entry of hidden.filter((one) => connectionId === undefined || one.connectionId === connectionId)) {
        if (all.length === 1) front(entry)
        else entry.window.destroy()
      }
    },
    isFocused: (connectionId) => all.some((one) => one.window.isFocused() && one.connectionId === connectionId),
    shownConnection: () => current()?.connectionId ?? null,
    setProgress(progress) {
      for (const { window } of all) window.setProgressBar(progress ?? -1)
    },
    setQuitting: (is) => void (isQuitting = is),
  }
}

/** Returns the work areas of the screens, the primary one first. */
function screensOf(screen: DesktopElectron['screen']) {
  const first = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id)
  return [first, ...others].map(({ workArea }) => workArea)
}
