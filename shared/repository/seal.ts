import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { SealDamaged } from './damaged.ts'

/** Raw X25519 keys, 32 bytes each. */
export interface RepositoryKeys {
  publicKey: Buffer
  privateKey: Buffer
}

/** Bytes by which a sealed message is longer than its plaintext: the ephemeral key and the tag. */
export const sealOverhead = 32 + 16

/** Creates a key pair: the public key seals, and only the private key opens. */
export async function makeRepositoryKeys(): Promise<RepositoryKeys> {
  const pair = await suite.kem.generateKeyPair()
  return {
    publicKey: Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)),
    privateKey: Buffer.from(await suite.kem.serializePrivateKey(pair.privateKey)),
  }
}

/**
 * HPKE (RFC 9180), base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message: `enc || ciphertext`.
 * Encrypts and binds to `info` and `aad`; does not authenticate the sender.
 */
export async function sealTo(publicKey: Uint8Array, info: string, aad: string, plaintext: Uint8Array): Promise<Buffer> {
  const recipientPublicKey = await suite.kem.importKey('raw', ownBytes(publicKey), true)
  const sender = await suite.createSenderContext({ recipientPublicKey, info: encode(info) })
  const ciphertext = await sender.seal(ownBytes(plaintext), encode(aad))
  return Buffer.concat([new Uint8Array(sender.enc), new Uint8Array(ciphertext)])
}

/** @throws SealDamaged if the key, `info` or `aad` differ from those of the sealing, or a bit was changed */
export async function openSealed(
  privateKey: Uint8Array,
  info: string,
  aad: string,
  sealed: Uint8Array,
): Promise<Buffer> {
  if (sealed.length < sealOverhead) throw new SealDamaged('sealed message is cut')
  const recipientKey = await suite.kem.importKey('raw', ownBytes(privateKey), false)
  try {
    const enc = ownBytes(sealed.subarray(0, 32))
    const recipient = await suite.createRecipientContext({ recipientKey, enc, info: encode(info) })
    return Buffer.from(await recipient.open(ownBytes(sealed.subarray(32)), encode(aad)))
  } catch {
    throw new SealDamaged('sealed message does not open with this key for this purpose')
  }
}

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

function encode(text: string): ArrayBuffer {
  return ownBytes(new TextEncoder().encode(text))
}

/** A small Buffer is a view of a shared pool; the library uses the whole ArrayBuffer. */
function ownBytes(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
