import { Artifact } from '../../../store/models/artifact.ts'
import { DamagedVersion } from '../../../store/models/damaged-version.ts'
import { Version } from '../../../store/models/version.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { RetentionRules } from './retention-rules.ts'
import { type RetainedVersion, type RetentionSplit, splitByRetention } from './split-by-retention.ts'

/** Lineages that one query counts. */
const pageSize = 500

const dayMs = 24 * 3_600_000

/** Which lineages of one customer: all, or one device's; those behind `after`, by id. */
export interface LineagePage {
  tenantId: string
  deviceId: string | null
  after: string | null
}

/** A version with what a preview tells of it. */
export type SizedVersion = RetainedVersion & { sizeBytes: number }

/**
 * A page of lineages that may have versions to lose: more of them than are kept in any case, and one last seen too long
 * ago. Whether one really goes is `splitLineage`'s word.
 * @returns `next`: where the next page begins; null behind the last
 */
export async function findLineages(
  trx: ScopedTransaction,
  rules: RetentionRules,
  page: LineagePage,
  now: Date,
): Promise<{ found: { id: string; deviceId: string }[]; next: string | null }> {
  const { rows } = await trx.raw<{ rows: { id: string; deviceId: string; versions: string; oldest: Date | null }[] }>(
    `select a.id, a.device_id as "deviceId", counted.versions, counted.oldest
     from (select tenant_id, id, device_id from artifacts
           where tenant_id = :tenantId and id > coalesce(:after, '00000000-0000-0000-0000-000000000000')::uuid
             and (:deviceId::uuid is null or device_id = :deviceId::uuid)
           order by id limit ${pageSize}) a
     cross join lateral (
       select count(*) as versions, min(v.last_seen_at) as oldest from versions v
       where v.tenant_id = a.tenant_id and v.artifact_id = a.id
     ) counted
     order by a.id`,
    { ...page },
  )
  const found = rows.filter(({ deviceId, versions, oldest }) => {
    const { keepDays, keepLast } = rules.of(deviceId)
    return Number(versions) > keepLast && oldest !== null && oldest.getTime() < now.getTime() - keepDays * dayMs
  })
  return { found, next: rows.length < pageSize ? null : (rows.at(-1)?.id ?? null) }
}

/** What goes and what stays of a lineage. `isWrite` keeps commits of the lineage out until the transaction ends. */
export async function splitLineage(
  trx: ScopedTransaction,
  rules: RetentionRules,
  artifactId: string,
  now: Date,
  { isWrite = false } = {},
): Promise<{ artifact: Artifact; split: RetentionSplit<SizedVersion> } | null> {
  const query = Artifact.query(trx).findById(artifactId)
  const artifact = await (isWrite ? query.forUpdate() : query)
  if (!artifact) return null // its device was purged meanwhile
  const { tenantId, deviceId, latestVersionId } = artifact
  const versions = await Version.query(trx)
    .where({ tenantId, artifactId })
    .select('id', 'capturedAt', 'lastSeenAt', 'sizeBytes', 'suspicious', 'reviewedAt')
  const damaged = await DamagedVersion.query(trx)
    .where({ tenantId })
    .whereIn('versionId', Version.query(trx).where({ tenantId, artifactId }).select('id'))
  const unreadable = new Set(damaged.map(({ versionId }) => versionId))
  const retained = versions.map(({ id, capturedAt, lastSeenAt, sizeBytes, suspicious, reviewedAt }) => ({
    id,
    capturedAt,
    lastSeenAt,
    sizeBytes: Number(sizeBytes),
    isLatest: id === latestVersionId,
    isDoubtful: (suspicious !== null && reviewedAt === null) || unreadable.has(id),
  }))
  return { artifact, split: splitByRetention(retained, rules.of(deviceId), now) }
}
