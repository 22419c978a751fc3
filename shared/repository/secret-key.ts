import { createSecretKey, type KeyObject } from 'node:crypto'

/**
 * Returns the key as a KeyObject. Node 24 detects raw bytes with a caught exception: a cipher or an HMAC with raw bytes
 * costs 10 µs more than with a KeyObject made for it.
 */
export function secretKeyFrom(key: Uint8Array | KeyObject): KeyObject {
  return key instanceof Uint8Array ? createSecretKey(key) : key
}
