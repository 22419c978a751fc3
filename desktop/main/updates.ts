import type { Preferences, UpdateState } from '../bridge.ts'

export interface Updates {
  read(): UpdateState
  check(): Promise<UpdateState>
}

export interface UpdatesOptions {
  version: string
  platform: NodeJS.Platform
  preferences: () => Preferences
  /** Sends an HTTPS GET without credentials. */
  fetchText: (url: string) => Promise<string>
  now: () => Date
}

/**
 * Checks whether the configured folder has a newer release, by the file that electron-builder writes next to releases.
 * It sends and installs nothing. Without a folder it makes no request.
 */
export function createUpdates({ version, platform, preferences, fetchText, now }: UpdatesOptions): Updates {
  const quiet = (): UpdateState => ({ stage: 'unknown', version, newest: null, checkedAt: null, reason: null })
  let last: UpdateState | null = null

  const read = (): UpdateState => {
    if (!preferences().updateFeed) return { ...quiet(), stage: 'no-feed' }
    if (last) return last
    return preferences().looksForUpdates ? quiet() : { ...quiet(), stage: 'off' }
  }
  return {
    read,
    async check() {
      const { updateFeed } = preferences()
      if (!updateFeed) return read()
      const checkedAt = now().toISOString()
      try {
        const file = await fetchText(`${updateFeed.replace(/\/$/, '')}/${releaseFile(platform)}`)
        const newest = /^version:\s*['"]?(\d+\.\d+\.\d+)(?:[-+][\w.+-]*)?['"]?\s*$/m.exec(file)?.[1]
        if (!newest) throw new Error('it names no version')
        const stage = isNewer(newest, version) ? 'newer' : 'current'
        last = { ...quiet(), stage, newest, checkedAt }
      } catch (error) {
        last = {
          ...quiet(),
          stage: 'failed',
          checkedAt,
          reason: error instanceof Error ? error.message : String(error),
        }
      }
      return last
    },
  }
}

/** Returns the normalised address, or null if it is not https. */
export function feedAddress(given: string): string | null {
  if (given.trim() === '') return ''
  const url = URL.parse(given.trim())
  return url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash ? url.href : null
}

function releaseFile(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'latest-mac.yml' : platform === 'win32' ? 'latest.yml' : 'latest-linux.yml'
}

function isNewer(one: string, than: string): boolean {
  const [left, right] = [one, than].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
