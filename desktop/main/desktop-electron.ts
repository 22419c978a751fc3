import type * as Electron from 'electron'

/** The parts of Electron that the program uses. Tests replace them. */
export type DesktopElectron = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'net'
  | 'Notification'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
>
