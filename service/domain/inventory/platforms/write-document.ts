import { createHash, randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { compileDocument } from '../../../../shared/platforms/documents/compile-document.ts'
import type { PlatformDocument } from '../../../../shared/platforms/documents/document.ts'
import { PlatformDocumentRow } from '../../../store/models/platform-document.ts'
import { PlatformDocumentVersionRow } from '../../../store/models/platform-document-version.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import type { DocumentRead } from '../../../workers/tasks/read-platform-document.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { type DocumentView, findDocumentVersion, lockDocument, viewDocument } from './document-view.ts'

/** A source, and what the reading of it returned. */
export interface GivenDocument {
  source: string
  note: string | null
  read: DocumentRead
}

/** What happened to a document, for its event. */
export type DocumentChange = 'created' | 'updated' | 'tested' | 'activated' | 'retired' | 'deleted'

/**
 * Stores a new document as a draft: of the tenant, or of the platform's level if the context has none.
 * @throws DomainError platform_document_invalid, platform_taken
 */
export async function createDocument(context: ActionContext, given: GivenDocument): Promise<DocumentView> {
  const { trx, tenantId, now } = context
  const { document: written, extended } = requireValid(given.read)
  await refuseTaken(context, extended.id)
  const id = randomUUIDv7()
  try {
    await PlatformDocumentRow.query(trx).insert({
      id,
      tenantId,
      platform: extended.id,
      name: extended.name ?? extended.id,
      latestVersion: 1,
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'unique') throw taken(extended.id)
    throw error
  }
  const document = await PlatformDocumentRow.query(trx).findById(id).throwIfNotFound()
  const version = await insertVersion(context, document, 1, given, extended)
  const detail = { platform: document.platform, to: describeVersion(version, written), allowed: written.allow ?? [] }
  await recordAudit(context, 'platform.create', { kind: 'platform_document', id, tenantId, detail })
  await recordDocumentEvent(context, document, 'created', 1)
  return viewDocument(context, document)
}

/**
 * Stores a new version as a draft. A source that equals the latest one stores nothing.
 * @throws DomainError not_found, permission_missing, platform_document_invalid, platform_id_fixed
 */
export async function updateDocument(context: ActionContext, id: string, given: GivenDocument): Promise<DocumentView> {
  const { trx, now } = context
  const document = await lockDocument(context, id)
  const { extended } = requireValid(given.read)
  if (extended.id !== document.platform)
    throw new DomainError('platform_id_fixed', { platform: document.platform, given: extended.id })
  const before = await findDocumentVersion(context, document, document.latestVersion)
  const isChanged = before.source !== given.source
  const number = document.latestVersion + (isChanged ? 1 : 0)
  const version = isChanged
    ? await insertVersion(context, document, number, given, withRevision(extended, before.document))
    : before
  const name = extended.name ?? extended.id
  const updated = isChanged
    ? await PlatformDocumentRow.query(trx).patchAndFetchById(id, { latestVersion: number, name, updatedAt: now })
    : document
  const allowedBefore = before.document.allow ?? []
  await recordAudit(context, 'platform.update', {
    kind: 'platform_document',
    id: document.id,
    tenantId: document.tenantId,
    detail: {
      platform: document.platform,
      from: describeVersion(before, before.document),
      to: describeVersion(version, extended),
      changed: changedKeys(before.document, version.document),
      allowed: (extended.allow ?? []).filter((verb) => !allowedBefore.includes(verb)),
      no_longer_allowed: allowedBefore.filter((verb) => !(extended.allow ?? []).includes(verb)),
    },
  })
  if (isChanged) await recordDocumentEvent(context, updated, 'updated', number)
  return viewDocument(context, updated)
}

/** Records an event of a document. */
export async function recordDocumentEvent(
  context: ActionContext,
  { id, tenantId, platform }: PlatformDocumentRow,
  change: DocumentChange,
  version: number,
): Promise<void> {
  const data = { document_id: id, platform, change, version, by: context.actor.name }
  await recordEvents(context, [{ type: 'platform.changed', tenantId, data }])
}

/**
 * Returns a document whose revision differs from that of the previous version if what is compared differs: stored
 * fingerprints name the revision by which they were computed.
 */
export function withRevision(document: PlatformDocument, previous: PlatformDocument): PlatformDocument {
  const { revision: before = 1 } = previous
  const isSame = isDeepStrictEqual(document.compare ?? {}, previous.compare ?? {})
  return { ...document, revision: Math.max(document.revision ?? 1, isSame ? before : before + 1) }
}

/** Returns a document that was read without errors. @throws DomainError platform_document_invalid */
export function requireValid(read: DocumentRead): Extract<DocumentRead, { extended: PlatformDocument }> {
  if (read.extended) return read
  throw new DomainError('platform_document_invalid', { errors: read.errors.length }, { documentErrors: read.errors })
}

/**
 * A platform has one document: of the platform's level, or of each tenant that needs one. Waits for others that add the
 * same one.
 */
async function refuseTaken({ trx }: ActionContext, platform: string): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer platform ' || ?, 0))`, [platform])
  if (await PlatformDocumentRow.query(trx).findOne({ platform }).select('id')) throw taken(platform)
}

function taken(platform: string): DomainError {
  return new DomainError('platform_taken', { platform })
}

async function insertVersion(
  { trx, now, actor }: ActionContext,
  { id: documentId, tenantId }: PlatformDocumentRow,
  number: number,
  { source, note }: GivenDocument,
  document: PlatformDocument,
): Promise<PlatformDocumentVersionRow> {
  const { transports } = compileDocument(document)
  await PlatformDocumentVersionRow.query(trx).insert({
    documentId,
    tenantId,
    number,
    source,
    document,
    transports: [...transports],
    note,
    createdAt: now,
    createdBy: actor.name,
  })
  return PlatformDocumentVersionRow.query(trx).findOne({ documentId, number }).throwIfNotFound()
}

/** Returns what identifies a version in the audit log. Its text remains readable. */
function describeVersion({ number, source }: PlatformDocumentVersionRow, { name }: PlatformDocument) {
  return { version: number, name, sha256: createHash('sha256').update(source).digest('hex') }
}

function changedKeys(before: PlatformDocument, after: PlatformDocument): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof PlatformDocument)[]
  return keys.filter((key) => !isDeepStrictEqual(before[key], after[key])).sort()
}
