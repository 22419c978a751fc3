import path from 'node:path'
import type { Preferences, ServiceChoices } from '../bridge.ts'
import { jsonFile } from './json-file.ts'
import { DesktopError } from './desktop-error.ts'
import { parsePublicKey } from './updates/read-manifest.ts'
import { feedAddress } from './updates/updates.ts'
import { isWindowState, type WindowState } from './window-state.ts'

/** Preferences stored between starts. */
export interface Kept {
  preferences: Preferences
  service: ServiceChoices & { dataFolder: string | null }
  window: WindowState | null
  /** The most recent connection. */
  lastConnection: string | null
  /** Connections with a window when the program ended. */
  openConnections: string[]
}

export interface KeptSettings {
  read(): Kept
  change(what: Partial<Kept>): void
  changePreferences(change: Partial<Preferences>): Preferences
}

export function createPreferences(folder: string): KeptSettings {
  const file = jsonFile(path.join(folder, 'settings.json'), atFirst, isKept)
  const read = (): Kept => {
    const kept = file.read()
    return { ...atFirst, ...kept, preferences: { ...atFirst.preferences, ...kept.preferences } }
  }
  const change = (what: Partial<Kept>) => file.write({ ...read(), ...what })
  return {
    read,
    change,
    changePreferences(changed) {
      const updateFeed = changed.updateFeed === undefined ? undefined : feedAddress(changed.updateFeed)
      if (updateFeed === null) throw new DesktopError('desktop_update_address_invalid')
      const updateKey = changed.updateKey?.trim()
      if (updateKey && !parsePublicKey(updateKey)) throw new DesktopError('desktop_update_key_invalid')
      const preferences = {
        ...{ ...read().preferences, ...changed },
        ...(updateFeed !== undefined && { updateFeed }),
        ...(updateKey !== undefined && { updateKey }),
      }
      change({ preferences })
      return preferences
    },
  }
}

const atFirst: Kept = {
  preferences: {
    notifications: 'urgent',
    runsInBackground: false,
    startsAtLogin: false,
    looksForUpdates: false,
    updateFeed: '',
    updateKey: '',
  },
  service: { port: 8080, startsWithApp: false, goesOn: false, dataFolder: null },
  window: null,
  lastConnection: null,
  openConnections: [],
}

function isKept(found: unknown): found is Kept {
  if (typeof found !== 'object' || found === null) return false
  const {
    preferences,
    service,
    window,
    lastConnection,
    openConnections = [],
  } = found as Partial<Record<keyof Kept, unknown>>
  return (
    isLike(preferences, atFirst.preferences) &&
    isLike(service, { ...atFirst.service, dataFolder: undefined }) &&
    isWindowState(window) &&
    (lastConnection === null || typeof lastConnection === 'string') &&
    Array.isArray(openConnections) &&
    openConnections.every((id) => typeof id === 'string')
  )
}

/** Returns whether the fields of the value have the types of the pattern. Fields of later versions may be missing. */
function isLike(found: unknown, pattern: object): boolean {
  if (typeof found !== 'object' || found === null) return false
  const fields = found as Record<string, unknown>
  return Object.entries(pattern).every(
    ([name, value]) => value === undefined || fields[name] === undefined || typeof fields[name] === typeof value,
  )
}
