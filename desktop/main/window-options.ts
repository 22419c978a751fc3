import path from 'node:path'
import type { BrowserWindowConstructorOptions } from 'electron'
import { smallestWindow, type WindowState } from './window-state.ts'

/**
 * A window whose page has no Node, no world in common with preload, and the sandbox of the system.
 * @param preload absolute path of the one file that is loaded beside the page
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
    icon: path.join(path.dirname(preload), 'icon.png'), // for Linux; Windows and macOS show that of the program
    backgroundColor: isDark ? '#101418' : '#f6f7f9', // until the page has drawn its own
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
      devTools: true, // with no secret in the page but the person's own session
    },
  }
}
