import { message } from '../../../../shared/messages/message.ts'
import { sealField } from '../../../keys/sealed-field.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit, recordAudits } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type ContentContext, readWhole } from '../../repository/content/content-context.ts'
import { invalidFields } from '../../kernel/domain-error.ts'
import { findVersion } from '../../repository/versions/find-version.ts'
import { type VersionRecord, openRecords } from '../../repository/versions/list-versions.ts'

/** A user's review of a version. */
export interface ReviewWords {
  /** Free text, stored sealed because it may quote the configuration. */
  note?: string
  /** Ticket of the change request. */
  ticket?: string
}

type Reviewing = Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets' | 'log'>

/**
 * Marks a version as reviewed. Its suspicions stay stored; the report and the run no longer show them. The first review
 * stays, unless a later one has a note or ticket, which replaces it.
 * @throws DomainError not_found
 */
export async function reviewVersion(
  contentContext: Reviewing,
  versionId: string,
  words: ReviewWords,
): Promise<VersionRecord> {
  const { version } = await contentContext.inTransaction((context) => findVersion(context, versionId))
  const note = await sealNotes(contentContext, [version], words)
  const found = await contentContext.inTransaction(async (context) => {
    await markReviewed(context, [versionId], note, words)
    return findVersion(context, versionId)
  })
  const [record] = await openRecords(contentContext, [found])
  return record!
}

/**
 * Marks many versions of one tenant as reviewed, all or none.
 * @returns how many
 * @throws DomainError validation_failed with the versions that do not exist
 */
export async function reviewVersions(
  contentContext: Reviewing,
  versionIds: readonly string[],
  words: ReviewWords,
): Promise<number> {
  const ids = [...new Set(versionIds.map((id) => id.toLowerCase()))]
  const versions = await contentContext.inTransaction(({ trx }) =>
    Version.query(trx).findByIds(ids).select('id', 'tenantId').execute(),
  )
  const known = new Set(versions.map(({ id }) => id))
  const unknown = versionIds.flatMap((id, at) => (known.has(id.toLowerCase()) ? [] : [at]))
  if (unknown.length > 0) {
    throw invalidFields(unknown.map((at) => ({ path: `version_ids.${at}`, error: message('version_not_found') })))
  }
  const notes = await sealNotes(contentContext, versions, words)
  return contentContext.inTransaction((context) => markReviewed(context, ids, notes, words))
}

/**
 * Withdraws a review: the version counts as not reviewed.
 * @throws DomainError not_found
 */
export async function withdrawReview(context: ActionContext, versionId: string): Promise<void> {
  const { version } = await findVersion(context, versionId)
  const nobody = { reviewedAt: null, reviewedBy: null, reviewNote: null, reviewTicket: null }
  await Version.query(context.trx).findById(versionId).patch(nobody)
  const { id, tenantId, deviceId, artifactId, reviewedBy } = version
  const detail = { device_id: deviceId, artifact_id: artifactId, before: reviewedBy }
  await recordAudit(context, 'version.unreview', { kind: 'version', id, tenantId, detail })
}

/**
 * Seals each note for its row. Runs outside the transaction: keys that are not cached are read over another connection.
 */
async function sealNotes(
  contentContext: Reviewing,
  versions: Pick<Version, 'id' | 'tenantId'>[],
  { note }: ReviewWords,
): Promise<Map<string, Buffer>> {
  const notes = new Map<string, Buffer>()
  if (note === undefined) return notes
  for (const { id, tenantId } of versions) {
    const keys = await readWhole(contentContext, `version ${id}`, () => contentContext.keys.of(tenantId))
    notes.set(id, sealField(keys, { row: id, field: 'review_note' }, note))
  }
  return notes
}

async function markReviewed(
  context: ActionContext,
  ids: string[],
  notes: ReadonlyMap<string, Buffer>,
  { note, ticket }: ReviewWords,
): Promise<number> {
  const { trx, now, actor } = context
  await trx.raw(
    `update versions v
     set reviewed_at = :now, reviewed_by = :by, review_note = w.note, review_ticket = :ticket
     from unnest(:ids::uuid[], :notes::bytea[]) as w (id, note)
     where v.id = w.id and (v.reviewed_at is null or :says)`,
    {
      now,
      by: actor.name,
      ticket: ticket ?? null,
      ids,
      notes: ids.map((id) => notes.get(id) ?? null),
      says: note !== undefined || ticket !== undefined,
    },
  )
  const reviewed = await Version.query(trx).findByIds(ids).orderBy('id')
  const records = reviewed.map(({ id, tenantId, deviceId, artifactId }) => {
    const detail = { device_id: deviceId, artifact_id: artifactId, ...(ticket !== undefined && { ticket }) }
    return { kind: 'version', id, tenantId, detail }
  })
  await recordAudits(context, 'version.review', records)
  return reviewed.length
}
