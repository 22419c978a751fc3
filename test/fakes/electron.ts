import { EventEmitter } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { fakeSession } from './electron-session.ts'

/**
 * The few functions of Electron that the program uses, for tests. Calls are recorded in `asked`, and the user’s choices come
 * from `person`. The program receives it with Electron’s own types.
 */
export const asked = {
  opened: [] as string[],
  shown: [] as string[],
  notifications: [] as FakeNotification[],
  windows: [] as FakeWindow[],
  menus: [] as { label?: string; submenu?: unknown; click?: () => void }[][],
  dialogs: [] as Record<string, unknown>[],
  loginItems: [] as Record<string, unknown>[],
  trays: [] as FakeTray[],
  badge: 0,
  quits: 0,
}

export const person = { chooses: [] as string[], presses: 0 }

/** What the computer is like. */
export const computer = {
  userData: path.join(os.tmpdir(), 'coffer-no-such-folder'),
  isFirst: true,
  keychain: 'gnome_libsecret' as 'gnome_libsecret' | 'basic_text' | 'unknown',
  screens: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
}

export function resetFake() {
  for (const list of Object.values(asked)) if (Array.isArray(list)) list.length = 0
  Object.assign(asked, { badge: 0, quits: 0 })
  Object.assign(person, { chooses: [], presses: 0 })
  for (const emitter of [app, ipcRenderer]) emitter.removeAllListeners()
  handlers.clear()
  schemes.clear()
  for (const name of Object.keys(exposed)) delete exposed[name]
}

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  getPath: (name: string) => (name === 'userData' ? computer.userData : path.join(computer.userData, name)),
  getVersion: () => '0.1.0',
  getLocale: () => 'en-GB',
  enableSandbox() {},
  requestSingleInstanceLock: () => computer.isFirst,
  setAsDefaultProtocolClient: () => true,
  setAppUserModelId() {},
  releaseSingleInstanceLock() {},
  setBadgeCount: (count: number) => void (asked.badge = count),
  setLoginItemSettings: (settings: Record<string, unknown>) => void asked.loginItems.push(settings),
  getLoginItemSettings: () => ({ wasOpenedAtLogin: false }),
  whenReady: () => Promise.resolve(),
  quit() {
    app.emit('before-quit', preventable())
    for (const window of asked.windows) if (!window.isDestroyed) window.close()
    const event = preventable()
    app.emit('will-quit', event)
    if (!event.isPrevented) asked.quits += 1
  },
})

function preventable() {
  const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) }
  return event
}

export class FakeContents extends EventEmitter {
  history: string[] = []
  navigationHistory = {
    clear: () => void (this.history.length = 0),
    goBack: () => void this.history.push('back'),
    goForward: () => void this.history.push('forward'),
  }
  typed: unknown[] = []
  sendInputEvent(input: unknown) {
    this.typed.push(input)
  }
  sent: unknown[] = []
  url = ''
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
  session = {
    permission: (_: unknown, __: string, decide: (allowed: boolean) => void) => decide(true),
    setPermissionRequestHandler(handler: (_: unknown, permission: string, decide: (allowed: boolean) => void) => void) {
      this.permission = handler
    },
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
  }
  getURL() {
    return this.url
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
    this.openHandler = handler
  }
  send(channel: string, event: unknown) {
    this.sent.push(event)
    ipcRenderer.emit(channel, {}, event)
  }
  reload() {
    this.emit('reloaded')
  }
  /** Whether the page may go there. */
  tries(event: string, url: string): boolean {
    let isAllowed = true
    this.emit(event, { url, preventDefault: () => (isAllowed = false) })
    return isAllowed
  }
  clicks() {
    this.emit('input-event', {}, { type: 'mouseDown' })
  }
}

export class FakeWindow extends EventEmitter {
  webContents = new FakeContents()
  options: Record<string, unknown>
  progress = -1
  focused = true
  isShown = false
  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    asked.windows.push(this)
  }
  loadURL(url: string) {
    this.webContents.url = url
    this.webContents.emit('did-navigate', {}, url)
    this.emit('ready-to-show')
    this.webContents.emit('did-finish-load')
    return Promise.resolve()
  }
  isMinimized = () => false
  isMaximized = () => false
  isFocused = () => this.focused
  restore() {}
  maximize() {}
  show() {
    this.isShown = true
  }
  hide() {
    this.isShown = false
  }
  /** As the user or the program turns to it. */
  focus() {
    for (const window of asked.windows) window.focused = window === this
    this.emit('focus')
  }
  /** As the user closes it. @returns whether it is gone */
  close(): boolean {
    const event = preventable()
    this.emit('close', event)
    if (!event.isPrevented) this.destroy()
    return !event.isPrevented
  }
  isDestroyed = false
  destroy() {
    this.isDestroyed = true
    this.emit('closed')
  }
  isVisible = () => this.isShown
  setProgressBar(progress: number) {
    this.progress = progress
  }
  getNormalBounds() {
    const { x, y, width, height } = this.options
    return { x, y, width, height }
  }
}
export { FakeWindow as BrowserWindow }

export class FakeNotification extends EventEmitter {
  static isSupported = () => true
  content: { title: string; body: string }
  constructor(content: { title: string; body: string }) {
    super()
    this.content = content
  }
  show() {
    asked.notifications.push(this)
  }
}
export { FakeNotification as Notification }

export class FakeTray extends EventEmitter {
  toolTip = ''
  menu: { label?: string; click?: () => void }[] = []
  isDestroyed = false
  constructor() {
    super()
    asked.trays.push(this)
  }
  setToolTip(text: string) {
    this.toolTip = text
  }
  setContextMenu(menu: FakeTray['menu']) {
    this.menu = menu
  }
  destroy() {
    this.isDestroyed = true
  }
}
export { FakeTray as Tray }
export const nativeImage = { createFromPath: () => ({ resize: () => ({}) }) }

export const dialog = {
  showOpenDialog: (options: Record<string, unknown>) => {
    asked.dialogs.push(options)
    return Promise.resolve({ canceled: person.chooses.length === 0, filePaths: person.chooses })
  },
  showSaveDialog: (options: Record<string, unknown>) => {
    asked.dialogs.push(options)
    return Promise.resolve({ canceled: person.chooses.length === 0, filePath: person.chooses[0] ?? '' })
  },
  showMessageBoxSync: (options: Record<string, unknown>) => {
    asked.dialogs.push(options)
    return person.presses
  },
  showMessageBox: (options: Record<string, unknown>) => {
    asked.dialogs.push(options)
    return Promise.resolve({ response: person.presses })
  },
}

type Handler = (event: unknown, ...given: unknown[]) => unknown
const handlers = new Map<string, Handler>()
export const ipcMain = { handle: (channel: string, handler: Handler) => void handlers.set(channel, handler) }

/** The page that calls. */
export const page = { url: '', parent: null as object | null }
export const ipcRenderer = Object.assign(new EventEmitter(), {
  async invoke(channel: string, ...given: unknown[]) {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`no handler registered for '${channel}'`)
    const event = { senderFrame: { url: page.url, parent: page.parent } }
    return structuredClone(await handler(event, ...structuredClone(given)))
  },
})

export const exposed: Record<string, unknown> = {}
export const contextBridge = { exposeInMainWorld: (name: string, what: unknown) => void (exposed[name] = what) }

const schemes = new Map<string, (request: Request) => Promise<Response>>()
export const protocol = {
  registerSchemesAsPrivileged() {},
  handle: (scheme: string, handler: (request: Request) => Promise<Response>) => void schemes.set(scheme, handler),
}
/** A request of a page, as Chromium would send it. */
export function requestOf(address: string, init?: RequestInit): Promise<Response> {
  const handler = schemes.get(new URL(address).protocol.slice(0, -1))
  if (!handler) throw new Error(`no handler for ${address}`)
  return handler(new Request(address, init))
}

export const safeStorage = {
  isEncryptionAvailable: () => computer.keychain !== 'unknown',
  getSelectedStorageBackend: () => computer.keychain,
  encryptString: (text: string) => Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a)),
  decryptString: (sealed: Buffer) => Buffer.from([...sealed].map((byte) => byte ^ 0x5a)).toString(),
}

export const Menu = {
  buildFromTemplate: (template: (typeof asked.menus)[number]) => template,
  setApplicationMenu: (menu: (typeof asked.menus)[number]) => void asked.menus.push(menu),
}
export const nativeTheme = { shouldUseDarkColors: true }
export const net = { fetch: (url: string) => Promise.reject(new Error(`no network for ${url}`)) }
export const screen = { getPrimaryDisplay: () => computer.screens[0], getAllDisplays: () => computer.screens }
export const session = { fromPartition: fakeSession }
export const shell = {
  openExternal: (url: string) => Promise.resolve(void asked.opened.push(url)),
  openPath: (at: string) => Promise.resolve(void asked.shown.push(at)),
  showItemInFolder: (at: string) => void asked.shown.push(at),
}
