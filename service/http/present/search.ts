import type { components } from '../../../shared/contract/api-types.ts'
import type { SearchRecord } from '../../domain/repository/search/search-record.ts'
import type { ShownText } from '../../domain/repository/search/searched-texts.ts'

type Schemas = components['schemas']

export function presentSearchRecord(record: SearchRecord, masked: boolean): Schemas['SearchRecord'] {
  switch (record.type) {
    case 'match':
      return { type: 'match', ...presentText(record), matches: record.total, lines: record.lines }
    case 'unreadable':
      return { type: 'unreadable', ...presentText(record) }
    case 'missing':
      return { type: 'missing', tenant_id: record.tenantId, device: record.device, texts: record.texts }
    case 'end':
      return {
        type: 'end',
        complete: record.incomplete === null,
        reason: record.incomplete,
        devices: record.devices,
        matches: record.matches,
        texts: record.texts,
        unreadable: record.unreadable,
        withheld: record.withheld,
        masked,
        without_text: record.withoutText,
      }
  }
}

function presentText({ tenantId, text }: { tenantId: string; text: ShownText }): Schemas['SearchedText'] {
  return {
    tenant_id: tenantId,
    device: text.device,
    artifact_id: text.artifactId,
    key: text.key,
    transport: text.transport,
    version_id: text.versionId,
    captured_at: text.capturedAt.toISOString(),
  }
}
