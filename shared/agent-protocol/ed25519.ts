import { type KeyObject, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** Returns the private key with this seed of 32 bytes (RFC 8032). */
export function signingKeyFrom(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([pkcs8Head, exactly(32, seed, 'the seed of an Ed25519 key')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** Returns the raw public key: 32 bytes. */
export function publicKeyOf(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(spkiHead.length)
}

/** Returns the signature: 64 bytes. */
export function signText(privateKey: KeyObject, text: Uint8Array): Buffer {
  return sign(null, text, privateKey)
}

/** @param publicKey raw, 32 bytes. Returns false for an invalid key or signature. */
export function isSignedBy(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  try {
    return verify(null, text, keyObjectOf(publicKey), signature)
  } catch {
    return false // the 32 bytes are not a point of the curve
  }
}

/** Key objects, cached by the caller's bytes: creating one costs as much as a verification. */
const keyObjects = new WeakMap<Uint8Array, KeyObject>()

function keyObjectOf(publicKey: Uint8Array): KeyObject {
  const known = keyObjects.get(publicKey)
  if (known) return known
  const key = createPublicKey({ key: Buffer.concat([spkiHead, publicKey]), format: 'der', type: 'spki' })
  keyObjects.set(publicKey, key)
  return key
}

/** DER prefix of a raw key (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

function exactly(length: number, bytes: Uint8Array, what: string): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`${what} has ${length} bytes, not ${bytes.length}`)
  return bytes
}
