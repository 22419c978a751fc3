import path from 'node:path'
import type { KeyboardInputEvent } from 'electron'
import type * as Electron from 'electron'
import type { Preferences, ServiceState } from '../bridge.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createBridgeHandlers } from './bridge-handlers.ts'
import { createAppLog } from './app-log.ts'
import { BreakGlass } from './break-glass/break-glass.ts'
import { bundledId, createConnectionStore } from './connection-store.ts'
import { consoleScheme, createConsoleProtocol } from './console-protocol.ts'
import { linkAmong, linkScheme, parseDeepLink } from './deep-link.ts'
import { desktopMessages } from './desktop-messages.ts'
import { createDownloads } from './downloads.ts'
import { answerBridge } from './ipc.ts'
import { type LoginReturn, createLoginReturn } from './login-return.ts'
import { backgroundArgument, moveLoginStart, setLoginStart } from './login-start.ts'
import { menuTemplate } from './menu-template.ts'
import { createClicks } from './navigation.ts'
import { createNotifications } from './notifications.ts'
import { createPreferences } from './preferences.ts'
import { createReachServices } from './reach-services.ts'
import type { ServiceProgram } from './service/service-program.ts'
import { createServiceSupervisor, type ServiceSupervisor } from './service/service-supervisor.ts'
import { createSessionKeeper } from './session-keeper.ts'
import { createTrayIcon } from './tray-icon.ts'
import { findAppImage, openUpdater } from './updates/open-updater.ts'
import { createUpdates } from './updates/updates.ts'
import { createWindows } from './windows.ts'
import type { DesktopElectron } from './desktop-electron.ts'

export interface DesktopPlaces {
  /** Folder of the console's build. */
  console: string
  /** Path of the bundled preload script. */
  preload: string
  service: ServiceProgram
  /** Command line arguments. */
  words: string[]
}

/** Builds and connects the parts of the program, once Electron is ready and no other instance uses the folder. */
export async function startDesktop(electron: DesktopElectron, places: DesktopPlaces): Promise<void> {
  await new Desktop(electron, places).start()
}

/** The running program: its windows, connections, downloads and the bundled service. */
class Desktop {
  readonly #electron: DesktopElectron
  readonly #places: DesktopPlaces
  readonly #folder: string
  readonly #log: ReturnType<typeof createAppLog>
  readonly #messages: ReturnType<typeof desktopMessages>
  readonly #kept: ReturnType<typeof createPreferences>
  readonly #service: ServiceSupervisor
  readonly #connections: ReturnType<typeof createConnectionStore>
  readonly #reach: ReturnType<typeof createReachServices>
  readonly #clicks = createClicks(() => performance.now())
  readonly #windows: ReturnType<typeof createWindows>
  readonly #notifications: ReturnType<typeof createNotifications>
  readonly #tray: ReturnType<typeof createTrayIcon>
  readonly #downloads: ReturnType<typeof createDownloads>
  readonly #updates: ReturnType<typeof createUpdates>
  readonly #sessions: ReturnType<typeof createSessionKeeper>
  readonly #breakGlass: BreakGlass
  readonly #loginReturn: LoginReturn
  #hasStopped = false
  /** Whether the program starts again after the update that its end installs. */
  #startsAgain = false

  constructor(electron: DesktopElectron, places: DesktopPlaces) {
    const { app } = electron
    this.#electron = electron
    this.#places = places
    this.#folder = app.getPath('userData')
    this.#log = createAppLog(path.join(this.#folder, 'logs', 'desktop.log'), now)
    this.#messages = desktopMessages(app.getLocale())
    this.#kept = createPreferences(this.#folder)
    this.#service = this.#createService()
    this.#connections = createConnectionStore(this.#folder, () => this.#service.state().url)
    this.#reach = createReachServices({
      fromPartition: (name, options) => electron.session.fromPartition(name, options),
      findConnection: this.#connections.find,
      onTrouble: (trouble) => this.#windows.send({ kind: 'certificate', trouble }, trouble.connectionId),
      now,
    })
    this.#windows = this.#createWindows()
    this.#notifications = this.#createNotifications()
    this.#tray = this.#createTray()
    this.#downloads = this.#createDownloads()
    this.#sessions = createSessionKeeper(this.#folder, electron.safeStorage, now)
    this.#breakGlass = this.#createBreakGlass()
    this.#loginReturn = createLoginReturn(this.#messages)
    this.#updates = this.#createUpdates()
  }

  /** Shows the windows, then starts the service and checks for updates, depending on the preferences. */
  async start(): Promise<void> {
    this.#serveConsole()
    this.#listenToApp()
    this.#refreshMenu()
    this.#log.info(`Coffer ${this.#electron.app.getVersion()} has started`)
    moveLoginStart(this.#loginStart()) // the program may have moved
    if (this.#startsInBackground()) this.#windows.openHidden()
    else this.#follow(linkAmong(this.#places.words))
    this.#watchBreakGlass()
    const found = await this.#service.find()
    if (found.stage === 'stopped' && this.#kept.read().service.startsWithApp) await this.#service.start()
    if (this.#kept.read().preferences.looksForUpdates)
      this.#windows.send({ kind: 'updates', state: await this.#updates.check() })
  }

  #createService(): ServiceSupervisor {
    return createServiceSupervisor({
      program: this.#places.service,
      folder: this.#folder,
      kept: { read: () => this.#kept.read().service, write: (choices) => this.#kept.change({ service: choices }) },
      onState: (state) => this.#reportService(state),
      now,
      environment: process.env,
    })
  }

  #createWindows() {
    const { app, dialog } = this.#electron
    const log = (line: string) => this.#log.info(line)
    const openInBrowser = (url: string) => this.#openInBrowser(url)
    const leavePage = () => {
      const { leavePage: message, leavePageWhy: detail, leave, stay } = this.#messages
      const options = { type: 'question' as const, message, detail, buttons: [stay, leave], defaultId: 0, cancelId: 0 }
      const mayLeave = dialog.showMessageBoxSync({ ...options, noLink: true }) === 1
      if (!mayLeave) this.#windows.setQuitting(false)
      return mayLeave
    }
    return createWindows({
      electron: this.#electron,
      preload: this.#places.preload,
      settings: this.#kept,
      guard: { findConnection: this.#connections.find, clicks: this.#clicks, openInBrowser, log },
      isSaved: (id) => this.#connections.find(id) !== undefined,
      onFocus: (id) => this.#notifications.markSeen(id),
      watch: {
        messages: this.#messages,
        dialog,
        leavePage,
        quit: () => app.quit(),
        log,
        nowMs: () => performance.now(),
      },
      first: () => {
        const connectionId = this.#firstConnection()
        const isNew = this.#kept.read().lastConnection === null
        return { connectionId, route: isNew ? '/desktop/connections' : '/' }
      },
    })
  }

  /** Returns the connection that was used last. */
  #firstConnection(): string {
    return this.#connections.find(this.#kept.read().lastConnection ?? bundledId)?.id ?? bundledId
  }

  #createNotifications() {
    return createNotifications({
      electron: this.#electron,
      nameOf: (id) => (this.#connections.list().length > 1 ? (this.#connections.find(id)?.name ?? null) : null),
      open: (route, id) => this.#windows.go(route, id),
      onCount: () => this.#refreshTray(),
      nowMs: () => performance.now(),
    })
  }

  #createTray() {
    return createTrayIcon({
      electron: this.#electron,
      icon: path.join(path.dirname(this.#places.preload), 'icon.png'),
      messages: this.#messages,
      connections: this.#connections.list,
      count: (id) => this.#notifications.count(id),
      show: () => this.#windows.show(),
      bring: (id) => this.#windows.bring(id),
      quit: () => this.#electron.app.quit(),
    })
  }

  #createDownloads() {
    return createDownloads({
      reach: this.#reach,
      showInFolder: (file) => this.#electron.shell.showItemInFolder(file),
      folder: this.#electron.app.getPath('downloads'),
      onChange: (download) => {
        this.#windows.send({ kind: 'download', download })
        this.#windows.setProgress(this.#downloads.progress())
      },
    })
  }

  #createBreakGlass() {
    return new BreakGlass({
      folder: this.#folder,
      connections: this.#connections,
      sessions: this.#sessions,
      reach: this.#reach,
      now,
      wait: (ms, signal) => pause(ms, undefined, { signal, ref: false }),
      onChange: () => this.#windows.send({ kind: 'break-glass' }),
      log: (line) => this.#log.info(line),
    })
  }

  #createUpdates() {
    const { app, net } = this.#electron
    const { platform, arch } = process
    const version = app.getVersion()
    const appImage = findAppImage(process.env, process.execPath)
    const options = {
      ...{ platform, version, appImage, folder: path.join(this.#folder, 'updates') },
      log: (line: string) => this.#log.info(line),
      onMoved: (program: string) => moveLoginStart(this.#loginStart(program)),
    }
    return createUpdates({
      ...{ version, platform, arch, now },
      preferences: () => this.#kept.read().preferences,
      fetchFile: (url) => readFile(net, url),
      open: appImage !== null || platform === 'win32' ? (feed, info) => openUpdater(options, feed, info) : null,
      onChange: (state) => this.#windows.send({ kind: 'updates', state }),
    })
  }

  /** Deletes expired copies now, and then checks all copies every few minutes. */
  #watchBreakGlass(): void {
    const check = () =>
      void this.#breakGlass
        .tick()
        .catch((error: Error) => this.#log.error(`the break-glass copies were not checked: ${error.message}`))
    check()
    setInterval(check, breakGlassIntervalMs).unref()
  }

  /** Answers the console's requests for its files, and its calls through the bridge. */
  #serveConsole(): void {
    const electron = this.#electron
    const log = (line: string) => this.#log.info(line)
    const { find: findConnection } = this.#connections
    const handle = createConsoleProtocol({ folder: this.#places.console, findConnection, reach: this.#reach, log })
    electron.protocol.handle(consoleScheme, handle)
    answerBridge(electron.ipcMain, this.#createBridgeHandlers(), (id) => findConnection(id) !== undefined, log)
  }

  #createBridgeHandlers() {
    const { app, dialog, shell } = this.#electron
    return createBridgeHandlers({
      about: { version: app.getVersion(), platform: process.platform as 'linux' },
      connections: this.#connections,
      sessions: this.#sessions,
      breakGlass: this.#breakGlass,
      reach: this.#reach,
      service: this.#service,
      downloads: this.#downloads,
      settings: this.#kept,
      updates: this.#updates,
      clicks: this.#clicks,
      loginReturn: this.#loginReturn,
      load: this.#windows.load,
      openWindow: this.#windows.open,
      isShown: this.#windows.isShown,
      refreshMenu: () => this.#refreshMenu(),
      applyPreferences: (former) => this.#applyPreferences(former),
      askToTrustKey: (key) => this.#askToTrustKey(key),
      restartToUpdate: () => {
        this.#startsAgain = true
        app.quit()
      },
      reloadWindows: this.#windows.reload,
      onRemoved: (id) => {
        this.#windows.closeHidden(id)
        this.#notifications.forget(id)
      },
      showNotification: (id, shown) => this.#notifications.show(id, shown),
      isWindowFocused: this.#windows.isFocused,
      openInBrowser: (url) => this.#openInBrowser(url),
      openFolder: (at) => void shell.openPath(at),
      showInFolder: (file) => shell.showItemInFolder(file),
      askForFolder: async () => {
        const properties: ('openDirectory' | 'createDirectory')[] = ['openDirectory', 'createDirectory']
        const { filePaths } = await dialog.showOpenDialog({ title: this.#messages.chooseFolder, properties })
        return filePaths[0] ?? null
      },
      askForFile: async (name) => {
        const defaultPath = path.join(app.getPath('downloads'), name)
        const { filePath } = await dialog.showSaveDialog({ title: this.#messages.saveFile, defaultPath })
        return filePath || null
      },
    })
  }

  #listenToApp(): void {
    const { app } = this.#electron
    app.setAsDefaultProtocolClient(linkScheme)
    app.setAppUserModelId(appId) // Windows shows notifications of this id only
    app.on('second-instance', (_, argv) => this.#follow(linkAmong(argv)))
    app.on('open-url', (event, url) => {
      event.preventDefault()
      this.#follow(url)
    })
    app.on('activate', () => this.#windows.show())
    app.on('window-all-closed', () => app.quit())
    app.on('before-quit', () => this.#windows.setQuitting(true))
    // all windows have agreed to close
    app.on('will-quit', (event) => {
      if (this.#hasStopped) return
      event.preventDefault()
      void this.#stop().finally(() => {
        this.#hasStopped = true
        app.quit()
      })
    })
  }

  /** Stops downloads, copies and the bundled service, and installs a downloaded release. */
  async #stop(): Promise<void> {
    const isUpdating = this.#updates.read().stage === 'ready'
    // the installer on Windows ends all programs in the folder of the program
    const leaveService = isUpdating ? this.#service.stop() : this.#service.leave()
    await Promise.allSettled([this.#downloads.stop(), leaveService, this.#breakGlass.stop()])
    if (!isUpdating) return
    try {
      this.#electron.app.releaseSingleInstanceLock()
      this.#updates.install({ startsAgain: this.#startsAgain })
    } catch (error) {
      this.#log.error(`the update was not installed: ${error instanceof Error ? error.message : error}`)
    }
  }

  #refreshMenu(): void {
    const { Menu, shell } = this.#electron
    const { go, open, bring, withCurrent } = this.#windows
    const showLogs = () => shell.showItemInFolder(path.join(this.#folder, 'logs', 'desktop.log'))
    const actions = {
      ...{ go, openConnection: bring, showLogs },
      newWindow: () => open(this.#windows.shownConnection() ?? bundledId, '/'),
      goBack: () => withCurrent(({ webContents }) => webContents.navigationHistory.goBack()),
      goForward: () => withCurrent(({ webContents }) => webContents.navigationHistory.goForward()),
      openPalette: () => withCurrent(({ webContents }) => webContents.sendInputEvent(paletteKeys)),
    }
    const template = menuTemplate(this.#messages, this.#connections.list(), actions, process.platform)
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    this.#refreshTray()
  }

  #applyPreferences(former: Preferences): void {
    const { startsAtLogin, runsInBackground } = this.#kept.read().preferences
    if (startsAtLogin !== former.startsAtLogin) {
      try {
        setLoginStart(this.#loginStart(), startsAtLogin)
      } catch (error) {
        this.#log.error(`the start at login was not changed: ${error instanceof Error ? error.message : error}`)
      }
    }
    if (!runsInBackground) this.#windows.closeHidden()
    this.#refreshTray()
  }

  #loginStart(program = findAppImage(process.env, process.execPath) ?? process.execPath) {
    const { app } = this.#electron
    return { app, platform: process.platform, program, configFolder: app.getPath('appData') }
  }

  /** Whoever can change the key decides which programs are installed, so the question is outside of the page. */
  async #askToTrustKey(key: string): Promise<boolean> {
    const { trustKey, trustKeyWhy, trust, cancel } = this.#messages
    const buttons = [cancel, trust]
    const detail = `${key}\n\n${trustKeyWhy}`
    const options = { type: 'warning', message: trustKey, detail, buttons, defaultId: 0, cancelId: 0 } as const
    return (await this.#electron.dialog.showMessageBox({ ...options, noLink: true })).response === 1
  }

  #refreshTray(): void {
    this.#tray.refresh(this.#kept.read().preferences.runsInBackground)
  }

  #startsInBackground(): boolean {
    const { app } = this.#electron
    const isAtLogin = this.#places.words.includes(backgroundArgument) || app.getLoginItemSettings().wasOpenedAtLogin
    return isAtLogin && this.#kept.read().preferences.runsInBackground
  }

  /** Opens a link. An invalid one also brings the window to the front, as a second start does. */
  #follow(link: string | undefined) {
    const target = link === undefined ? null : parseDeepLink(link, this.#connections.list())
    if (link !== undefined && !target) this.#log.info('a link was refused: it does not belong to Coffer')
    if (!target) return this.#windows.show()
    const { route } = target
    const shown = this.#windows.shownConnection()
    const connectionId = target.connectionId ?? shown ?? this.#firstConnection()
    if (shown === null || shown === connectionId) return this.#windows.show({ connectionId, route })
    this.#windows.load(connectionId, route)
    this.#windows.bring(connectionId)
  }

  #openInBrowser(url: string): void {
    void this.#electron.shell.openExternal(url)
  }

  #reportService(state: ServiceState): void {
    this.#windows.send({ kind: 'service', state })
    if (state.stage !== 'failed') return
    this.#log.error(`the bundled service: ${state.trouble?.code} ${state.trouble?.output ?? ''}`)
  }
}

/** As in electron-builder.yml. */
const appId = 'app.coffer.desktop'

const now = () => new Date()

/** What opens the palette of the console. */
const paletteKeys = { type: 'keyDown', keyCode: 'K', modifiers: ['control'] } satisfies KeyboardInputEvent

const breakGlassIntervalMs = 15 * 60_000

const longestManifest = 64 * 1024

/** @returns null if the server has no such file */
async function readFile(net: Pick<typeof Electron.net, 'fetch'>, url: string): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(15_000)
  const answer = await net.fetch(url, { credentials: 'omit', redirect: 'error', cache: 'no-store', signal })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  if (Number(answer.headers.get('content-length')) > longestManifest) throw new Error('the file is too long')
  return Buffer.from(await answer.arrayBuffer())
}
