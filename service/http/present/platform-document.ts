import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { DocumentError } from '../../../shared/platforms/documents/yaml-source.ts'
import type { DocumentView } from '../../domain/inventory/platforms/document-view.ts'
import type { PlatformDocumentRow } from '../../store/models/platform-document.ts'
import type { PlatformDocumentTestRow } from '../../store/models/platform-document-test.ts'
import type { PlatformDocumentVersionRow } from '../../store/models/platform-document-version.ts'

type Schemas = components['schemas']

/** Returns the errors of a document, each with its sentence in a locale. */
export function presentDocumentErrors(
  errors: readonly DocumentError[],
  locale: Locale,
): Schemas['PlatformDocumentError'][] {
  return errors.map(({ line, column, path, reason }) => ({
    line,
    column,
    path,
    ...reason,
    message: render(reason, locale),
  }))
}

export function presentDocument({ document, version, devices }: DocumentView): Schemas['PlatformDocument'] {
  return {
    id: document.id,
    tenant_id: document.tenantId,
    platform: document.platform,
    name: document.name,
    vendor: version.document.vendor ?? '',
    evidence: version.document.evidence ?? { level: 'modelled' },
    status: statusOf(document, version),
    version: presentDocumentVersion(version),
    active_version: document.activeVersion,
    devices_count: devices,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  }
}

export function presentDocumentVersion(version: PlatformDocumentVersionRow): Schemas['PlatformDocumentVersion'] {
  return {
    number: version.number,
    source: version.source,
    note: version.note,
    created_at: version.createdAt.toISOString(),
    created_by: version.createdBy,
    tested_at: version.testedAt?.toISOString() ?? null,
    tested_by: version.testedBy,
    tested_run_id: version.testedRunId,
    activated_at: version.activatedAt?.toISOString() ?? null,
    activated_by: version.activatedBy,
  }
}

export function presentDocumentTest(test: PlatformDocumentTestRow): Schemas['PlatformDocumentTest'] {
  return {
    id: test.id,
    tenant_id: test.tenantId,
    document_id: test.documentId,
    device_id: test.deviceId,
    run_id: test.runId,
    name: test.name,
    answers: test.answers,
    created_at: test.createdAt.toISOString(),
    created_by: test.createdBy,
  }
}

function statusOf(
  { retiredAt, activeVersion }: PlatformDocumentRow,
  latest: PlatformDocumentVersionRow,
): Schemas['PlatformDocumentStatus'] {
  if (retiredAt !== null) return 'retired'
  if (activeVersion !== null) return 'active'
  return latest.testedAt === null ? 'draft' : 'tested'
}
