import { isMessage } from '../../../../shared/messages/create-renderer.ts'
import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import { openField, sealField } from '../../../keys/sealed-field.ts'
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

/** Encrypts what changed in a version: it quotes the configuration. */
export function sealSummary(keys: TenantKeys, versionId: string, summary: ReceivedMessage): Buffer {
  return sealField(keys, { row: versionId, field: 'summary' }, JSON.stringify(summary))
}

/** Decrypts what changed in a version; null if it has no summary. */
export function openSummary(keys: TenantKeys, version: Pick<Version, 'id' | 'summary'>): ReceivedMessage | null {
  if (!version.summary) return null
  const summary: unknown = JSON.parse(
    openField(keys, { row: version.id, field: 'summary' }, version.summary).toString(),
  )
  return isMessage(summary) ? summary : null
}
