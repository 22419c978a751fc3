import path from 'node:path'
import type * as Electron from 'electron'
import type { ServiceState } from '../bridge.ts'
import { createAnswers } from './answers.ts'
import { createAppLog } from './app-log.ts'
import { bundledId, createConnectionStore } from './connection-store.ts'
import { consoleScheme, createConsoleProtocol } from './console-protocol.ts'
import { linkAmong, linkScheme, parseDeepLink } from './deep-link.ts'
import { desktopWords } from './desktop-words.ts'
import { createDownloads } from './downloads.ts'
import { answerBridge } from './ipc.ts'
import { createMainWindow } from './main-window.ts'
import { menuTemplate } from './menu-template.ts'
import { createClicks } from './navigation.ts'
import { createKeptSettings } from './preferences.ts'
import { createReachServices } from './reach-services.ts'
import type { ServiceProgram } from './service/service-program.ts'
import { createServiceSupervisor } from './service/service-supervisor.ts'
import { createSessionKeeper } from './session-keeper.ts'
import { createUpdates } from './updates.ts'
import type { DesktopElectron } from './desktop-electron.ts'

export interface DesktopPlaces {
  /** The console's build. */
  console: string
  /** The bundle of preload. */
  preload: string
  service: ServiceProgram
  /** What the program was started with. */
  words: string[]
}

/** Builds every piece and joins them, once Electron is ready and this is the only program of its kind on the folder. */
export async function startDesktop(electron: DesktopElectron, places: DesktopPlaces): Promise<void> {
  const { app, dialog, shell } = electron
  const folder = app.getPath('userData')
  const now = () => new Date()
  const log = createAppLog(path.join(folder, 'logs', 'desktop.log'), now)
  const say = (line: string) => log.info(line)
  const words = desktopWords(app.getLocale())
  const kept = createKeptSettings(folder)
  const clicks = createClicks(() => performance.now())

  const service = createServiceSupervisor({
    program: places.service,
    folder,
    kept: { read: () => kept.read().service, write: (choices) => kept.change({ service: choices }) },
    tell: onService,
    now,
    environment: process.env,
  })
  const connections = createConnectionStore(folder, () => service.state().url)
  const sessions = createSessionKeeper(folder, electron.safeStorage, now)
  const reach = createReachServices({
    fromPartition: (name, options) => electron.session.fromPartition(name, options),
    findConnection: connections.find,
    onTrouble: (trouble) => window.tell({ kind: 'certificate', trouble }),
    now,
  })
  const openInBrowser = (url: string) => void shell.openExternal(url)
  const window = createMainWindow({
    electron,
    preload: places.preload,
    kept,
    guard: { findConnection: connections.find, clicks, openInBrowser, log: say },
    watch: { words, dialog, quit: () => app.quit(), log: say, nowMs: () => performance.now() },
    first() {
      const { lastConnection } = kept.read()
      const known = lastConnection === null ? undefined : connections.find(lastConnection)
      return known ? { connectionId: known.id, route: '/' } : { connectionId: bundledId, route: '/desktop/connections' }
    },
  })
  const downloads = createDownloads({
    reach,
    showInFolder: (file) => shell.showItemInFolder(file),
    folder: app.getPath('downloads'),
    tell(download) {
      window.tell({ kind: 'download', download })
      window.setProgress(downloads.progress())
    },
  })
  const updates = createUpdates({
    version: app.getVersion(),
    platform: process.platform,
    preferences: () => kept.read().preferences,
    fetchText: (url) => readText(electron.net, url),
    now,
  })
  const refreshMenu = () => {
    const actions = { go: window.go, openConnection: (id: string) => window.load(id, '/'), showLogs }
    const template = menuTemplate(words, connections.list(), actions, process.platform)
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template))
  }
  const answers = createAnswers({
    about: { version: app.getVersion(), platform: process.platform as 'linux' },
    connections,
    sessions,
    reach,
    service,
    downloads,
    kept,
    updates,
    clicks,
    load: window.load,
    refreshMenu,
    showNotification,
    isLookedAt: window.isLookedAt,
    openInBrowser,
    openFolder: (at) => void shell.openPath(at),
    showInFolder: (file) => shell.showItemInFolder(file),
    async askForFolder() {
      const properties: ('openDirectory' | 'createDirectory')[] = ['openDirectory', 'createDirectory']
      const { filePaths } = await dialog.showOpenDialog({ title: words.chooseFolder, properties })
      return filePaths[0] ?? null
    },
  })

  const handle = createConsoleProtocol({
    folder: places.console,
    findConnection: connections.find,
    reach,
    log: say,
  })
  electron.protocol.handle(consoleScheme, handle)
  answerBridge(electron.ipcMain, answers, (id) => connections.find(id) !== undefined, say)
  app.setAsDefaultProtocolClient(linkScheme)
  app.on('second-instance', (_, argv) => follow(linkAmong(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    follow(url)
  })
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => app.quit())
  let hasLeft = false
  app.on('before-quit', (event) => {
    if (hasLeft) return
    event.preventDefault()
    void Promise.all([downloads.stop(), service.leave()]).finally(() => {
      hasLeft = true
      app.quit()
    })
  })

  refreshMenu()
  log.info(`Coffer ${app.getVersion()} has started`)
  follow(linkAmong(places.words))
  const found = await service.find()
  if (found.stage === 'stopped' && kept.read().service.startsWithApp) await service.start()
  if (kept.read().preferences.looksForUpdates) window.tell({ kind: 'updates', state: await updates.check() })

  /** A link that says nothing still brings the window to the front: a second start did. */
  function follow(link: string | undefined) {
    const wish = link === undefined ? null : parseDeepLink(link, connections.list())
    if (link !== undefined && !wish) log.info('a link was refused: it is none of Coffer')
    if (!wish) return window.show()
    const isShown = wish.connectionId === null || wish.connectionId === window.shownConnection()
    if (isShown) return window.go(wish.route)
    if (wish.connectionId !== null) window.load(wish.connectionId, wish.route)
    window.show()
  }

  function showLogs() {
    shell.showItemInFolder(path.join(folder, 'logs', 'desktop.log'))
  }

  function showNotification({ title, body, route }: { title: string; body: string; route: string }) {
    if (!electron.Notification.isSupported()) return
    const notification = new electron.Notification({ title, body })
    notification.on('click', () => window.go(route))
    notification.show()
  }

  function onService(state: ServiceState) {
    window.tell({ kind: 'service', state })
    if (state.stage === 'failed') log.error(`the bundled service: ${state.trouble?.code} ${state.trouble?.said ?? ''}`)
  }
}

const longestFeed = 64 * 1024

async function readText(net: Pick<typeof Electron.net, 'fetch'>, url: string): Promise<string> {
  const answer = await net.fetch(url, { credentials: 'omit', redirect: 'error', signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  return (await answer.text()).slice(0, longestFeed)
}
