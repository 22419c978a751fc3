import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { SealDamaged } from './damaged.ts'

/** Raw X25519 keys, 32 bytes each. */
export interface RepositoryKeys {
  publicKey: Buffer
  privateKey: Buffer
}

/** How many bytes longer than its plaintext a sealed message is: the ephemeral key and the tag. */
export const sealOverhead = 32 + 16

/** A new key pair: whoever has the public half can seal, only the private half opens. */
export async function makeRepositoryKeys(): Promise<RepositoryKeys> {
  const pair = await suite.kem.generateKeyPair()
  return {
    publicKey: Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)),
    privateKey: Buffer.from(await suite.kem.serializePrivateKey(pair.privateKey)),
  }
}

/**
 * HPKE (RFC 9180), base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message: `enc || ciphertext`.
 * It hides, and binds to `info` and `aad`; it does not say who sealed.
 */
export async function sealTo(publicKey: Uint8Array, info: string, aad: string, plaintext: Uint8Array): Promise<Buffer> {
  const recipientPublicKey = await suite.kem.importKey('raw', ownBytes(publicKey), true)
  const sender = await suite.createSenderContext({ recipientPublicKey, info: encode(info) })
  const ciphertext = await sender.seal(ownBytes(plaintext), encode(aad))
  return Buffer.concat([new Uint8Array(sender.enc), new Uint8Array(ciphertext)])
}

/** @throws SealDamaged when the key, `info` or `aad` are not those of the sealing, or a bit was changed */
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

/** A small Buffer is a window on a pool that others share; the library takes an ArrayBuffer as a whole. */
function ownBytes(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
