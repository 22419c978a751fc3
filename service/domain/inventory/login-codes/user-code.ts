import { createHmac, hkdfSync, randomInt } from 'node:crypto'

/** Consonants, which form no words and are not confused with digits (RFC 8628, section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

/** Returns a random code such as `WDJB-MJHT`: 20^8 are possible. */
export function createUserCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** Returns the hash under which a code is stored, whatever case and separators were typed. Keyed, because codes are short. */
export function hashUserCode(settingsKey: Buffer, typed: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer login code', 32))
  return createHmac('sha256', key).update(typed.toUpperCase().replace(/[^A-Z0-9]/g, '')).digest() // prettier-ignore
}
