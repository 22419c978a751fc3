import { createHmac } from 'node:crypto'

/**
 * Names a text for comparison, as 64 hexadecimal digits, without saying anything about it to whoever lacks the
 * customer's chunk-id key. The key is one derived from it: a fingerprint is no chunk's id and cannot be used as one.
 */
export function createFingerprint(chunkIdKey: Uint8Array): { push(data: Uint8Array): void; end(): string } {
  const key = createHmac('sha256', chunkIdKey).update('coffer text fingerprint 1').digest()
  const hmac = createHmac('sha256', key)
  return { push: (data) => void hmac.update(data), end: () => hmac.digest('hex') }
}

/** The fingerprint of a text that is at hand as a whole. */
export function fingerprintOf(chunkIdKey: Uint8Array, text: Uint8Array): string {
  const fingerprint = createFingerprint(chunkIdKey)
  fingerprint.push(text)
  return fingerprint.end()
}
