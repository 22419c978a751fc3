import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../shared/repository/aes-gcm.ts'

/** 32 bytes that wrap the tenants' keys and the service's own, and from which a key for tombstones is derived. */
export type MasterKey = Buffer

const nonceBytes = 12

/**
 * Wraps a key bundle: AES-256-GCM with a random nonce in front. `purpose` (the owner of the bundle) is authenticated,
 * so that bundles cannot be exchanged.
 */
export function wrap(masterKey: MasterKey, purpose: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, encrypt(masterKey, nonce, bound(purpose), plain)])
}

/**
 * Decrypts a bundle of `wrap`.
 * @throws WrongMasterKey if it was wrapped with another master key, or is damaged
 */
export function unwrap(masterKey: MasterKey, purpose: string, wrapped: Buffer): Buffer {
  const plain = decrypt(masterKey, wrapped.subarray(0, nonceBytes), bound(purpose), wrapped.subarray(nonceBytes))
  if (!plain) throw new WrongMasterKey(purpose)
  return plain
}

export class WrongMasterKey extends Error {
  constructor(purpose: string) {
    super(`the master key does not open ${purpose}: it is another installation's, or the stored key is damaged`)
  }
}

function bound(purpose: string): Buffer {
  return Buffer.from(`coffer wrap 1\n${purpose}`)
}
