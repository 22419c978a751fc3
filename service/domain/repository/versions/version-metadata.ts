import { openField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { Version } from '../../../store/models/version.ts'

/**
 * Decrypts a version's metadata, which is sealed because it may quote the configuration. Empty if the version has none.
 */
export function openMetadata(keys: TenantKeys, version: Pick<Version, 'id' | 'metadata'>): Record<string, unknown> {
  if (!version.metadata) return {}
  const json = openField(keys, { row: version.id, field: 'metadata' }, version.metadata).toString()
  return JSON.parse(json) as Record<string, unknown>
}
