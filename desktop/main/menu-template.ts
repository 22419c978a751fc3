import type { MenuItemConstructorOptions } from 'electron'
import type { SavedConnection } from '../bridge.ts'
import type { DesktopMessages } from './desktop-messages.ts'

export interface MenuActions {
  go(route: string): void
  openConnection(id: string): void
  newWindow(): void
  goBack(): void
  goForward(): void
  openPalette(): void
  showLogs(): void
}

/** Returns the application menu. Each of its actions is also available in the window. */
export function menuTemplate(
  messages: DesktopMessages,
  connections: SavedConnection[],
  { go, openConnection, newWindow, goBack, goForward, openPalette, showLogs }: MenuActions,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const to = (label: string, route: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => go(route),
  })
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const saved = connections.map(({ id, name }, at) => ({
    label: name.replaceAll('&', '&&'),
    accelerator: at < 9 ? `CmdOrCtrl+${at + 1}` : undefined,
    click: () => openConnection(id),
  }))
  const preferences = to(messages.preferences, '/desktop/preferences', 'CmdOrCtrl+,')
  const hide: MenuItemConstructorOptions = { role: 'hide' }
  const quit: MenuItemConstructorOptions = { role: 'quit', label: messages.quit }
  const isMac = platform === 'darwin'
  return [
    ...(isMac ? [{ label: 'Coffer', submenu: [preferences, separator, hide, quit] }] : []),
    {
      label: messages.file,
      submenu: [
        { label: messages.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
        to(messages.newConnection, '/desktop/connections?new=1', 'CmdOrCtrl+N'),
        { label: messages.connections, submenu: saved },
        to(messages.service, '/desktop/service', 'CmdOrCtrl+Shift+S'),
        to(messages.downloads, '/desktop/downloads', 'CmdOrCtrl+J'),
        ...(isMac ? [] : [separator, preferences, separator, quit]),
      ],
    },
    {
      label: messages.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: messages.view,
      submenu: [
        { role: 'reload' },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: messages.go,
      submenu: [
        { label: messages.back, accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: goBack },
        { label: messages.forward, accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: goForward },
        // the page handles the keys itself
        { label: messages.palette, accelerator: 'CmdOrCtrl+K', registerAccelerator: false, click: openPalette },
        separator,
        to(messages.overview, '/', 'Alt+1'),
        to(messages.devices, '/devices', 'Alt+2'),
        to(messages.runs, '/runs', 'Alt+3'),
        to(messages.search, '/search', 'CmdOrCtrl+Shift+F'),
      ],
    },
    {
      label: messages.help,
      submenu: [
        { label: messages.showLogs, click: showLogs },
        to(messages.about, '/desktop/preferences'),
        separator,
        { role: 'toggleDevTools' },
      ],
    },
  ]
}
