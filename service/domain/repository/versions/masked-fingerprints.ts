import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

/**
 * Returns what stands for a fingerprint of a tenant's text for a caller who may not read secrets: the same for the same fingerprint.
 * Agents have the key of fingerprints, and could find with it which text, and so which secret, has a fingerprint.
 * @param fingerprint 64 hexadecimal digits
 */
export function maskFingerprint(pseudonymKey: Uint8Array, fingerprint: string): string {
  const cipher = createCipheriv('aes-256-cbc', fingerprintKey(pseudonymKey), firstBlock).setAutoPadding(false)
  return cipher.update(fingerprint, 'hex', 'hex') + cipher.final('hex')
}

/** Returns the fingerprint for which `maskFingerprint` returned this. */
export function unmaskFingerprint(pseudonymKey: Uint8Array, masked: string): string {
  const decipher = createDecipheriv('aes-256-cbc', fingerprintKey(pseudonymKey), firstBlock).setAutoPadding(false)
  return decipher.update(masked, 'hex', 'hex') + decipher.final('hex')
}

/** Constant, so that equal fingerprints remain equal. They are random, so equal beginnings show nothing. */
const firstBlock = Buffer.alloc(16)

function fingerprintKey(pseudonymKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', pseudonymKey, '', 'coffer masked fingerprints 1', 32))
}
