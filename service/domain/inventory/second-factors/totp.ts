import { hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { decrypt, encrypt } from '../../../../shared/repository/aes-gcm.ts'

/** Authenticator apps show six digits that change every 30 s (RFC 6238). */
const digits = 6
const periodSeconds = 30
const issuer = 'Coffer'
const nonceBytes = 12

/** Returns a new shared secret: 160 bits, as RFC 4226 recommends. */
export function createTotpSecret(): Buffer {
  return randomBytes(20)
}

/** Returns the secret as authenticator apps accept it when typed, in base32. */
export function printTotpSecret(secret: Buffer): string {
  return secretOf(secret).base32
}

/** Returns the `otpauth:` URI of a QR code. */
export function totpUri(secret: Buffer, account: string): string {
  return totpOf(secret, account).toString()
}

/**
 * Returns the time step of a valid code, or null. Accepts the current step and one before and after it (RFC 6238,
 * section 5.2), but no step up to `lastStep`: no code is valid twice.
 */
export function matchTotp(secret: Buffer, code: string, now: Date, lastStep: number | null): number | null {
  const token = code.replace(/\s/g, '')
  const delta = totpOf(secret, '').validate({ token, timestamp: now.getTime(), window: 1 })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / 1000 / periodSeconds) + delta
  return step > (lastStep ?? -1) ? step : null
}

function totpOf(secret: Buffer, label: string): TOTP {
  return new TOTP({ issuer, label, secret: secretOf(secret), digits, period: periodSeconds })
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer })
}

/** Seals a secret under a key derived from the settings key, bound to its user. */
export function sealTotpSecret(settingsKey: Buffer, userId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, encrypt(keyFrom(settingsKey), nonce, bindingOf(userId), secret)])
}

/** @throws Error if it was not sealed for this user of this installation */
export function openTotpSecret(settingsKey: Buffer, userId: string, sealed: Buffer): Buffer {
  const [nonce, text] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  const plain = decrypt(keyFrom(settingsKey), nonce, bindingOf(userId), text)
  if (!plain) throw new Error(`the TOTP secret of user ${userId} does not open`)
  return plain
}

function keyFrom(settingsKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer totp secrets', 32))
}

function bindingOf(userId: string): Buffer {
  return Buffer.from(`coffer totp\n${userId}`)
}
