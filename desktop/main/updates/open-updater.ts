import fs from 'node:fs'
import path from 'node:path'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'

/** Downloads and installs one release. */
export interface Updater {
  /**
   * Downloads the package of this computer and checks it against its SHA-512 in the manifest.
   * @param onProgress receives percentages
   */
  download(onProgress: (percent: number) => void): Promise<void>
  /** Quits the program, installs the package and starts the program again. */
  install(): void
}

export interface UpdaterOptions {
  platform: NodeJS.Platform
  version: string
  /** For the downloaded package. */
  folder: string
  quit: () => void
  onQuit: (handler: (exitCode: number) => void) => void
  log: (line: string) => void
  /** Default: Electron's network. */
  httpExecutor?: ElectronHttpExecutor
}

export type OpenUpdater = (feed: string, info: UpdateInfo) => Promise<Updater>

/** Returns whether the program can install its own updates: an AppImage or an installation of the Windows installer. */
export function canInstall(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  return platform === 'win32' || (platform === 'linux' && environment['APPIMAGE'] !== undefined)
}

/**
 * Opens electron-updater for a manifest that was verified. It requests no manifest itself, only the packages that
 * this one names.
 * @param feed address of the folder with releases
 */
export async function openUpdater(options: UpdaterOptions, feed: string, info: UpdateInfo): Promise<Updater> {
  const { AppImageUpdater, NsisUpdater, Provider } = await import('electron-updater')
  const { resolveFiles } = await import('electron-updater/out/providers/Provider.js')
  const { ElectronHttpExecutor } = await import('electron-updater/out/electronHttpExecutor.js')

  class VerifiedProvider extends Provider<UpdateInfo> {
    async getLatestVersion() {
      return info
    }
    resolveFiles(latest: UpdateInfo) {
      return resolveFiles(latest, new URL(`${feed.replace(/\/$/, '')}/`))
    }
  }

  const Kind = options.platform === 'win32' ? NsisUpdater : AppImageUpdater
  const updater: AppUpdater = new Kind(undefined, createAdapter(options))
  Object.assign(updater, { httpExecutor: options.httpExecutor ?? new ElectronHttpExecutor() })
  Object.assign(updater, { autoDownload: false, allowDowngrade: false, logger: createLogger(options.log) })
  updater.setFeedURL({ provider: 'custom', updateProvider: VerifiedProvider as never })
  return {
    async download(onProgress) {
      updater.on('download-progress', ({ percent }) => onProgress(percent))
      const found = await updater.checkForUpdates()
      if (!found?.isUpdateAvailable)
        throw new Error(`version ${info.version} cannot be installed over ${options.version}`)
      await updater.downloadUpdate()
    },
    install: () => updater.quitAndInstall(),
  }
}

function createAdapter({ version, folder, quit, onQuit }: UpdaterOptions): AppAdapter {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const appUpdateConfigPath = path.join(folder, 'app-update.yml')
  fs.writeFileSync(appUpdateConfigPath, 'updaterCacheDirName: packages\n')
  return {
    ...{ version, name: 'coffer', isPackaged: true, appUpdateConfigPath, userDataPath: folder, baseCachePath: folder },
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit,
    onQuit,
  }
}

function createLogger(log: (line: string) => void) {
  const line = (message?: unknown) => log(`update: ${String(message)}`)
  return { info: line, warn: line, error: line }
}
