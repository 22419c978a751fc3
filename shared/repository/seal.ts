import { SealDamaged } from './damaged.ts'
import { generateRawKeys, hpkeOpen, hpkeOverhead, hpkeSeal } from './hpke.ts'

/** Raw X25519 keys, 32 bytes each. */
export interface RepositoryKeys {
  publicKey: Buffer
  privateKey: Buffer
}

/** Bytes by which a sealed message is longer than its plaintext: the ephemeral key and the tag. */
export const sealOverhead = hpkeOverhead

/** Creates a key pair: the public key seals, and only the private key opens. */
export async function makeRepositoryKeys(): Promise<RepositoryKeys> {
  return generateRawKeys()
}

/**
 * HPKE (RFC 9180), base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message: `enc || ciphertext`.
 * Encrypts and binds to `info` and `aad`; does not authenticate the sender.
 */
export async function sealTo(publicKey: Uint8Array, info: string, aad: string, plaintext: Uint8Array): Promise<Buffer> {
  return hpkeSeal(publicKey, info, Buffer.from(aad), plaintext)
}

/** @throws SealDamaged if the key, `info` or `aad` differ from those of the sealing, or a bit was changed */
export async function openSealed(
  privateKey: Uint8Array,
  info: string,
  aad: string,
  sealed: Uint8Array,
): Promise<Buffer> {
  if (sealed.length < sealOverhead) throw new SealDamaged('sealed message is cut')
  const opened = hpkeOpen(privateKey, info, Buffer.from(aad), sealed)
  if (!opened) throw new SealDamaged('sealed message does not open with this key for this purpose')
  return opened
}
