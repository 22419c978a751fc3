import type { UpdateInfo } from 'electron-updater'
import type { Preferences, UpdateState } from '../../bridge.ts'
import { DesktopError } from '../desktop-error.ts'
import type { OpenUpdater, Updater } from './open-updater.ts'
import { manifestName, readManifest } from './read-manifest.ts'

export interface Updates {
  read(): UpdateState
  check(): Promise<UpdateState>
  /** Starts the download of the release that the last check found. `onChange` reports its progress and its end. */
  download(): UpdateState
  /** Quits the program and installs the downloaded release. */
  install(): void
}

export interface UpdatesOptions {
  version: string
  platform: NodeJS.Platform
  preferences: () => Preferences
  /** Sends an HTTPS GET without credentials. @returns null if there is no such file */
  fetchFile: (url: string) => Promise<Buffer | null>
  /** Null if the program cannot install its own updates. */
  open: OpenUpdater | null
  onChange: (state: UpdateState) => void
  now: () => Date
}

/**
 * Checks whether the configured folder has a newer release. With a public key, its manifest must be signed, and the
 * release can be installed. Without a folder it makes no request.
 */
export function createUpdates(options: UpdatesOptions): Updates {
  const { version, platform, preferences, fetchFile, open, onChange, now } = options
  const quiet = {
    ...{ stage: 'unknown', version, newest: null, checkedAt: null, problem: null },
    ...{ canInstall: false, percent: null },
  } satisfies UpdateState
  let last: UpdateState | null = null
  let found: { feed: string; info: UpdateInfo } | null = null
  /** The address and key that `last` and `found` are from. */
  let source = ''
  let updater: Updater | null = null

  const read = (): UpdateState => {
    if (!preferences().updateFeed) return { ...quiet, stage: 'no-feed' }
    if (last && source === sourceOf(preferences())) return last
    return preferences().looksForUpdates ? quiet : { ...quiet, stage: 'off' }
  }
  const change = (state: Partial<UpdateState>): UpdateState => {
    last = { ...quiet, ...last, ...state }
    onChange(last)
    return last
  }

  async function findLatest(): Promise<{ feed: string; info: UpdateInfo }> {
    const { updateFeed, updateKey } = preferences()
    const feed = updateFeed.replace(/\/$/, '')
    const address = `${feed}/${manifestName(platform)}`
    const [manifest, signature] = await Promise.all([
      fetchFile(address),
      updateKey === '' ? null : fetchFile(`${address}.sig`),
    ]).catch((error: Error) => {
      throw new DesktopError('desktop_update_unreachable', { reason: error.message })
    })
    if (!manifest) throw new DesktopError('desktop_update_manifest_missing', { file: manifestName(platform) })
    return { feed, info: readManifest(manifest, signature, updateKey) }
  }

  async function downloadFound(): Promise<void> {
    try {
      if (!found || !open) throw new DesktopError('desktop_update_not_installable')
      updater = await open(found.feed, found.info)
      await updater.download((percent) => change({ percent: Math.floor(percent) }))
      change({ stage: 'ready', percent: 100 })
    } catch (error) {
      updater = null
      change({ stage: 'failed', percent: null, problem: problemOf(error) })
    }
  }

  return {
    read,
    async check() {
      const isBusy = last?.stage === 'downloading' || last?.stage === 'ready'
      if (!preferences().updateFeed || isBusy) return read()
      source = sourceOf(preferences())
      const checkedAt = now().toISOString()
      const canInstall = open !== null && preferences().updateKey !== ''
      try {
        found = await findLatest()
        const isNew = isNewer(found.info.version, version)
        const result = { stage: isNew ? 'newer' : 'current', newest: found.info.version } as const
        last = { ...quiet, ...result, checkedAt, canInstall: isNew && canInstall }
      } catch (error) {
        found = null
        last = { ...quiet, stage: 'failed', checkedAt, problem: problemOf(error) }
      }
      return last
    },
    download() {
      if (read().stage !== 'newer' || !last?.canInstall) throw new DesktopError('desktop_update_not_installable')
      const state = change({ stage: 'downloading', percent: 0 })
      void downloadFound()
      return state
    },
    install() {
      if (read().stage !== 'ready' || !updater) throw new DesktopError('desktop_update_not_installable')
      updater.install()
    },
  }
}

/** Returns the normalised address, or null if it is not https. */
export function feedAddress(given: string): string | null {
  if (given.trim() === '') return ''
  const url = URL.parse(given.trim())
  return url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash ? url.href : null
}

function sourceOf({ updateFeed, updateKey }: Preferences): string {
  return JSON.stringify([updateFeed, updateKey])
}

function isNewer(one: string, than: string): boolean {
  const [left, right] = [one, than].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

function problemOf(error: unknown): UpdateState['problem'] {
  if (error instanceof DesktopError) return error.problem
  const reason = error instanceof Error ? error.message : String(error)
  return new DesktopError('desktop_update_download_failed', { reason }).problem
}
