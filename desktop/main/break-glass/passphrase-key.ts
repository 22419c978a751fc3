import { randomBytes, scrypt } from 'node:crypto'
import { decrypt, encrypt } from '../../../shared/repository/aes-gcm.ts'
import { makeRepositoryKeys } from '../../../shared/repository/seal.ts'

/** A private key, encrypted with a key that scrypt derives from a passphrase. Binary fields are base64. */
export interface WrappedKey {
  kdf: 'scrypt'
  /** Base-2 logarithm of the CPU and memory cost. */
  logN: number
  r: number
  p: number
  salt: string
  nonce: string
  sealed: string
}

/** Minimum characters of a passphrase. */
export const passphraseLength = 14

/** 128 MiB and about half a second: N = 2^17, r = 8 (OWASP Password Storage Cheat Sheet). */
const cost = { logN: 17, r: 8, p: 1 }
const maxLogN = 20
const nonceBytes = 12

/**
 * Creates the key pair of a copy. The public key seals configurations without the passphrase; the private key, which
 * opens them, is only returned encrypted.
 * @param copyId is bound to the encrypted key, which opens for no other copy
 */
export async function createCopyKeys(
  copyId: string,
  passphrase: string,
): Promise<{ publicKey: Buffer; wrapped: WrappedKey }> {
  const { publicKey, privateKey } = await makeRepositoryKeys()
  const [salt, nonce] = [randomBytes(16), randomBytes(nonceBytes)]
  const key = await deriveKey(passphrase, salt, cost)
  const sealed = encrypt(key, nonce, boundTo(copyId, publicKey), privateKey)
  key.fill(0)
  privateKey.fill(0)
  const text = (bytes: Buffer) => bytes.toString('base64')
  return { publicKey, wrapped: { kdf: 'scrypt', ...cost, salt: text(salt), nonce: text(nonce), sealed: text(sealed) } }
}

/** Returns the private key; null for a wrong passphrase or an altered key. */
export async function openCopyKey(
  copyId: string,
  publicKey: Buffer,
  wrapped: WrappedKey,
  passphrase: string,
): Promise<Buffer | null> {
  if (wrapped.logN > maxLogN) return null
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const key = await deriveKey(passphrase, bytes(wrapped.salt), wrapped)
  const opened = decrypt(key, bytes(wrapped.nonce), boundTo(copyId, publicKey), bytes(wrapped.sealed))
  key.fill(0)
  return opened
}

function boundTo(copyId: string, publicKey: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`coffer break-glass key 1 ${copyId} `), publicKey])
}

/** Equal passphrases that keyboards compose differently derive the same key. */
function deriveKey(
  passphrase: string,
  salt: Buffer,
  { logN, r, p }: Pick<WrappedKey, 'logN' | 'r' | 'p'>,
): Promise<Buffer> {
  const N = 2 ** logN
  const options = { N, r, p, maxmem: 128 * N * r + 128 * r * p + 1024 * 1024 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
