import { hkdfSync, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../../../shared/repository/aes-gcm.ts'

/** The sealed fields of a channel; a webhook has the first three. `password`: of the mail server. */
export type SealedField = 'url' | 'secret' | 'headers' | 'secrets' | 'password'

const nonceBytes = 12

/** Seals a field under a key derived from the installation's settings key, prefixed by a random nonce. */
export function sealSecret(settingsKey: Buffer, id: string, field: SealedField, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, encrypt(keyFrom(settingsKey), nonce, fieldBinding(id, field), Buffer.from(plain))])
}

/** @throws Error if it was not sealed for this field of this channel of this installation */
export function openSecret(settingsKey: Buffer, id: string, field: SealedField, sealed: Buffer): string {
  const [nonce, text] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  const plain = decrypt(keyFrom(settingsKey), nonce, fieldBinding(id, field), text)
  if (!plain) throw new Error(`the ${field} of channel ${id} does not open`)
  return plain.toString()
}

function keyFrom(settingsKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer webhooks', 32))
}

function fieldBinding(id: string, field: SealedField): Buffer {
  return Buffer.from(`coffer webhook\n${id}\n${field}`)
}
