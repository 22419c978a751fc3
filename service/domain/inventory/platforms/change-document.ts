import { PlatformDocumentRow } from '../../../store/models/platform-document.ts'
import { PlatformDocumentVersionRow } from '../../../store/models/platform-document-version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { type DocumentView, findDocumentVersion, lockDocument, viewDocument } from './document-view.ts'
import { type DocumentChange, recordDocumentEvent } from './write-document.ts'

/**
 * Records who tested a version, and when.
 * @throws DomainError not_found, permission_missing
 */
export async function markTested(context: ActionContext, id: string, number: number): Promise<DocumentView> {
  const document = await lockDocument(context, id)
  await findDocumentVersion(context, document, number)
  const marks = { testedAt: context.now, testedBy: context.actor.name }
  await PlatformDocumentVersionRow.query(context.trx).where({ documentId: document.id, number }).patch(marks)
  return recordChange(context, document, document, 'tested', number)
}

/**
 * Makes a version the one that devices use, also of a retired document.
 * @throws DomainError not_found, permission_missing
 */
export async function activateDocument(context: ActionContext, id: string, number: number): Promise<DocumentView> {
  const { trx, now, actor } = context
  const document = await lockDocument(context, id)
  await findDocumentVersion(context, document, number)
  const marks = { activatedAt: now, activatedBy: actor.name }
  await PlatformDocumentVersionRow.query(trx).where({ documentId: document.id, number }).patch(marks)
  const change = { activeVersion: number, retiredAt: null, updatedAt: now }
  const activated = await PlatformDocumentRow.query(trx).patchAndFetchById(document.id, change)
  return recordChange(context, document, activated, 'activated', number)
}

/**
 * Lets no further device use the platform.
 * @throws DomainError not_found, permission_missing, platform_not_activated
 */
export async function retireDocument(context: ActionContext, id: string): Promise<DocumentView> {
  const { trx, now } = context
  const document = await lockDocument(context, id)
  const { platform, activeVersion, retiredAt } = document
  if (activeVersion === null) throw new DomainError('platform_not_activated', { platform })
  const change = { retiredAt: retiredAt ?? now, updatedAt: now }
  const retired = await PlatformDocumentRow.query(trx).patchAndFetchById(document.id, change)
  return recordChange(context, document, retired, 'retired', activeVersion)
}

/**
 * Deletes a document of which no version was ever activated.
 * @throws DomainError not_found, permission_missing, platform_document_used
 */
export async function deleteDocument(context: ActionContext, id: string): Promise<void> {
  const document = await lockDocument(context, id)
  const { platform, activeVersion, latestVersion, tenantId } = document
  if (activeVersion !== null) throw new DomainError('platform_document_used', { platform })
  await PlatformDocumentRow.query(context.trx).deleteById(document.id)
  const detail = { platform, from: { version: latestVersion, name: document.name } }
  await recordAudit(context, 'platform.delete', { kind: 'platform_document', id: document.id, tenantId, detail })
  await recordDocumentEvent(context, document, 'deleted', latestVersion)
}

const auditActions = { tested: 'tested', activated: 'activate', retired: 'retire' } as const

async function recordChange(
  context: ActionContext,
  before: PlatformDocumentRow,
  after: PlatformDocumentRow,
  change: DocumentChange & keyof typeof auditActions,
  version: number,
): Promise<DocumentView> {
  const stateOf = ({ activeVersion, retiredAt }: PlatformDocumentRow) => {
    return { active_version: activeVersion, retired: retiredAt !== null }
  }
  const { id, tenantId, platform } = after
  const detail = { platform, version, from: stateOf(before), to: stateOf(after) }
  await recordAudit(context, `platform.${auditActions[change]}`, { kind: 'platform_document', id, tenantId, detail })
  await recordDocumentEvent(context, after, change, version)
  return viewDocument(context, after)
}
