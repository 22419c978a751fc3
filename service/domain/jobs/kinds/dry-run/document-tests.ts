import { randomUUIDv7 } from 'node:crypto'
import type { DocumentTest } from '../../../../../shared/platforms/documents/replay-test.ts'
import { type Keyring, keysUnlessDestroyed } from '../../../../keys/keyring.ts'
import type { TenantKeys } from '../../../../keys/tenant-keys.ts'
import { openField, sealField } from '../../../../keys/sealed-field.ts'
import { DryRunRow } from '../../../../store/models/dry-run.ts'
import { DryRunResultRow } from '../../../../store/models/dry-run-result.ts'
import type { PlatformDocumentRow } from '../../../../store/models/platform-document.ts'
import type { PlatformDocumentVersionRow } from '../../../../store/models/platform-document-version.ts'
import { PlatformDocumentTestRow } from '../../../../store/models/platform-document-test.ts'
import { findDocumentVersion, findVisibleDocument } from '../../../inventory/platforms/document-view.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../../kernel/context.ts'
import { DomainError, notFound, permissionMissing } from '../../../kernel/domain-error.ts'
import { requireKeys } from '../../../kernel/require-keys.ts'
import { type Run, getRun } from '../../runs.ts'
import { openDryRun } from './seal-dry-run.ts'
import { testFromDryRun } from './test-from-dry-run.ts'

/** A test and the name under which its errors are shown. */
export interface NamedTest {
  name: string
  test: DocumentTest
}

/** Tests of a document that one customer keeps. Each runs at every save. */
const testLimit = 20

/** Returns the tests of a document in scope, oldest first. @throws DomainError not_found */
export async function listDocumentTests(
  context: ActionContext,
  documentId: string,
): Promise<PlatformDocumentTestRow[]> {
  const document = await findVisibleDocument(context, documentId)
  return PlatformDocumentTestRow.query(context.trx).where({ documentId: document.id }).orderBy('id')
}

/** A test that is not stored yet, and the latest version of its document, which must pass it. */
export interface PreparedTest {
  document: PlatformDocumentRow
  latest: PlatformDocumentVersionRow
  /** Null for a transcript from elsewhere. */
  run: Pick<Run, 'id' | 'deviceId'> | null
  test: DocumentTest
}

/**
 * Makes a test of the transcript of a dry run.
 * @throws DomainError not_found, permission_missing, keys_destroyed, dry_run_without_transcript
 */
export async function prepareDocumentTest(
  context: TenantContext,
  { documentId, runId }: { documentId: string; runId: string },
): Promise<PreparedTest> {
  const { trx, tenantId, now, keys } = context
  const document = await changeableDocument(context, documentId)
  await requireKeys(context)
  const run = await getRun(context, runId)
  const tried = await DryRunRow.query(trx).findOne({ tenantId, jobId: run.id, documentId: document.id })
  if (!tried) throw notFound()
  const stored = await DryRunResultRow.query(trx).findOne({ tenantId, jobId: run.id }).where('expiresAt', '>', now)
  const test = stored && testFromDryRun(openDryRun(await keys.of(tenantId), run.id, stored.result))
  if (!test) throw new DomainError('dry_run_without_transcript', { device: run.deviceName })
  return { document, latest: await findDocumentVersion(context, document, document.latestVersion), run, test }
}

/**
 * Prepares a test of a transcript from elsewhere.
 * @throws DomainError not_found, permission_missing, keys_destroyed
 */
export async function prepareImportedTest(
  context: TenantContext,
  { documentId, test }: { documentId: string; test: DocumentTest },
): Promise<PreparedTest> {
  const document = await changeableDocument(context, documentId)
  await requireKeys(context)
  return { document, latest: await findDocumentVersion(context, document, document.latestVersion), run: null, test }
}

/**
 * Returns a test with its transcript, which contains configurations: each reading is recorded.
 * @throws DomainError not_found, keys_destroyed
 */
export async function readDocumentTest(
  context: TenantContext,
  documentId: string,
  testId: string,
): Promise<{ row: PlatformDocumentTestRow; test: DocumentTest }> {
  const { trx, tenantId, keys } = context
  await requireKeys(context)
  const document = await findVisibleDocument(context, documentId)
  const row = await PlatformDocumentTestRow.query(trx).findOne({ tenantId, documentId: document.id, id: testId })
  if (!row) throw notFound()
  const detail = { device_id: row.deviceId, platform: document.platform, test: row.name }
  await recordAudit(context, 'config.read', { kind: 'platform_document', id: document.id, tenantId, detail })
  return { row, test: openTest(await keys.of(tenantId), row) }
}

/**
 * Keeps a test that the latest version of its document passes.
 * @throws DomainError keys_destroyed, document_tests_full
 */
export async function createDocumentTest(
  context: TenantContext,
  name: string,
  { document, run, test }: PreparedTest,
): Promise<PlatformDocumentTestRow> {
  const { trx, tenantId, now, actor, keys } = context
  await requireKeys(context)
  const sealing = await keys.of(tenantId)
  await trx.raw('select from platform_documents where id = ? for no key update', [document.id])
  const present = await PlatformDocumentTestRow.query(trx).where({ documentId: document.id }).resultSize()
  if (present >= testLimit)
    throw new DomainError('document_tests_full', { platform: document.platform, limit: testLimit })
  const id = randomUUIDv7()
  await PlatformDocumentTestRow.query(trx).insert({
    ...{ id, tenantId, documentId: document.id, name, deviceId: run?.deviceId ?? null, runId: run?.id ?? null },
    ...{ answers: test.answers.length, createdAt: now, createdBy: actor.name },
    content: sealField(sealing, { row: id, field: 'document_test' }, JSON.stringify(test)),
  })
  const detail = { platform: document.platform, test: name, run_id: run?.id ?? null, device_id: run?.deviceId ?? null }
  await recordAudit(context, 'platform.keep_test', { kind: 'platform_document', id: document.id, tenantId, detail })
  return PlatformDocumentTestRow.query(trx).findById(id).throwIfNotFound()
}

/** @throws DomainError not_found, permission_missing */
export async function deleteDocumentTest(context: TenantContext, documentId: string, testId: string): Promise<void> {
  const { trx, tenantId } = context
  const document = await changeableDocument(context, documentId)
  const test = await PlatformDocumentTestRow.query(trx).findOne({ tenantId, documentId: document.id, id: testId })
  if (!test) throw notFound()
  await test.$query(trx).delete()
  const detail = { platform: document.platform, test: test.name, run_id: test.runId }
  await recordAudit(context, 'platform.delete_test', { kind: 'platform_document', id: document.id, tenantId, detail })
}

/** Opens tests with the keys of their tenants, except those whose keys were destroyed. */
export async function openDocumentTests(keys: Keyring, rows: readonly PlatformDocumentTestRow[]): Promise<NamedTest[]> {
  const opened: NamedTest[] = []
  for (const row of rows) {
    const tenantKeys = await keysUnlessDestroyed(keys, row.tenantId)
    if (tenantKeys) opened.push({ name: row.name, test: openTest(tenantKeys, row) }) // otherwise deleted with the keys
  }
  return opened
}

function openTest(keys: TenantKeys, { id, content }: PlatformDocumentTestRow): DocumentTest {
  return JSON.parse(openField(keys, { row: id, field: 'document_test' }, content).toString()) as DocumentTest
}

/** A test can refuse later versions, so only users who may change the document keep or delete one. */
async function changeableDocument(context: TenantContext, id: string): Promise<PlatformDocumentRow> {
  const document = await findVisibleDocument(context, id)
  if (document.tenantId === null && context.actor.tenantId !== null) throw permissionMissing('tenant:manage')
  return document
}
