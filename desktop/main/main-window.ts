import type { BrowserWindow } from 'electron'
import type { BridgeEvent } from '../bridge.ts'
import { eventChannel } from '../bridge-messages.ts'
import { connectionOf, consoleAddress } from './console-protocol.ts'
import { denyPermissions, type GuardOptions, guardContents } from './guard-contents.ts'
import type { KeptSettings } from './preferences.ts'
import { type WatchOptions, watchRenderer } from './watch-renderer.ts'
import { windowOptions } from './window-options.ts'
import { placeWindow } from './window-state.ts'
import type { DesktopElectron } from './desktop-electron.ts'

/** The one window of the program. */
export interface MainWindow {
  /** Opens the window, or brings it to the front. */
  show(): void
  /** Loads the console for a connection. */
  load(connectionId: string, route: string): void
  /** Brings the window to the front, at a route of the current connection. */
  go(route: string): void
  /** Sends an event to the page, if there is one. */
  send(event: BridgeEvent): void
  isWindowFocused(): boolean
  shownConnection(): string | null
  setProgress(progress: number | null): void
}

export interface MainWindowOptions {
  electron: Pick<DesktopElectron, 'BrowserWindow' | 'screen' | 'nativeTheme'>
  preload: string
  settings: KeptSettings
  guard: GuardOptions
  watch: Omit<WatchOptions, 'reload'>
  /** Returns what to load when the window opens. */
  first: () => { connectionId: string; route: string }
}

export function createMainWindow(options: MainWindowOptions): MainWindow {
  const { electron, preload, settings, guard, watch, first } = options
  let window: BrowserWindow | null = null
  let isLoaded = false

  const load = (connectionId: string, route: string) => {
    settings.change({ lastConnection: connectionId })
    isLoaded = false
    void open()
      .loadURL(consoleAddress(connectionId, route))
      .catch(() => undefined) // a newer load may replace this one
  }

  function open(): BrowserWindow {
    if (window) return window
    const state = placeWindow(settings.read().window, screensOf(electron.screen))
    const made = new electron.BrowserWindow(windowOptions(state, preload, electron.nativeTheme.shouldUseDarkColors))
    window = made
    guardContents(made.webContents, guard)
    denyPermissions(made.webContents.session)
    watchRenderer(made.webContents, { ...watch, reload: () => made.webContents.reload() })
    made.webContents.on('did-finish-load', () => (isLoaded = true))
    made.once('ready-to-show', () => {
      if (state.isMaximized) made.maximize()
      made.show()
    })
    made.on('close', () => {
      settings.change({ window: { bounds: made.getNormalBounds(), isMaximized: made.isMaximized() } })
    })
    made.on('closed', () => (window = null))
    return made
  }

  const show = () => {
    if (!window) {
      const { connectionId, route } = first()
      return load(connectionId, route)
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  const send = (event: BridgeEvent) => window?.webContents.send(eventChannel, event)
  const shownConnection = () => connectionOf(window?.webContents.getURL() ?? '')

  return {
    show,
    load,
    go(route) {
      if (isLoaded) send({ kind: 'go', route })
      else load(shownConnection() ?? first().connectionId, route) // a page that is still loading would miss the event
      show()
    },
    send,
    isWindowFocused: () => window?.isFocused() ?? false,
    shownConnection,
    setProgress: (progress) => window?.setProgressBar(progress ?? -1),
  }
}

/** Returns the work areas of the screens, the primary one first. */
function screensOf(screen: DesktopElectron['screen']) {
  const first = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id)
  return [first, ...others].map(({ workArea }) => workArea)
}
