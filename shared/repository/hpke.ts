import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { decrypt, encrypt, tagBytes } from './aes-gcm.ts'
import { secretKeyFrom } from './secret-key.ts'

/**
 * HPKE (RFC 9180) with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM: base mode, one message for each
 * encapsulation. Uses Node's primitives directly: with WebCrypto, each of the dozen steps is a job of its own, which takes
 * three times the CPU (docs/decisions/libraries.md).
 */

/** Bytes of a raw X25519 key, and of an encapsulated one. */
export const rawKeyBytes = 32

/** Bytes by which a message is longer than its plaintext: the encapsulated key and the tag. */
export const hpkeOverhead = rawKeyBytes + tagBytes

/** Returns a new key pair, raw. */
export function generateRawKeys(): { publicKey: Buffer; privateKey: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return { publicKey: rawPublic(publicKey), privateKey: rawPrivate(privateKey) }
}

/**
 * Returns `enc || ciphertext`.
 * @param publicKey raw, of the recipient
 * @throws Error if the public key is not a valid one
 */
export function hpkeSeal(publicKey: Uint8Array, info: string, aad: Uint8Array, plaintext: Uint8Array): Buffer {
  const recipient = publicKeyFrom(publicKey)
  const ephemeral = generateKeyPairSync('x25519')
  const enc = rawPublic(ephemeral.publicKey)
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient })
  const { key, nonce } = scheduleKeys(secret, enc, publicKey, info)
  return Buffer.concat([enc, encrypt(key, nonce, aad, plaintext)])
}

/** @param privateKey raw. Returns null if key, `info`, `aad` or a bit of the message differ from those of the sealing. */
export function hpkeOpen(privateKey: Uint8Array, info: string, aad: Uint8Array, sealed: Uint8Array): Buffer | null {
  if (sealed.length < hpkeOverhead) return null
  const recipient = recipientFrom(privateKey)
  const enc = sealed.subarray(0, rawKeyBytes)
  const secret = sharedSecret(recipient.privateKey, enc)
  if (!secret) return null
  const { key, nonce } = scheduleKeys(secret, enc, recipient.rawPublic, info)
  return decrypt(key, nonce, aad, sealed.subarray(rawKeyBytes))
}

/** RFC 9180 §7.1.4: a point of small order has no shared secret, which OpenSSL reports as an error. */
function sharedSecret(privateKey: KeyObject, enc: Uint8Array): Buffer | null {
  const publicKey = importPublic(enc)
  try {
    return diffieHellman({ privateKey, publicKey })
  } catch {
    return null
  }
}

/** RFC 9180 §4.1 and §5.1, for the only message of the context: its nonce is the base nonce. */
function scheduleKeys(dh: Uint8Array, enc: Uint8Array, recipientKey: Uint8Array, info: string) {
  const shared = expand(extract(zeros, kemSuite, 'eae_prk', dh), kemSuite, 'shared_secret', [enc, recipientKey], 32)
  const context = [baseMode, pskIdHash, extract(zeros, suite, 'info_hash', Buffer.from(info))]
  const secret = extract(shared, suite, 'secret', empty)
  return { key: expand(secret, suite, 'key', context, 32), nonce: expand(secret, suite, 'base_nonce', context, 12) }
}

/** LabeledExtract of RFC 9180 §4. */
function extract(salt: Uint8Array, id: Uint8Array, label: string, material: Uint8Array): Buffer {
  return createHmac('sha256', secretKeyFrom(salt)).update(version).update(id).update(label).update(material).digest()
}

/** LabeledExpand of RFC 9180 §4, for at most one block of HKDF's output. */
function expand(
  secret: Uint8Array,
  id: Uint8Array,
  label: string,
  info: readonly Uint8Array[],
  length: number,
): Buffer {
  const hmac = createHmac('sha256', secretKeyFrom(secret))
    .update(Buffer.from([0, length]))
    .update(version)
    .update(id)
    .update(label)
  for (const part of info) hmac.update(part)
  return hmac.update(lastBlock).digest().subarray(0, length)
}

const version = Buffer.from('HPKE-v1')
const kemSuite = Buffer.from('KEM\x00\x20', 'latin1')
const suite = Buffer.from('HPKE\x00\x20\x00\x01\x00\x02', 'latin1')
const empty = Buffer.alloc(0)
const zeros = Buffer.alloc(32) // HKDF's salt if there is no salt
const baseMode = Buffer.from([0])
const lastBlock = Buffer.from([1])
const pskIdHash = extract(zeros, suite, 'psk_id_hash', empty)

interface Recipient {
  privateKey: KeyObject
  rawPublic: Buffer
}

/** Key objects, cached by the caller's bytes, with which they are released: converting a key costs as much as using it. */
const publicKeys = new WeakMap<Uint8Array, KeyObject>()
const recipients = new WeakMap<Uint8Array, Recipient>()

function publicKeyFrom(raw: Uint8Array): KeyObject {
  const known = publicKeys.get(raw)
  if (known) return known
  const key = importPublic(raw)
  publicKeys.set(raw, key)
  return key
}

function recipientFrom(raw: Uint8Array): Recipient {
  const known = recipients.get(raw)
  if (known) return known
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, raw]), format: 'der', type: 'pkcs8' })
  const recipient = { privateKey, rawPublic: rawPublic(createPublicKey(privateKey)) }
  recipients.set(raw, recipient)
  return recipient
}

function importPublic(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiHead, raw]), format: 'der', type: 'spki' })
}

function rawPublic(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(spkiHead.length)
}

function rawPrivate(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'pkcs8' }).subarray(pkcs8Head.length)
}

/** DER in front of a raw key (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex')
const spkiHead = Buffer.from('302a300506032b656e032100', 'hex')
