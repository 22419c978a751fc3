import { message } from '../../../../shared/messages/message.ts'
import { sealField } from '../../../keys/sealed-field.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit, recordAudits } from '../../kernel/audit/record-audit.ts'
import type { Call } from '../../kernel/context.ts'
import { type Reading, readWhole } from '../../repository/content/content-context.ts'
import { invalidFields } from '../../kernel/domain-error.ts'
import { findVersion } from '../../repository/versions/find-version.ts'
import { type VersionRecord, openRecords } from '../../repository/versions/list-versions.ts'

/** What somebody says of a version that they looked at. */
export interface ReviewWords {
  /** In words; kept sealed, for it may quote the configuration. */
  note?: string
  /** Where the change was asked for. */
  ticket?: string
}

type Reviewing = Pick<Reading, 'inCall' | 'keys' | 'log'>

/**
 * Records that somebody looked at a version. What made it suspicious stays with it; the report and the run do not tell of
 * it any more. The first review stands, unless one says something in words: that takes its place.
 * @throws Refusal 404
 */
export async function reviewVersion(reading: Reviewing, versionId: string, words: ReviewWords): Promise<VersionRecord> {
  const { version } = await reading.inCall((call) => findVersion(call, versionId))
  const note = await sealNotes(reading, [version], words)
  const found = await reading.inCall(async (call) => {
    await markReviewed(call, [versionId], note, words)
    return findVersion(call, versionId)
  })
  const [record] = await openRecords(reading, [found])
  return record!
}

/**
 * The same for many versions of one customer, all or none of them.
 * @returns how many there were
 * @throws Refusal 422 naming those that are not there
 */
export async function reviewVersions(
  reading: Reviewing,
  versionIds: readonly string[],
  words: ReviewWords,
): Promise<number> {
  const ids = [...new Set(versionIds.map((id) => id.toLowerCase()))]
  const versions = await reading.inCall(({ trx }) =>
    Version.query(trx).findByIds(ids).select('id', 'tenantId').execute(),
  )
  const known = new Set(versions.map(({ id }) => id))
  const unknown = versionIds.flatMap((id, at) => (known.has(id.toLowerCase()) ? [] : [at]))
  if (unknown.length > 0) {
    throw invalidFields(unknown.map((at) => ({ path: `version_ids.${at}`, error: message('version_not_found') })))
  }
  const notes = await sealNotes(reading, versions, words)
  return reading.inCall((call) => markReviewed(call, ids, notes, words))
}

/** Takes a review back: nobody has looked at the version, so far as anybody can tell. @throws Refusal 404 */
export async function withdrawReview(call: Call, versionId: string): Promise<void> {
  const { version } = await findVersion(call, versionId)
  const nobody = { reviewedAt: null, reviewedBy: null, reviewNote: null, reviewTicket: null }
  await Version.query(call.trx).findById(versionId).patch(nobody)
  const { id, tenantId, deviceId, artifactId, reviewedBy } = version
  const detail = { device_id: deviceId, artifact_id: artifactId, before: reviewedBy }
  await recordAudit(call, 'version.unreview', { kind: 'version', id, tenantId, detail })
}

/** Each under its own row. Outside the transaction: keys that are not at hand are read by a connection of their own. */
async function sealNotes(
  reading: Reviewing,
  versions: Pick<Version, 'id' | 'tenantId'>[],
  { note }: ReviewWords,
): Promise<Map<string, Buffer>> {
  const notes = new Map<string, Buffer>()
  if (note === undefined) return notes
  for (const { id, tenantId } of versions) {
    const keys = await readWhole(reading, `version ${id}`, () => reading.keys.of(tenantId))
    notes.set(id, sealField(keys, { row: id, field: 'review_note' }, note))
  }
  return notes
}

async function markReviewed(
  call: Call,
  ids: string[],
  notes: ReadonlyMap<string, Buffer>,
  { note, ticket }: ReviewWords,
): Promise<number> {
  const { trx, now, actor } = call
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
  await recordAudits(call, 'version.review', records)
  return reviewed.length
}
