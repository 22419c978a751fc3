import path from 'node:path'
import type { SafeStorage } from 'electron'
import type { KeptSession, SessionKeeping } from '../bridge.ts'
import { jsonFile } from './json-file.ts'

/** Stores sessions by connection, encrypted by the system's keychain, or in memory only if there is no secure one. */
export interface SessionKeeper {
  keeping(): SessionKeeping
  read(connectionId: string): KeptSession | null
  keep(connectionId: string, session: KeptSession): SessionKeeping
  forget(connectionId: string): void
}

type Keychain = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
  Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>

/**
 * Creates the session store. On Linux without a secret service, Electron encrypts with a password from its source code.
 * Nothing is then written, and the user is informed that each start needs a new login.
 * @param keychain Electron's safeStorage, once the app is ready
 */
export function createSessionKeeper(folder: string, keychain: Keychain, now: () => Date): SessionKeeper {
  const file = jsonFile<Record<string, string>>(path.join(folder, 'sessions.json'), {}, isTexts)
  const inMemory = new Map<string, KeptSession>()

  const keeping = (): SessionKeeping => {
    if (!keychain.isEncryptionAvailable()) return { where: 'memory', reason: 'no-keychain' }
    if (keychain.getSelectedStorageBackend?.() === 'basic_text') return { where: 'memory', reason: 'basic-text' }
    return { where: 'keychain' }
  }
  const forget = (connectionId: string) => {
    inMemory.delete(connectionId)
    const { [connectionId]: gone, ...rest } = file.read()
    if (gone !== undefined) file.write(rest)
  }
  const stored = (connectionId: string): KeptSession | null => {
    const sealed = keeping().where === 'keychain' ? file.read()[connectionId] : undefined
    if (sealed === undefined) return null
    try {
      const session: unknown = JSON.parse(keychain.decryptString(Buffer.from(sealed, 'base64')))
      return isSession(session) ? session : null
    } catch {
      return null // encrypted by another account or a former keychain
    }
  }

  return {
    keeping,
    read(connectionId) {
      const session = inMemory.get(connectionId) ?? stored(connectionId)
      if (!session || Date.parse(session.expiresAt) > now().getTime()) return session
      forget(connectionId)
      return null
    },
    keep(connectionId, session) {
      const where = keeping()
      inMemory.set(connectionId, session)
      if (where.where === 'keychain') {
        const sealed = keychain.encryptString(JSON.stringify(session)).toString('base64')
        file.write({ ...file.read(), [connectionId]: sealed })
      }
      return where
    },
    forget,
  }
}

function isTexts(found: unknown): found is Record<string, string> {
  return typeof found === 'object' && found !== null && Object.values(found).every((text) => typeof text === 'string')
}

function isSession(found: unknown): found is KeptSession {
  return isTexts(found) && 'token' in found && 'user' in found && 'expiresAt' in found
}
