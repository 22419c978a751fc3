import type * as Electron from 'electron'

/** What of Electron the program uses: the edge, which tests replace. */
export type DesktopElectron = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'net'
  | 'Notification'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
>
