import path from 'node:path'
import type { BrowserWindowConstructorOptions } from 'electron'
import { smallestWindow, type WindowState } from './window-state.ts'

/**
 * Options of a window whose page has no Node, is isolated from preload, and is sandboxed.
 * @param preload absolute path of the preload script
 */
export function windowOptions(
  { bounds }: WindowState,
  preload: string,
  isDark: boolean,
): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Coffer',
    icon: path.join(path.dirname(preload), 'icon.png'), // for Linux; Windows and macOS show the program's icon
    backgroundColor: isDark ? '#101418' : '#f6f7f9', // until the page is drawn
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: true, // the page contains no secret except the user's own session
    },
  }
}
