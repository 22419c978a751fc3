import type { Notification } from 'electron'
import type { DesktopElectron } from './desktop-electron.ts'

export interface ShownNotification {
  title: string
  body: string
  route: string
}

/** Notifications of the system. Each belongs to a connection, whose window a click opens. */
export interface Notifications {
  show(connectionId: string, notification: ShownNotification): void
  /** The user turned to the connection: its notifications no longer count. */
  markSeen(connectionId: string): void
  /** The connection was deleted. */
  forget(connectionId: string): void
  /** Returns the number of notifications of a connection that the user has not seen. */
  count(connectionId: string): number
}

export interface NotificationsOptions {
  electron: Pick<DesktopElectron, 'app' | 'Notification'>
  /** Returns the name to show with the notification; null if there is only one connection. */
  nameOf: (connectionId: string) => string | null
  open: (route: string, connectionId: string) => void
  /** Called when a count changed. */
  onCount: () => void
  nowMs: () => number
}

/** Two windows of a connection report the same event within this time. */
const repeatedMs = 10_000

export function createNotifications(options: NotificationsOptions): Notifications {
  const { electron, nameOf, open, onCount, nowMs } = options
  const unseen = new Map<string, number>()
  const shownAt = new Map<string, number>()
  /** Electron drops the events of a notification without a reference. */
  const shown = new Set<Notification>()

  function isRepeated(key: string): boolean {
    const now = nowMs()
    for (const [one, at] of shownAt) if (now - at > repeatedMs) shownAt.delete(one)
    const isKnown = shownAt.has(key)
    shownAt.set(key, now)
    return isKnown
  }

  function changeCount(connectionId: string, count: number): void {
    unseen.set(connectionId, count)
    electron.app.setBadgeCount([...unseen.values()].reduce((sum, one) => sum + one, 0)) // Linux and macOS
    onCount()
  }

  return {
    show(connectionId, { title, body, route }) {
      if (isRepeated(JSON.stringify([connectionId, title, body, route]))) return
      changeCount(connectionId, (unseen.get(connectionId) ?? 0) + 1)
      if (!electron.Notification.isSupported()) return
      const name = nameOf(connectionId)
      const notification = new electron.Notification({ title: name === null ? title : `${name}: ${title}`, body })
      shown.add(notification)
      notification.on('close', () => shown.delete(notification))
      notification.on('click', () => {
        shown.delete(notification)
        open(route, connectionId)
      })
      notification.show()
    },
    forget: (connectionId) => changeCount(connectionId, 0),
    markSeen(connectionId) {
      if (unseen.get(connectionId)) changeCount(connectionId, 0)
    },
    count: (connectionId) => unseen.get(connectionId) ?? 0,
  }
}
