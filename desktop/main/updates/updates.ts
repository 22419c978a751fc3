import type { UpdateInfo } from 'electron-updater'
import type { Preferences, UpdateState } from '../../bridge.ts'
import { DesktopError } from '../desktop-error.ts'
import type { OpenUpdater, Updater } from './open-updater.ts'
import { manifestName, readManifest, selectPackage } from './read-manifest.ts'

export interface Updates {
  read(): UpdateState
  check(): Promise<UpdateState>
  /** Starts the download of the release that the last check found. `onChange` reports its progress and its end. */
  download(): UpdateState
  /**
   * Installs the downloaded release, if there is one. Call it directly before the program ends.
   * @throws Error
   */
  install(options: { startsAgain: boolean }): void
}

export interface UpdatesOptions {
  version: string
  platform: NodeJS.Platform
  arch: NodeJS.Architecture
  preferences: () => Preferences
  /** Sends an HTTPS GET without credentials. @returns null if there is no such file */
  fetchFile: (url: string) => Promise<Buffer | null>
  /** Null if the program cannot install its own updates. */
  open: OpenUpdater | null
  onChange: (state: UpdateState) => void
  now: () => Date
}

/** What the address and the key of one moment led to. */
interface Found {
  source: string
  state: UpdateState
  release: { feed: string; info: UpdateInfo } | null
  updater: Updater | null
}

/**
 * Checks whether the configured folder has a newer release. With a public key, its manifest must be signed, and the
 * release can be installed. Without a folder it makes no request. A changed folder or key discards what was found.
 */
export function createUpdates(options: UpdatesOptions): Updates {
  const { version, platform, arch, preferences, fetchFile, open, onChange, now } = options
  const quiet = {
    ...{ stage: 'unknown', version, newest: null, checkedAt: null, problem: null },
    ...{ canInstall: false, percent: null },
  } satisfies UpdateState
  let last: Found | null = null

  /** Returns what was found with the present address and key. */
  const current = () => (last?.source === sourceOf(preferences()) ? last : null)
  const isBusy = () => ['downloading', 'ready'].includes(current()?.state.stage ?? '')

  const read = (): UpdateState => {
    if (!preferences().updateFeed) return { ...quiet, stage: 'no-feed' }
    return current()?.state ?? (preferences().looksForUpdates ? quiet : { ...quiet, stage: 'off' })
  }

  async function findLatest({ updateFeed, updateKey }: Preferences): Promise<Pick<Found, 'state' | 'release'>> {
    const feed = updateFeed.replace(/\/$/, '')
    const name = manifestName(platform, arch)
    const [manifest, signature] = await Promise.all([
      fetchFile(`${feed}/${name}`),
      updateKey === '' ? null : fetchFile(`${feed}/${name}.sig`),
    ]).catch((error: Error) => {
      throw new DesktopError('desktop_update_unreachable', { reason: error.message })
    })
    if (!manifest) throw new DesktopError('desktop_update_manifest_missing', { file: name })
    const info = readManifest(manifest, signature, updateKey)
    const newest = info.version
    if (!isNewer(newest, version)) return { state: { ...quiet, stage: 'current', newest }, release: null }
    const canInstall = open !== null && updateKey !== ''
    const release = canInstall ? { feed, info: selectPackage(info, platform, arch) } : null
    return { state: { ...quiet, stage: 'newer', newest, canInstall }, release }
  }

  async function downloadInto(found: Found): Promise<void> {
    const change = (state: Partial<UpdateState>) => {
      found.state = { ...found.state, ...state }
      if (current() === found) onChange(found.state)
    }
    try {
      if (!found.release || !open) throw new DesktopError('desktop_update_not_installable')
      const updater = await open(found.release.feed, found.release.info)
      await updater.download((percent) => change({ percent: Math.floor(percent) }))
      found.updater = updater
      change({ stage: 'ready', percent: 100, problem: null })
    } catch (error) {
      change({ stage: 'failed', percent: null, canInstall: false, problem: problemOf(error) })
    }
  }

  return {
    read,
    async check() {
      const wanted = preferences()
      if (!wanted.updateFeed || isBusy()) return read()
      const checkedAt = now().toISOString()
      const found = await findLatest(wanted).catch((error) => ({
        state: { ...quiet, stage: 'failed' as const, problem: problemOf(error) },
        release: null,
      }))
      if (isBusy()) return read() // a download began meanwhile
      last = { ...found, source: sourceOf(wanted), state: { ...found.state, checkedAt }, updater: null }
      return read()
    },
    download() {
      const found = current()
      if (!found?.release || found.state.stage !== 'newer') throw new DesktopError('desktop_update_not_installable')
      found.state = { ...found.state, stage: 'downloading', percent: 0 }
      onChange(found.state)
      void downloadInto(found)
      return found.state
    },
    install(how) {
      const found = current()
      if (found?.state.stage !== 'ready' || !found.updater) return
      found.updater.install(how)
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

/** A pre-release is older than its release. */
function isNewer(one: string, than: string): boolean {
  const [left, right] = [one, than].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return than.includes('-') && !one.includes('-')
}

function problemOf(error: unknown): UpdateState['problem'] {
  if (error instanceof DesktopError) return error.problem
  const reason = error instanceof Error ? error.message : String(error)
  return new DesktopError('desktop_update_download_failed', { reason }).problem
}
