import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'

/**
 * A pack's content key as `packs.sealed_key` keeps it: under the customer's data key, which opens in microseconds; the
 * pack's own header holds it under the repository key.
 */
export function sealPackKey(keys: TenantKeys, packId: string, contentKey: Buffer): Buffer {
  return sealField(keys, placeOf(packId), contentKey)
}

/** @throws Error when it was sealed for another pack or customer */
export function openPackKey(keys: TenantKeys, packId: string, sealed: Buffer): Buffer {
  return openField(keys, placeOf(packId), sealed)
}

function placeOf(packId: string) {
  return { row: packId, field: 'sealed_key' }
}
