import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { secretKeyFrom } from './secret-key.ts'

/** Length in bytes of the tag after a ciphertext. */
export const tagBytes = 16

/** AES-256-GCM: returns ciphertext and tag. Never use a nonce (12 bytes) twice with one key. */
export function encrypt(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plaintext: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(plaintext.length + tagBytes)
  encryptInto(sealed, key, nonce, aad, plaintext)
  return sealed
}

/**
 * Encrypts into the beginning of `target`, piece by piece, so that a long content is not in memory twice.
 * @returns the number of bytes written to `target`
 */
export function encryptInto(
  target: Uint8Array,
  key: Uint8Array | KeyObject,
  nonce: Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
): number {
  const cipher = createCipheriv('aes-256-gcm', secretKeyFrom(key), nonce)
  cipher.setAAD(aad)
  for (let at = 0; at < plaintext.length; at += pieceBytes) {
    target.set(cipher.update(plaintext.subarray(at, at + pieceBytes)), at)
  }
  cipher.final()
  target.set(cipher.getAuthTag(), plaintext.length)
  return plaintext.length + tagBytes
}

const pieceBytes = 128 * 1024

/** Returns null if key, nonce, associated data and bytes do not match: no plaintext is returned. */
export function decrypt(
  key: Uint8Array | KeyObject,
  nonce: Uint8Array,
  aad: Uint8Array,
  sealed: Uint8Array,
): Buffer | null {
  if (sealed.length < tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', secretKeyFrom(key), nonce, { authTagLength: tagBytes })
  decipher.setAAD(aad)
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plaintext = decipher.update(sealed.subarray(0, sealed.length - tagBytes))
  try {
    decipher.final()
    return plaintext
  } catch {
    return null
  }
}
