import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/**
 * Returns a keyed hash of a text for comparison, as 64 hexadecimal digits. Without the tenant's chunk-id key, it
 * reveals nothing about the text. Its key is derived from that key, so a fingerprint is never the id of a chunk.
 */
export function createFingerprint(chunkIdKey: Uint8Array): { push(data: Uint8Array): void; end(): string } {
  const hmac = createHmac('sha256', fingerprintKeyFrom(chunkIdKey))
  return { push: (data) => void hmac.update(data), end: () => hmac.digest('hex') }
}

/** Returns the fingerprint of a complete text. */
export function fingerprintOf(chunkIdKey: Uint8Array, text: Uint8Array): string {
  const fingerprint = createFingerprint(chunkIdKey)
  fingerprint.push(text)
  return fingerprint.end()
}

/** Derived keys, cached by the caller's bytes: a device has several texts, and each has two fingerprints. */
const keys = new WeakMap<Uint8Array, KeyObject>()

function fingerprintKeyFrom(chunkIdKey: Uint8Array): KeyObject {
  const known = keys.get(chunkIdKey)
  if (known) return known
  const key = createSecretKey(createHmac('sha256', chunkIdKey).update('coffer text fingerprint 1').digest())
  keys.set(chunkIdKey, key)
  return key
}
