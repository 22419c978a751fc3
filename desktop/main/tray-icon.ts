import type { MenuItemConstructorOptions, Tray } from 'electron'
import type { SavedConnection } from '../bridge.ts'
import type { DesktopElectron } from './desktop-electron.ts'
import type { DesktopMessages } from './desktop-messages.ts'

/** The icon in the system's notification area, while the program may run in the background. */
export interface TrayIcon {
  /** Shows or removes the icon, and updates its menu. */
  refresh(isShown: boolean): void
}

export interface TrayIconOptions {
  electron: Pick<DesktopElectron, 'Tray' | 'Menu' | 'nativeImage'>
  icon: string
  messages: DesktopMessages
  connections: () => SavedConnection[]
  /** Returns the number of notifications that the user has not seen. */
  count: (connectionId: string) => number
  show: () => void
  bring: (connectionId: string) => void
  quit: () => void
}

/** In device-independent pixels; larger images are cut on some Linux desktops. */
const iconSize = { width: 22, height: 22 }

export function createTrayIcon(options: TrayIconOptions): TrayIcon {
  const { electron, icon, messages, connections, count, show, bring, quit } = options
  let tray: Tray | null = null

  function open(): Tray {
    const made = new electron.Tray(electron.nativeImage.createFromPath(icon).resize(iconSize))
    made.on('click', show)
    return made
  }

  function menu(): MenuItemConstructorOptions[] {
    const items = connections().map(({ id, name }) => ({
      label: `${name.replaceAll('&', '&&')}${count(id) > 0 ? ` (${count(id)})` : ''}`,
      click: () => bring(id),
    }))
    const separator: MenuItemConstructorOptions = { type: 'separator' }
    return [
      { label: messages.openCoffer, click: show },
      separator,
      ...items,
      separator,
      { label: messages.quit, click: quit },
    ]
  }

  return {
    refresh(isShown) {
      if (!isShown) {
        tray?.destroy()
        tray = null
        return
      }
      tray ??= open()
      const total = connections().reduce((sum, { id }) => sum + count(id), 0)
      tray.setToolTip(total > 0 ? `Coffer (${total})` : 'Coffer')
      tray.setContextMenu(electron.Menu.buildFromTemplate(menu()))
    },
  }
}
