import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServiceKeys } from '../../../keys/service-keys.ts'

/** Days that a device counts as known after its last login. */
export const deviceDays = 180

const idLength = 16
const headLength = idLength + 6
const macLength = 32

/**
 * Device tokens (OWASP, "Device cookies"): a token proves that its holder signed in to an account before. It authorises
 * nothing; it only counts the holder's failures separately from those of strangers. Verified without the database.
 */
export interface LoginDevices {
  /** Returns the key under which failures of an e-mail without a user are counted. */
  digestOf(email: string): string
  /** Returns the cookie name for an e-mail: users of one browser have one each. */
  cookieName(email: string): string
  issue(email: string, deviceId: string | null, now: Date): string
  /** Returns the device's id; null for a missing or expired token, or one of another account. */
  read(email: string, token: string | undefined, now: Date): string | null
}

export function createLoginDevices({ settingsKey }: Pick<ServiceKeys, 'settingsKey'>): LoginDevices {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), info, 32))
  const [macKey, digestKey] = [derive('coffer login device'), derive('coffer login account')]
  const digestOf = (email: string) => createHmac('sha256', digestKey).update(email).digest('base64url')
  const macOf = (email: string, head: Uint8Array) => createHmac('sha256', macKey).update(head).update(email).digest()
  return {
    digestOf,
    cookieName: (email) => `coffer_device_${digestOf(email).slice(0, 11)}`,
    issue(email, deviceId, now) {
      const head = Buffer.alloc(headLength)
      const id = deviceId === null ? randomBytes(idLength) : Buffer.from(deviceId, 'base64url')
      id.copy(head)
      head.writeUIntBE(Math.floor(now.getTime() / 1000), idLength, 6)
      return Buffer.concat([head, macOf(email, head)]).toString('base64url')
    },
    read(email, token, now) {
      const bytes = Buffer.from(token ?? '', 'base64url')
      if (bytes.length !== headLength + macLength) return null
      const head = bytes.subarray(0, headLength)
      if (!timingSafeEqual(bytes.subarray(headLength), macOf(email, head))) return null
      const ageMs = now.getTime() - head.readUIntBE(idLength, 6) * 1000
      return ageMs < deviceDays * 86_400_000 ? head.subarray(0, idLength).toString('base64url') : null
    },
  }
}
