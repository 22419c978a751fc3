import type { About, Preferences, ServiceChoices } from '../bridge.ts'
import { bundledId, type ConnectionStore } from './connection-store.ts'
import type { Downloads } from './downloads.ts'
import type { Answers } from './ipc.ts'
import { browserAddress, type Clicks } from './navigation.ts'
import type { KeptSettings } from './preferences.ts'
import type { ReachServices } from './reach-services.ts'
import { DesktopError } from './desktop-error.ts'
import type { ServiceSupervisor } from './service/service-supervisor.ts'
import type { SessionKeeper } from './session-keeper.ts'
import type { Updates } from './updates.ts'

/** Dependencies of the bridge's handlers. They are injected, so that the handlers are independent of Electron. */
export interface AnswerPieces {
  about: Pick<About, 'version' | 'platform'>
  connections: ConnectionStore
  sessions: SessionKeeper
  reach: ReachServices
  service: ServiceSupervisor
  downloads: Downloads
  kept: KeptSettings
  updates: Updates
  clicks: Clicks
  load: (connectionId: string, route: string) => void
  /** Called after the list of connections changed. */
  refreshMenu: () => void
  showNotification: (notification: { title: string; body: string; route: string }) => void
  isLookedAt: () => boolean
  openInBrowser: (url: string) => void
  openFolder: (folder: string) => void
  showInFolder: (file: string) => void
  askForFolder: () => Promise<string | null>
}

export function createAnswers(pieces: AnswerPieces): Answers {
  const { connections, sessions, reach, service, downloads, kept, updates, clicks } = pieces
  const found = (id: string) => {
    const connection = connections.find(id)
    if (!connection) throw new DesktopError('desktop_connection_missing')
    return connection
  }
  const pin = (id: string, fingerprint: string | null) => {
    connections.pin(id, fingerprint)
    reach.forget(id)
  }

  /** Only the page of the bundled service may control it and read its initial password. */
  const ofBundled =
    <Given extends unknown[], Result>(answer: (...given: Given) => Result) =>
    (asker: string, ...given: Given) => {
      if (asker === bundledId) return answer(...given)
      throw new DesktopError('desktop_bundled_only')
    }

  return {
    about: (asker) => ({
      ...pieces.about,
      connection: connections.find(asker) ?? null,
      sessions: sessions.keeping(),
    }),

    listConnections: () => connections.list(),
    saveConnection(_, wanted) {
      const before = wanted.id === null ? undefined : connections.find(wanted.id)
      const saved = connections.save(wanted)
      if (before && before.url !== saved.url) {
        sessions.forget(saved.id) // it belongs to the service at the former address
        reach.forget(saved.id)
      }
      pieces.refreshMenu()
      return saved
    },
    removeConnection(asker, id) {
      if (id === asker) throw new DesktopError('desktop_connection_shown')
      connections.remove(id)
      sessions.forget(id)
      reach.forget(id)
      pieces.refreshMenu()
    },
    openConnection: (_, id, route) => pieces.load(found(id).id, route),

    readSession: (asker) => sessions.read(asker),
    keepSession(asker, session) {
      connections.rememberUser(asker, session.user)
      return sessions.keep(asker, session)
    },
    forgetSession: (asker) => sessions.forget(asker),

    readCertificateTrouble: (asker) => reach.troubleOf(asker),
    pinCertificate(asker, fingerprint) {
      const trouble = reach.troubleOf(asker)
      if (trouble?.fingerprint !== fingerprint || !trouble.mayPin) {
        throw new DesktopError('desktop_certificate_differs')
      }
      if (!clicks.isRecent()) throw new DesktopError('desktop_click_required')
      pin(asker, fingerprint)
    },
    unpinCertificate: (_, id) => pin(found(id).id, null),

    readService: () => service.state(),
    startService: () => service.start(),
    stopService: ofBundled(() => service.stop()),
    restartService: ofBundled(async () => {
      await service.stop()
      return service.start()
    }),
    changeService: ofBundled((change: Partial<ServiceChoices>) => service.change(change)),
    readServiceLog: ofBundled((lines: number) => service.lastLines(lines)),
    showServiceLog: () => pieces.showInFolder(service.state().logFile),
    showDataFolder: () => pieces.openFolder(service.state().dataFolder),
    chooseDataFolder: ofBundled(async () => {
      const folder = await pieces.askForFolder()
      return folder === null ? service.state() : service.useDataFolder(folder)
    }),
    readFirstPassword: ofBundled(() => service.readFirstPassword()),
    dropFirstPassword: ofBundled(() => service.dropFirstPassword()),

    saveDownload: (asker, path) => downloads.start(found(asker), path),
    cancelDownload: (_, id) => downloads.cancel(id),
    listDownloads: () => downloads.list(),
    showDownload: (_, id) => downloads.show(id),

    readPreferences: () => kept.read().preferences,
    changePreferences: (_, change) => kept.changePreferences(change),
    notify(_, { urgent, ...notification }) {
      if (mayNotify(kept.read().preferences, urgent) && !pieces.isLookedAt()) pieces.showNotification(notification)
    },
    readUpdates: () => updates.read(),
    checkForUpdates: () => updates.check(),
    openLink(asker, url) {
      const address = browserAddress(url, found(asker))
      if (address === null) throw new DesktopError('desktop_link_not_https')
      if (!clicks.isRecent()) throw new DesktopError('desktop_click_required')
      clicks.use()
      pieces.openInBrowser(address)
    },
  } satisfies Answers
}

function mayNotify({ notifications }: Preferences, urgent: boolean): boolean {
  return notifications === 'all' || (notifications === 'urgent' && urgent)
}
