import { hkdfSync, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../../../shared/repository/aes-gcm.ts'

/** What is sealed, and the id of its row; of a refresh token, the id of its user. */
export interface SsoBinding {
  field: 'client_secret' | 'request' | 'outcome' | 'refresh_token'
  id: string
}

const nonceBytes = 12

/** Seals a value under a key derived from the installation's settings key, prefixed by a random nonce. */
export function sealSso(settingsKey: Buffer, binding: SsoBinding, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, encrypt(keyFrom(settingsKey), nonce, bytesOf(binding), Buffer.from(plain))])
}

/** @throws Error if it was not sealed for this field of this row of this installation */
export function openSso(settingsKey: Buffer, binding: SsoBinding, sealed: Buffer): string {
  const [nonce, text] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  const plain = decrypt(keyFrom(settingsKey), nonce, bytesOf(binding), text)
  if (!plain) throw new Error(`the ${binding.field} of ${binding.id} does not open`)
  return plain.toString()
}

function keyFrom(settingsKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer single sign-on', 32))
}

function bytesOf({ field, id }: SsoBinding): Buffer {
  return Buffer.from(`coffer single sign-on\n${id}\n${field}`)
}
