import type { QueryBuilder } from 'objection'
import { Artifact } from '../../../store/models/artifact.ts'
import { DamagedVersion } from '../../../store/models/damaged-version.ts'
import { GoldenConfiguration } from '../../../store/models/golden-configuration.ts'
import { Job } from '../../../store/models/job.ts'
import { PinHold } from '../../../store/models/pin-hold.ts'
import { Pin } from '../../../store/models/pin.ts'
import { Version } from '../../../store/models/version.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { RetentionRules } from '../../policies/retention/load-retention-rules.ts'
import {
  type RetainedVersion,
  type RetentionSplit,
  decideRetention,
} from '../../policies/retention/decide-retention.ts'

/** Lineages counted per query. */
const pageSize = 500

/** Limits of a transaction: it locks this many lineages and keeps their versions in memory. */
const most = { lineages: 100, versions: 10_000 }

const dayMs = 24 * 3_600_000

/** Lineages of one tenant: all, or those of some devices; those after `after`, by id. */
export interface LineagePage {
  tenantId: string
  deviceIds: readonly string[] | null
  after: string | null
}

/** A version with its size for the preview. */
export type SizedVersion = RetainedVersion & { sizeBytes: number }

/**
 * Returns a page of lineages that may have versions to delete: they have more than are always kept, and one that was
 * last seen too long ago. `splitLineages` makes the decision.
 * @returns `groups`: their ids, grouped by transaction; `next`: start of the next page, null after the last
 */
export async function findLineages(
  trx: ScopedTransaction,
  rules: RetentionRules,
  page: LineagePage,
  now: Date,
): Promise<{ groups: string[][]; next: string | null }> {
  const { rows } = await trx.raw<{ rows: { id: string; deviceId: string; versions: string; oldest: Date | null }[] }>(
    `select a.id, a.device_id as "deviceId", counted.versions, counted.oldest
     from (select tenant_id, id, device_id from artifacts
           where tenant_id = :tenantId and id > coalesce(:after, '00000000-0000-0000-0000-000000000000')::uuid
             and (:deviceIds::uuid[] is null or device_id = any(:deviceIds::uuid[]))
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
  return { groups: grouped(found), next: rows.length < pageSize ? null : (rows.at(-1)?.id ?? null) }
}

/** A lineage with the versions to delete and to keep. */
export interface SplitLineage {
  artifact: Artifact
  split: RetentionSplit<SizedVersion>
}

/**
 * Evaluates lineages version by version; deleted lineages are left out. `isWrite` blocks commits to these lineages
 * until the transaction ends.
 */
export async function splitLineages(
  trx: ScopedTransaction,
  rules: RetentionRules,
  ids: string[],
  now: Date,
  { isWrite = false } = {},
): Promise<SplitLineage[]> {
  const query = Artifact.query(trx).findByIds(ids).orderBy('id')
  const artifacts = await (isWrite ? query.forUpdate() : query)
  const versions = Map.groupBy(await readVersions(trx, artifacts, now), ({ artifactId }) => artifactId)
  return artifacts.map((artifact) => {
    const retained = (versions.get(artifact.id) ?? []).map((version) => ({
      ...version,
      isLatest: version.id === artifact.latestVersionId,
    }))
    return { artifact, split: decideRetention(retained, rules.of(artifact.deviceId), now) }
  })
}

async function readVersions(trx: ScopedTransaction, artifacts: Artifact[], now: Date) {
  if (artifacts.length === 0) return []
  const of = (query: QueryBuilder<Version, Version[]>) =>
    query.where({ tenantId: artifacts[0]!.tenantId }).whereIn(
      'artifactId',
      artifacts.map(({ id }) => id),
    )
  const versions = await of(Version.query(trx)).select(
    ...['id', 'artifactId', 'capturedAt', 'lastSeenAt', 'sizeBytes', 'suspicious', 'reviewedAt'],
  )
  const damaged = await DamagedVersion.query(trx).whereIn('versionId', of(Version.query(trx)).select('id'))
  const unreadable = new Set(damaged.map(({ versionId }) => versionId))
  const ids = artifacts.map(({ id }) => id)
  const pins = await Pin.query(trx).where({ tenantId: artifacts[0]!.tenantId }).whereIn('artifactId', ids)
  const holds = await PinHold.query(trx)
    .whereIn('versionId', of(Version.query(trx)).select('id'))
    .where('heldUntil', '>', now)
  const golden = await GoldenConfiguration.query(trx)
    .whereIn('versionId', of(Version.query(trx)).select('id'))
    .select('versionId')
  const pinned = new Set([...pins, ...holds, ...golden].map(({ versionId }) => versionId))
  const restoring = await Job.query(trx)
    .whereIn('versionId', of(Version.query(trx)).select('id'))
    .where((live) =>
      live.whereIn('status', ['queued', 'running', 'retrying', 'awaiting_confirmation']).orWhereNotNull('checkAt'),
    )
    .select('versionId')
  const beingRestored = new Set(restoring.map(({ versionId }) => versionId))
  return versions.map(({ id, artifactId, capturedAt, lastSeenAt, sizeBytes, suspicious, reviewedAt }) => ({
    id,
    artifactId,
    capturedAt,
    lastSeenAt,
    sizeBytes: Number(sizeBytes),
    isPinned: pinned.has(id),
    isBeingRestored: beingRestored.has(id),
    isDoubtful: (suspicious !== null && reviewedAt === null) || unreadable.has(id),
  }))
}

/** Splits a page of lineages into groups; a lineage with very many versions is a group of its own. */
function grouped(lineages: { id: string; versions: string }[]): string[][] {
  const groups: { ids: string[]; versions: number }[] = []
  for (const { id, versions } of lineages) {
    const last = groups.at(-1)
    const hasCapacity = last && last.ids.length < most.lineages && last.versions + Number(versions) <= most.versions
    const group = hasCapacity ? last : { ids: [], versions: 0 }
    if (!hasCapacity) groups.push(group)
    group.ids.push(id)
    group.versions += Number(versions)
  }
  return groups.map(({ ids }) => ids)
}
