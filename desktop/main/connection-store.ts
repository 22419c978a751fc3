import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { SavedConnection } from '../bridge.ts'
import { jsonFile } from './json-file.ts'
import { DesktopError } from './desktop-error.ts'

/** The user's connections to services. It contains no tokens. */
export interface ConnectionStore {
  list(): SavedConnection[]
  find(id: string): SavedConnection | undefined
  /** @throws DesktopError desktop_address_invalid, desktop_address_has_login, desktop_address_has_path, desktop_connection_name_taken */
  save(connection: { id: string | null; name: string; url: string }): SavedConnection
  remove(id: string): void
  /** Pins a certificate. A change of the address removes the pin. */
  pin(id: string, fingerprint: string | null): void
  rememberUser(id: string, user: string): void
}

export const bundledId = 'bundled'

/** @param bundledUrl returns the address at which the bundled service runs or would run */
export function createConnectionStore(folder: string, bundledUrl: () => string): ConnectionStore {
  const file = jsonFile<Kept>(path.join(folder, 'connections.json'), { bundled: { lastUser: null }, saved: [] }, isKept)

  const list = (): SavedConnection[] => {
    const { bundled, saved } = file.read()
    const own = { id: bundledId, name: 'Coffer', url: bundledUrl(), isBundled: true, pinned: null }
    return [{ ...own, lastUser: bundled.lastUser }, ...saved.map((one) => ({ ...one, isBundled: false }))]
  }
  const change = (id: string, how: (connection: KeptConnection) => KeptConnection) => {
    const kept = file.read()
    file.write({ ...kept, saved: kept.saved.map((one) => (one.id === id ? how(one) : one)) })
  }
  const find = (id: string) => list().find((one) => one.id === id)

  return {
    list,
    find,
    save({ id, name, url }) {
      const origin = serviceOrigin(url)
      const trimmed = name.trim()
      if (!trimmed) throw new DesktopError('desktop_connection_name_missing')
      if (id === bundledId) throw new DesktopError('desktop_bundled_service_fixed')
      if (list().some((one) => one.id !== id && one.name.toLowerCase() === trimmed.toLowerCase())) {
        throw new DesktopError('desktop_connection_name_taken', { name: trimmed })
      }
      const known = id === null ? undefined : find(id)
      if (id !== null && !known) throw new DesktopError('desktop_connection_missing')
      const ofAddress = known?.url === origin ? known : { lastUser: known?.lastUser ?? null, pinned: null }
      const next = { id: known?.id ?? randomUUID(), name: trimmed, url: origin }
      const connection = { ...next, lastUser: ofAddress.lastUser, pinned: ofAddress.pinned }
      const kept = file.read()
      const others = kept.saved.filter((one) => one.id !== next.id)
      const saved = [...others, connection].sort((a, b) => a.name.localeCompare(b.name))
      file.write({ ...kept, saved })
      return { ...connection, isBundled: false }
    },
    remove(id) {
      if (id === bundledId) throw new DesktopError('desktop_bundled_service_fixed')
      const kept = file.read()
      file.write({ ...kept, saved: kept.saved.filter((one) => one.id !== id) })
    },
    pin: (id, fingerprint) => change(id, (one) => ({ ...one, pinned: fingerprint })),
    rememberUser(id, user) {
      const kept = file.read()
      if (id === bundledId) return file.write({ ...kept, bundled: { lastUser: user } })
      change(id, (one) => ({ ...one, lastUser: user }))
    },
  }
}

/**
 * Returns the origin of an address that a user typed: `backup.example.com` means `https://backup.example.com`.
 * @throws DesktopError if it is not the address of a service
 */
export function serviceOrigin(given: string): string {
  const written = given.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`)
  if (!url?.hostname || !['http:', 'https:'].includes(url.protocol)) {
    throw new DesktopError('desktop_address_invalid')
  }
  if (url.username || url.password) throw new DesktopError('desktop_address_has_login')
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new DesktopError('desktop_address_has_path', { origin: url.origin })
  }
  return url.origin
}

type KeptConnection = Omit<SavedConnection, 'isBundled'>

interface Kept {
  bundled: { lastUser: string | null }
  saved: KeptConnection[]
}

function isKept(found: unknown): found is Kept {
  if (typeof found !== 'object' || found === null || !('saved' in found) || !('bundled' in found)) return false
  if (typeof found.bundled !== 'object' || found.bundled === null || !Array.isArray(found.saved)) return false
  return found.saved.every(
    (one) =>
      [one?.id, one?.name, one?.url].every((text) => typeof text === 'string') &&
      [one?.lastUser, one?.pinned].every((text) => text === null || typeof text === 'string'),
  )
}
