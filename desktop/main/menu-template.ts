import type { MenuItemConstructorOptions } from 'electron'
import type { SavedConnection } from '../bridge.ts'
import type { DesktopWords } from './desktop-words.ts'

export interface MenuActions {
  go(route: string): void
  openConnection(id: string): void
  showLogs(): void
}

/** Returns the application menu. Each of its actions is also available in the window. */
export function menuTemplate(
  words: DesktopWords,
  connections: SavedConnection[],
  { go, openConnection, showLogs }: MenuActions,
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
  const preferences = to(words.preferences, '/desktop/preferences', 'CmdOrCtrl+,')
  const hide: MenuItemConstructorOptions = { role: 'hide' }
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit }
  const isMac = platform === 'darwin'
  return [
    ...(isMac ? [{ label: 'Coffer', submenu: [preferences, separator, hide, quit] }] : []),
    {
      label: words.file,
      submenu: [
        to(words.newConnection, '/desktop/connections?new=1', 'CmdOrCtrl+N'),
        { label: words.connections, submenu: saved },
        to(words.service, '/desktop/service', 'CmdOrCtrl+Shift+S'),
        to(words.downloads, '/desktop/downloads', 'CmdOrCtrl+J'),
        ...(isMac ? [] : [separator, preferences, separator, quit]),
      ],
    },
    {
      label: words.edit,
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
      label: words.view,
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
      label: words.go,
      submenu: [
        to(words.overview, '/', 'Alt+1'),
        to(words.devices, '/devices', 'Alt+2'),
        to(words.runs, '/runs', 'Alt+3'),
        to(words.search, '/search', 'CmdOrCtrl+Shift+F'),
      ],
    },
    {
      label: words.help,
      submenu: [
        { label: words.showLogs, click: showLogs },
        to(words.about, '/desktop/preferences'),
        separator,
        { role: 'toggleDevTools' },
      ],
    },
  ]
}
