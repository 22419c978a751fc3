import { keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import type { ContentContext } from '../content/content-context.ts'
import { type FailingCriterion, chooseGood } from './good-criteria.ts'
import { type VersionRecord, type VersionRows, openRecords, withRows } from './list-versions.ts'

/** The last known good version of a lineage, or the newest plausible one and why it is not known to be good. */
export interface LastKnownGood {
  artifact: Artifact
  record: VersionRecord | null
  failing: FailingCriterion[]
}

/** Versions of a lineage that are examined: what is sealed, such as whether a text is partial, is read for these only. */
const maxCandidates = 50

type GoodContext = Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets'>

/**
 * Returns the last known good version of a lineage.
 * @throws DomainError not_found
 */
export async function findLastKnownGood(contentContext: GoodContext, artifactId: string): Promise<LastKnownGood> {
  const found = await contentContext.inTransaction(async (context) => {
    const artifact = await Artifact.query(context.trx).findById(artifactId)
    if (!artifact) throw notFound()
    await recordAudit(context, 'version.list', { kind: 'artifact', id: artifactId, tenantId: artifact.tenantId })
    return findCandidates(context, [artifact])
  })
  const [good] = await chooseGoodVersions(contentContext, found)
  return good!
}

/**
 * Returns the last known good version of each lineage of a device, by key and transport.
 * @throws DomainError not_found
 */
export async function listLastKnownGood(contentContext: GoodContext, deviceId: string): Promise<LastKnownGood[]> {
  const found = await contentContext.inTransaction(async (context) => {
    const { trx } = context
    const device = await Device.query(trx).findById(deviceId)
    if (!device) throw notFound()
    const { tenantId } = device
    const artifacts = await Artifact.query(trx).where({ tenantId, deviceId }).orderBy(['key', 'transport'])
    await recordAudit(context, 'artifact.list', { kind: 'device', id: deviceId, tenantId })
    return findCandidates(context, artifacts)
  })
  return chooseGoodVersions(contentContext, found)
}

/** Lineages, and the versions among which the last known good ones are. */
export interface Candidates {
  artifacts: Artifact[]
  rows: VersionRows[]
  /** Entries that could not be read, of each version with a tree. */
  problems: ReadonlyMap<string, number>
}

/** Reads the candidates of lineages of one tenant, newest first, in one statement for all lineages. */
export async function findCandidates(context: ActionContext, artifacts: Artifact[]): Promise<Candidates> {
  const { trx } = context
  const tenantId = artifacts[0]?.tenantId ?? null
  const { rows: ids } = await trx.raw<{ rows: { id: string }[] }>(candidatesSql, {
    tenantId,
    artifactIds: artifacts.map(({ id }) => id),
    maxCandidates,
  })
  const versions = await Version.query(trx)
    .where({ tenantId })
    .whereIn(
      'id',
      ids.map(({ id }) => id),
    ) // prettier-ignore
    .orderByRaw('captured_at desc, id desc')
  const rows = await withRows(context, versions, new Map(artifacts.map((artifact) => [artifact.id, artifact])))
  const snapshotIds = rows.flatMap(({ snapshotId }) => snapshotId ?? [])
  const snapshots = await Snapshot.query(trx).where({ tenantId }).whereIn('id', snapshotIds)
  return { artifacts, rows, problems: new Map(snapshots.map(({ versionId, problems }) => [versionId, problems])) }
}

/** The newest versions that could be good, the newest that is not suspicious, and the latest one. */
const candidatesSql = `
  select candidate.id from unnest(:artifactIds::uuid[]) as lineage (id) cross join lateral (
    (select v.id from versions v
     where v.tenant_id = :tenantId and v.artifact_id = lineage.id and (v.suspicious is null or v.reviewed_at is not null)
       and (v.reviewed_at is not null or v.last_seen_at > v.captured_at) and not v.lab_mode and not v.host_not_compared
     order by v.captured_at desc, v.id desc limit :maxCandidates)
    union
    (select v.id from versions v
     where v.tenant_id = :tenantId and v.artifact_id = lineage.id and (v.suspicious is null or v.reviewed_at is not null)
     order by v.captured_at desc, v.id desc limit 1)
    union
    (select v.id from versions v where v.tenant_id = :tenantId and v.artifact_id = lineage.id
     order by v.captured_at desc, v.id desc limit 1)
  ) as candidate`

/** Returns the last known good version of each lineage. Versions whose keys are destroyed count as damaged. */
export async function chooseGoodVersions(
  contentContext: GoodContext,
  { artifacts, rows, problems }: Candidates,
): Promise<LastKnownGood[]> {
  const records = await openRecords(contentContext, rows)
  const [tenantId] = artifacts.map((artifact) => artifact.tenantId)
  const isReadable = tenantId !== undefined && (await keysUnlessDestroyed(contentContext.keys, tenantId)) !== null
  const candidates = Map.groupBy(
    records.map((record) => ({
      ...record,
      isDamaged: record.isDamaged || !isReadable,
      isIncomplete: record.restoreCheck?.outcome === 'incomplete',
      problems: problems.get(record.version.id) ?? 0,
    })),
    ({ version }) => version.artifactId,
  )
  return artifacts.map((artifact) => {
    const { candidate, failing } = chooseGood(candidates.get(artifact.id) ?? [])
    return { artifact, record: candidate, failing }
  })
}
