import { DryRunRow } from '../../../store/models/dry-run.ts'
import { PlatformDocumentRow } from '../../../store/models/platform-document.ts'
import { PlatformDocumentVersionRow } from '../../../store/models/platform-document-version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { type DocumentView, findDocumentVersion, lockDocument, viewDocument } from './document-view.ts'
import { type DocumentChange, recordDocumentEvent } from './write-document.ts'

/**
 * Records who tested a version, and when: as a dry run that passed, or without one as the user did on their own.
 * @throws DomainError not_found, permission_missing, dry_run_not_passed
 */
export async function markTested(
  context: ActionContext,
  id: string,
  { number, runId }: { number: number; runId: string | null },
): Promise<DocumentView> {
  const document = await lockDocument(context, id)
  await findDocumentVersion(context, document, number)
  if (runId !== null) {
    const tried = { jobId: runId, documentId: document.id, version: number, passed: true }
    const passed = await DryRunRow.query(context.trx).findOne(tried).select('jobId')
    if (!passed) throw new DomainError('dry_run_not_passed', { platform: document.platform, version: number })
  }
  const marks = { testedAt: context.now, testedBy: context.actor.name, testedRunId: runId }
  await PlatformDocumentVersionRow.query(context.trx).where({ documentId: document.id, number }).patch(marks)
  return recordChange(
    context,
    { before: document, after: document },
    'tested',
    number,
    runId === null ? {} : { run_id: runId },
  )
}

/**
 * Makes a version the one that devices use, also of a retired document.
 * @throws DomainError not_found, permission_missing
 */
export async function activateDocument(context: ActionContext, id: string, number: number): Promise<DocumentView> {
  const { trx, now, actor } = context
  const document = await lockDocument(context, id)
  await findDocumentVersion(context, document, number)
  await requireApproval(context, 'platform_activation')
  const marks = { activatedAt: now, activatedBy: actor.name }
  await PlatformDocumentVersionRow.query(trx).where({ documentId: document.id, number }).patch(marks)
  const change = { activeVersion: number, retiredAt: null, updatedAt: now }
  const activated = await PlatformDocumentRow.query(trx).patchAndFetchById(document.id, change)
  return recordChange(context, { before: document, after: activated }, 'activated', number)
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
  return recordChange(context, { before: document, after: retired }, 'retired', activeVersion)
}

/**
 * Deletes a document of which no version was ever activated.
 * @throws DomainError not_found, permission_missing, platform_document_used, platform_document_on_trial
 */
export async function deleteDocument(context: ActionContext, id: string): Promise<void> {
  const document = await lockDocument(context, id)
  const { platform, activeVersion, latestVersion, tenantId } = document
  if (activeVersion !== null) throw new DomainError('platform_document_used', { platform })
  if (await isOnTrial(context, document.id)) throw new DomainError('platform_document_on_trial', { platform })
  await PlatformDocumentRow.query(context.trx).deleteById(document.id)
  const detail = { platform, from: { version: latestVersion, name: document.name } }
  await recordAudit(context, 'platform.delete', { kind: 'platform_document', id: document.id, tenantId, detail })
  await recordDocumentEvent(context, document, 'deleted', latestVersion)
}

/** Whether a dry run of the document has not ended. */
async function isOnTrial({ trx }: ActionContext, documentId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `select from dry_runs d join jobs j on j.tenant_id = d.tenant_id and j.id = d.job_id
     where d.document_id = ? and j.finished_at is null limit 1`,
    [documentId],
  )
  return rows.length > 0
}

const auditActions = { tested: 'tested', activated: 'activate', retired: 'retire' } as const

async function recordChange(
  context: ActionContext,
  { before, after }: Record<'before' | 'after', PlatformDocumentRow>,
  change: DocumentChange & keyof typeof auditActions,
  version: number,
  more: Record<string, unknown> = {},
): Promise<DocumentView> {
  const stateOf = ({ activeVersion, retiredAt }: PlatformDocumentRow) => {
    return { active_version: activeVersion, retired: retiredAt !== null }
  }
  const { id, tenantId, platform } = after
  const detail = { platform, version, from: stateOf(before), to: stateOf(after), ...more }
  await recordAudit(context, `platform.${auditActions[change]}`, { kind: 'platform_document', id, tenantId, detail })
  await recordDocumentEvent(context, after, change, version)
  return viewDocument(context, after)
}
