import type { TenantKeys } from '../../../../keys/tenant-keys.ts'
import { DryRunRow } from '../../../../store/models/dry-run.ts'
import { DryRunResultRow } from '../../../../store/models/dry-run-result.ts'
import { PlatformDocumentRow } from '../../../../store/models/platform-document.ts'
import { findDocumentVersion } from '../../../inventory/platforms/document-view.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../../kernel/context.ts'
import { DomainError, notFound } from '../../../kernel/domain-error.ts'
import { type Run, getRun } from '../../runs.ts'
import type { ReadDryRun } from '../../read-dry-run-report.ts'
import { openDryRun } from './seal-dry-run.ts'

/** A dry run, and what it found. */
export interface FoundDryRun {
  run: Run
  dryRun: DryRunRow
  /** Of the document. */
  platform: string
  /** Of the version; null for a draft of the platform's level, which a customer does not see. */
  source: string | null
  /** Null until the run ends, after it expired, and if the agent reported nothing. */
  found: { result: ReadDryRun; expiresAt: Date } | null
}

/**
 * Returns a dry run with what it found, which contains configurations: each reading is recorded.
 * @param keys of the run's tenant; null if they were destroyed
 * @throws DomainError not_found for a run of another kind, keys_destroyed
 */
export async function readDryRun(context: ActionContext, runId: string, keys: TenantKeys | null): Promise<FoundDryRun> {
  const { trx, now } = context
  const run = await getRun(context, runId)
  const { id: jobId, tenantId, deviceId } = run
  const dryRun = await DryRunRow.query(trx).findOne({ tenantId, jobId })
  if (!dryRun) throw notFound()
  const document = await PlatformDocumentRow.query(trx).findById(dryRun.documentId).throwIfNotFound()
  const { platform } = document
  const { source } = await findDocumentVersion(context, document, dryRun.version)
  const stored = await DryRunResultRow.query(trx).findOne({ tenantId, jobId }).where('expiresAt', '>', now)
  if (stored && !keys) throw new DomainError('keys_destroyed')
  const detail = { device_id: deviceId, dry_run: true, platform, version: dryRun.version }
  await recordAudit(context, 'config.read', { kind: 'run', id: jobId, tenantId, detail })
  const found = stored && keys && { result: openDryRun(keys, jobId, stored.result), expiresAt: stored.expiresAt }
  const isHidden = context.actor.tenantId !== null && document.tenantId === null && document.activeVersion === null
  return { run, dryRun, platform, source: isHidden ? null : source, found: found ?? null }
}
