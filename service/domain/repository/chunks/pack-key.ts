import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'

/**
 * Seals a pack's content key for `packs.sealed_key`, with the tenant's data key, which decrypts in microseconds. The
 * pack's header contains the key sealed with the repository key.
 */
export function sealPackKey(keys: TenantKeys, packId: string, contentKey: Buffer): Buffer {
  return sealField(keys, placeOf(packId), contentKey)
}

/** @throws Error if it was sealed for another pack or tenant */
export function openPackKey(keys: TenantKeys, packId: string, sealed: Buffer): Buffer {
  return openField(keys, placeOf(packId), sealed)
}

function placeOf(packId: string) {
  return { row: packId, field: 'sealed_key' }
}
