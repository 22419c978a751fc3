import type { About, Preferences, ServiceChoices } from '../bridge.ts'
import { createBreakGlassHandlers } from './break-glass/break-glass-handlers.ts'
import type { BreakGlass } from './break-glass/break-glass.ts'
import { bundledId, type ConnectionStore } from './connection-store.ts'
import { DesktopError } from './desktop-error.ts'
import type { Downloads } from './downloads.ts'
import type { BridgeHandlers } from './ipc.ts'
import { browserAddress, type Clicks } from './navigation.ts'
import type { LoginReturn } from './login-return.ts'
import type { ShownNotification } from './notifications.ts'
import type { KeptSettings } from './preferences.ts'
import type { ReachServices } from './reach-services.ts'
import type { ServiceSupervisor } from './service/service-supervisor.ts'
import type { SessionKeeper } from './session-keeper.ts'
import { parsePublicKey } from './updates/read-manifest.ts'
import type { Updates } from './updates/updates.ts'

/** Dependencies of the bridge's handlers. They are injected, so that the handlers are independent of Electron. */
export interface BridgeDependencies {
  about: Pick<About, 'version' | 'platform'>
  connections: ConnectionStore
  sessions: SessionKeeper
  reach: ReachServices
  service: ServiceSupervisor
  downloads: Downloads
  settings: KeptSettings
  updates: Updates
  breakGlass: BreakGlass
  clicks: Clicks
  loginReturn: LoginReturn
  /** Brings a window of the connection to the front, or loads it in the window used last. */
  load: (connectionId: string, route: string) => void
  openWindow: (connectionId: string, route: string) => void
  /** Returns whether a visible window shows the connection. */
  isShown: (connectionId: string) => boolean
  /** Loads the windows of the connection again: its address changed. */
  reloadWindows: (connectionId: string) => void
  /** Called after the connection was deleted. */
  onRemoved: (connectionId: string) => void
  /** Called after the list of connections changed. */
  refreshMenu: () => void
  /** Called after the preferences changed. */
  applyPreferences: (former: Preferences) => void
  /** Asks the user outside of the page whether releases signed by this key may be installed. */
  askToTrustKey: (key: string) => Promise<boolean>
  /** Quits the program, installs the downloaded release and starts it. */
  restartToUpdate: () => void
  showNotification: (connectionId: string, notification: ShownNotification) => void
  isWindowFocused: (connectionId: string) => boolean
  openInBrowser: (url: string) => void
  openFolder: (folder: string) => void
  showInFolder: (file: string) => void
  askForFolder: () => Promise<string | null>
  /** Prompts for a file to write. @returns null if the user cancels */
  askForFile: (name: string) => Promise<string | null>
}

/**
 * Returns the handlers of the calls that the console makes through the bridge.
 * @throws DesktopError from a handler, for a call that is rejected
 */
export function createBridgeHandlers(dependencies: BridgeDependencies): BridgeHandlers {
  const { about, connections, sessions, downloads, settings, updates } = dependencies
  return {
    about: (caller) => ({
      ...about,
      connection: connections.find(caller) ?? null,
      sessions: sessions.keeping(),
    }),
    ...connectionHandlers(dependencies),
    ...certificateHandlers(dependencies),
    ...serviceHandlers(dependencies),
    ...createBreakGlassHandlers(dependencies, (caller) => useClick(dependencies.clicks, caller)),

    readSession: (caller) => sessions.read(caller),
    keepSession(caller, session) {
      connections.rememberUser(caller, session.user)
      return sessions.keep(caller, session)
    },
    forgetSession(caller, token) {
      if (sessions.read(caller)?.token === token) sessions.forget(caller)
    },

    saveDownload: (caller, path) => downloads.start(findConnection(connections, caller), path),
    cancelDownload: (_, id) => downloads.cancel(id),
    listDownloads: () => downloads.list(),
    showDownload: (_, id) => downloads.show(id),

    ...loginHandlers(dependencies),

    readPreferences: () => settings.read().preferences,
    async changePreferences(caller, change) {
      const { updateKey, updateFeed } = change
      const former = settings.read().preferences
      if (updateKey !== undefined || updateFeed !== undefined) useClick(dependencies.clicks, caller)
      if (updateKey && updateKey.trim() !== former.updateKey) await requireTrust(updateKey.trim(), dependencies)
      const changed = settings.changePreferences(change)
      dependencies.applyPreferences(former)
      return changed
    },
    notify(caller, { urgent, ...notification }) {
      const isWanted = mayNotify(settings.read().preferences, urgent) && !dependencies.isWindowFocused(caller)
      if (isWanted) dependencies.showNotification(caller, notification)
    },
    readUpdates: () => updates.read(),
    checkForUpdates: () => updates.check(),
    downloadUpdate(caller) {
      useClick(dependencies.clicks, caller)
      return updates.download()
    },
    installUpdate(caller) {
      useClick(dependencies.clicks, caller)
      dependencies.restartToUpdate()
    },
    openLink(caller, url) {
      const address = browserAddress(url, findConnection(connections, caller))
      if (address === null) throw new DesktopError('desktop_link_not_https')
      useClick(dependencies.clicks, caller)
      dependencies.openInBrowser(address)
    },
  }
}

/** Logins in the system's browser: a click permits one, and only while it is awaited. */
function loginHandlers({ loginReturn, clicks, openInBrowser }: BridgeDependencies) {
  return {
    openLoginReturn(caller) {
      useClick(clicks, caller)
      return loginReturn.open()
    },
    awaitLoginReturn(_, url) {
      if (!loginReturn.isOpen()) throw new DesktopError('desktop_click_required')
      openInBrowser(url)
      return loginReturn.wait()
    },
  } satisfies Partial<BridgeHandlers>
}

function connectionHandlers({ connections, sessions, reach, breakGlass, ...actions }: BridgeDependencies) {
  return {
    listConnections: () => connections.list(),
    saveConnection(_, connection) {
      const before = connection.id === null ? undefined : connections.find(connection.id)
      const saved = connections.save(connection)
      if (before && before.url !== saved.url) {
        sessions.forget(saved.id) // it belongs to the service at the former address
        reach.forget(saved.id)
        actions.reloadWindows(saved.id)
      }
      actions.refreshMenu()
      return saved
    },
    async removeConnection(caller, id) {
      if (id === caller || actions.isShown(id)) throw new DesktopError('desktop_connection_shown')
      if (id === bundledId) throw new DesktopError('desktop_bundled_service_fixed')
      await breakGlass.removeConnection(id)
      connections.remove(id)
      sessions.forget(id)
      reach.forget(id)
      actions.onRemoved(id)
      actions.refreshMenu()
    },
    openConnection(caller, id, route, inNewWindow) {
      const connection = findConnection(connections, id)
      if (!inNewWindow) return actions.load(connection.id, route)
      useClick(actions.clicks, caller)
      actions.openWindow(connection.id, route)
    },
  } satisfies Partial<BridgeHandlers>
}

function certificateHandlers({ connections, reach, clicks }: BridgeDependencies) {
  const pin = (id: string, fingerprint: string | null) => {
    connections.pin(id, fingerprint)
    reach.forget(id)
  }
  return {
    readCertificateTrouble: (caller) => reach.troubleOf(caller),
    pinCertificate(caller, fingerprint) {
      const trouble = reach.troubleOf(caller)
      if (trouble?.fingerprint !== fingerprint || !trouble.mayPin) {
        throw new DesktopError('desktop_certificate_differs')
      }
      useClick(clicks, caller)
      pin(caller, fingerprint)
    },
    unpinCertificate: (_, id) => pin(findConnection(connections, id).id, null),
  } satisfies Partial<BridgeHandlers>
}

function serviceHandlers({ service, ...actions }: BridgeDependencies) {
  return {
    readService: () => service.state(),
    startService: () => service.start(),
    stopService: bundledOnly(() => service.stop()),
    restartService: bundledOnly(async () => {
      await service.stop()
      return service.start()
    }),
    changeService: bundledOnly((change: Partial<ServiceChoices>) => service.change(change)),
    readServiceLog: bundledOnly((lines: number) => service.lastLines(lines)),
    showServiceLog: () => actions.showInFolder(service.state().logFile),
    showDataFolder: () => actions.openFolder(service.state().dataFolder),
    chooseDataFolder: bundledOnly(async () => {
      const folder = await actions.askForFolder()
      return folder === null ? service.state() : service.useDataFolder(folder)
    }),
    readFirstPassword: bundledOnly(() => service.readFirstPassword()),
    dropFirstPassword: bundledOnly(() => service.dropFirstPassword()),
  } satisfies Partial<BridgeHandlers>
}

/** Restricts a handler to the page of the bundled service: only that page may control it and read its initial password. */
function bundledOnly<Arguments extends unknown[], Result>(handler: (...given: Arguments) => Result) {
  return (caller: string, ...given: Arguments) => {
    if (caller === bundledId) return handler(...given)
    throw new DesktopError('desktop_bundled_only')
  }
}

function findConnection(connections: ConnectionStore, id: string) {
  const connection = connections.find(id)
  if (!connection) throw new DesktopError('desktop_connection_missing')
  return connection
}

/** Uses up the click that a call requires. */
function useClick(clicks: Clicks, connectionId: string): void {
  if (!clicks.isRecent(connectionId)) throw new DesktopError('desktop_click_required')
  clicks.use(connectionId)
}

/** @throws DesktopError desktop_update_key_invalid, desktop_update_key_declined */
async function requireTrust(key: string, { askToTrustKey }: BridgeDependencies): Promise<void> {
  if (!parsePublicKey(key)) throw new DesktopError('desktop_update_key_invalid')
  if (!(await askToTrustKey(key))) throw new DesktopError('desktop_update_key_declined')
}

function mayNotify({ notifications }: Preferences, urgent: boolean): boolean {
  return notifications === 'all' || (notifications === 'urgent' && urgent)
}
