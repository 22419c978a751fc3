import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../shared/repository/aes-gcm.ts'
import type { TenantKeys } from './tenant-keys.ts'

/** Row and field that are authenticated with the ciphertext, so that it cannot be moved to another. */
export interface FieldBinding {
  row: string
  field: string
}

const nonceBytes = 12

/** Seals a field of a row with the tenant's data key (AES-256-GCM, a random nonce in front). */
export function sealField(keys: TenantKeys, place: FieldBinding, plain: string | Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, encrypt(keys.dataKey, nonce, bound(keys, place), Buffer.from(plain))])
}

/** @throws Error if the bytes were not sealed for this field of this row of this tenant */
export function openField(keys: TenantKeys, place: FieldBinding, sealed: Buffer): Buffer {
  const plain = decrypt(keys.dataKey, sealed.subarray(0, nonceBytes), bound(keys, place), sealed.subarray(nonceBytes))
  if (!plain) throw new Error(`${place.field} of ${place.row} does not open: it was sealed for another place`)
  return plain
}

function bound(keys: TenantKeys, { row, field }: FieldBinding): Buffer {
  return Buffer.from(`coffer field\n${keys.tenantId}\n${row}\n${field}`)
}
