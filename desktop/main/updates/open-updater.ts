import fs from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { BaseUpdater, UpdateInfo } from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'

/** Downloads and installs one release. */
export interface Updater {
  /**
   * Downloads the package of this computer and checks it against its SHA-512 in the manifest.
   * @param onProgress receives percentages
   */
  download(onProgress: (percent: number) => void): Promise<void>
  /**
   * Installs the package, after it was checked again. Call it when everything else has stopped, directly before the
   * program ends. If it fails, the previous program remains.
   * @throws Error
   */
  install(options: { startsAgain: boolean }): void
}

export interface UpdaterOptions {
  platform: NodeJS.Platform
  version: string
  /** Path of the AppImage that runs; null on Windows. */
  appImage: string | null
  /** For the downloaded package. */
  folder: string
  log: (line: string) => void
  /** Called with the path of the new program if the path changed. */
  onMoved: (program: string) => void
  /** Default: Electron's network. */
  httpExecutor?: ElectronHttpExecutor
}

export type OpenUpdater = (feed: string, info: UpdateInfo) => Promise<Updater>

/**
 * Returns the AppImage that this program runs from; null if it does not. Programs that an AppImage starts inherit its
 * variables.
 */
export function findAppImage(environment: NodeJS.ProcessEnv, program: string): string | null {
  const { APPIMAGE, APPDIR } = environment
  return APPIMAGE && APPDIR && program.startsWith(`${APPDIR}/`) ? APPIMAGE : null
}

/**
 * Opens electron-updater for a manifest that was verified. It requests no manifest itself, only the package that this
 * one names, from the same server and without redirects.
 * @param feed address of the folder with releases
 */
export async function openUpdater(options: UpdaterOptions, feed: string, info: UpdateInfo): Promise<Updater> {
  const { AppImageUpdater, NsisUpdater, Provider } = await import('electron-updater')
  const { resolveFiles } = await import('electron-updater/out/providers/Provider.js')
  const { ElectronHttpExecutor } = await import('electron-updater/out/electronHttpExecutor.js')
  const folder = new URL(`${feed.replace(/\/$/, '')}/`)

  class VerifiedProvider extends Provider<UpdateInfo> {
    async getLatestVersion() {
      return info
    }
    resolveFiles(latest: UpdateInfo) {
      const files = resolveFiles(latest, folder)
      const other = files.find(({ url }) => url.origin !== folder.origin)
      if (other) throw new Error(`the package is on another server: ${other.url.origin}`)
      return files
    }
  }

  const updater: BaseUpdater = new (options.platform === 'win32' ? NsisUpdater : AppImageUpdater)(
    undefined,
    createAdapter(options),
  )
  const httpExecutor = Object.assign(options.httpExecutor ?? new ElectronHttpExecutor(), { maxRedirects: -1 })
  const logger = createLogger(options.log)
  Object.assign(updater, { httpExecutor, logger, autoDownload: false, autoInstallOnAppQuit: false })
  updater.setFeedURL({ provider: 'custom', updateProvider: VerifiedProvider as never })
  updater.on('appimage-filename-updated', options.onMoved)
  let failure: Error | null = null
  let downloaded: string | null = null
  updater.on('error', (error) => (failure = error))
  return {
    async download(onProgress) {
      updater.on('download-progress', ({ percent }) => onProgress(percent))
      const found = await updater.checkForUpdates()
      if (!found?.isUpdateAvailable)
        throw new Error(`version ${info.version} cannot be installed over ${options.version}`)
      downloaded = (await updater.downloadUpdate())[0] ?? null
    },
    install({ startsAgain }) {
      requireIntact(downloaded, info)
      withPreviousProgram(options.appImage, () => {
        failure = null
        if (!updater.install(true, startsAgain)) throw failure ?? new Error('the package was not installed')
      })
    },
  }
}

/** The package may have waited for days where other programs of the user can write. */
function requireIntact(file: string | null, { files }: UpdateInfo): void {
  if (file === null) throw new Error('no package was downloaded')
  const digest = createHash('sha512').update(fs.readFileSync(file)).digest('base64')
  if (!files.some(({ sha512 }) => sha512 === digest)) throw new Error('the downloaded package was changed')
}

/** Keeps the previous AppImage until the new one is in place: electron-updater deletes it first. */
function withPreviousProgram(appImage: string | null, install: () => void): void {
  if (appImage === null) return install()
  const previous = `${appImage}.previous`
  fs.rmSync(previous, { force: true })
  fs.linkSync(appImage, previous) // fails if the folder is not writable
  try {
    install()
  } catch (error) {
    if (!fs.existsSync(appImage)) fs.renameSync(previous, appImage)
    throw error
  } finally {
    fs.rmSync(previous, { force: true })
  }
}

function createAdapter({ version, folder }: UpdaterOptions): AppAdapter {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const appUpdateConfigPath = path.join(folder, 'app-update.yml')
  fs.writeFileSync(appUpdateConfigPath, 'updaterCacheDirName: packages\n')
  return {
    ...{ version, name: 'coffer', isPackaged: true, appUpdateConfigPath, userDataPath: folder, baseCachePath: folder },
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  }
}

function createLogger(log: (line: string) => void) {
  const line = (message?: unknown) => log(`update: ${String(message)}`)
  return { info: line, warn: line, error: line }
}
