import { randomUUIDv7 } from 'node:crypto'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { Manifest } from '../../../shared/repository/manifest.ts'
import { sealField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Artifact } from '../../store/models/artifact.ts'
import type { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import type { TenantContext } from '../kernel/context.ts'
import { sealSummary } from '../repository/versions/version-metadata.ts'
import type { DomainError } from '../kernel/domain-error.ts'
import { type FoundFacts, recordFacts } from '../inventory/facts/record-facts.ts'
import { updateDrift } from '../repository/pins/update-drift.ts'
import { emitDrift } from '../repository/pins/emit-drift.ts'
import { type NewEvent, recordEvents } from '../outbox/events/record-events.ts'
import { findSweptManifests, recheckChunks } from '../repository/chunks/recheck-chunks.ts'
import { contentRefs } from '../repository/content/content-refs.ts'
import { forgetOrphanManifests } from '../repository/chunks/orphan-manifests.ts'
import { type Examined, type NewSnapshot, type NewVersion, chunksMissing } from './examination-context.ts'
import { type Renormalised, storeRenormalised } from '../repository/versions/renormalise.ts'

type Changed = Extract<Examined, { state: 'changed' }>
type Unchanged = Extract<Examined, { state: 'unchanged' }>

/** The manifest of a version to write: enough to write its rows again. */
export function manifestOf(job: Job, device: Device, changed: Changed): Manifest {
  const { snapshot, kind } = changed
  const { bytes, root } = contentRefs(changed.content)
  return {
    tenantId: job.tenantId,
    versionId: changed.versionId,
    snapshotId: snapshot?.snapshotId ?? null,
    jobId: job.id,
    device: { id: device.id, name: device.name, platform: device.platform },
    artifactKey: changed.key,
    transport: changed.transport,
    kind: kind === 'text' ? 'text' : bytes ? 'archive' : 'tree',
    capturedAt: changed.capturedAt.toISOString(),
    content: bytes,
    root,
    counts: root === null ? null : (snapshot?.counts ?? null),
    sizeBytes: changed.sizeBytes,
    lines: changed.lines,
    fingerprint: changed.normalisedFingerprint,
    rawFingerprint: bytes && changed.fingerprint,
    normaliserRevision: bytes && changed.normaliserRevision,
    metadata: changed.metadata,
    suspicious: null,
    suspicions: changed.suspicious ?? [],
    labMode: job.labMode,
    hostNotCompared: job.hostNotCompared,
  }
}

/** The findings of a run, to be written in the commit's transaction. */
export interface FoundVersions {
  job: Job
  device: Device
  examined: Examined[]
  /** Pinned versions compared with the current rules, if their rows were written with older ones. */
  pins: ReadonlyMap<string, Renormalised>
}

/**
 * `moved`: a lineage has another latest version than the one with which the change was measured, or a manifest of the
 * run was deleted. A DomainError is 412 with the ids of chunks that are no longer stored.
 */
export type WrittenVersions = 'written' | 'moved' | DomainError

/**
 * Writes the findings of runs, after checking again that every chunk exists. A run that cannot be written does not
 * affect the others. The number of statements does not depend on the number of runs.
 */
export async function writeVersions(
  context: TenantContext,
  runs: readonly FoundVersions[],
  keys: TenantKeys,
): Promise<Map<FoundVersions, WrittenVersions>> {
  const lineages = await lockLineages(context, runs)
  const outcomes = new Map<FoundVersions, WrittenVersions>(runs.map((run) => [run, 'written']))
  const written = () => runs.filter((run) => outcomes.get(run) === 'written')
  for (const run of runs) if (isMoved(run, lineages)) outcomes.set(run, 'moved')
  const missing = await findMissing(context, written().filter(hasChanges))
  for (const [run, ids] of missing) outcomes.set(run, chunksMissing(ids))
  const swept = await findSweptManifests(context, written().flatMap(changesOf).map(({ versionId }) => versionId)) // prettier-ignore
  for (const run of written()) {
    if (changesOf(run).some(({ versionId }) => swept.has(versionId))) outcomes.set(run, 'moved')
  }
  await writeAll(context, written(), lineages, keys)
  return outcomes
}

/** Writes the versions of runs whose lineages are locked, and records what follows from them. */
async function writeAll(
  context: TenantContext,
  runs: readonly FoundVersions[],
  lineages: LockedLineages,
  keys: TenantKeys,
): Promise<void> {
  const artifactId = (run: FoundVersions, one: Examined) => lineages.get(lineageKey(run, one))?.id
  const changed = runs.flatMap((run) =>
    changesOf(run).map((change) => ({ run, version: { ...change, artifactId: artifactId(run, change) as string } })),
  )
  if (changed.length > 0) {
    await insertVersions(context, changed, keys)
    await forgetOrphanManifests(context, changed.map(({ version }) => version.versionId)) // prettier-ignore
    await rememberHistory(context, runs.filter((run) => hasChanges(run) && !run.device.hasHistory)) // prettier-ignore
    await recordFacts(context, changed.flatMap(foundFacts)) // prettier-ignore
    await recordEvents(context, changed.flatMap(({ run, version }) => eventsOf(run.job, run.device, version))) // prettier-ignore
  }
  const unchanged = runs.flatMap(unchangedOf)
  await moveLastSeen(context, unchanged.map(({ latest }) => latest.id)) // prettier-ignore
  await storeRenormalised(
    context,
    new Map([
      ...runs.flatMap(({ pins }) => [...pins]),
      ...unchanged.flatMap(({ latest, renormalised }) => (renormalised ? [[latest.id, renormalised] as const] : [])),
    ]),
  )
  const artifactIds = runs.flatMap((run) => [...changesOf(run), ...unchangedOf(run)].flatMap((one) => artifactId(run, one) ?? [])) // prettier-ignore
  await emitDrift(context, await updateDrift(context, artifactIds))
}

function changesOf({ examined }: FoundVersions): Changed[] {
  return examined.filter((one) => one.state === 'changed')
}

function unchangedOf({ examined }: FoundVersions): Unchanged[] {
  return examined.filter((one) => one.state === 'unchanged')
}

function hasChanges(run: FoundVersions): boolean {
  return run.examined.some(({ state }) => state === 'changed')
}

function isMoved(run: FoundVersions, lineages: LockedLineages): boolean {
  const findLatestVersionId = (one: Examined) => lineages.get(lineageKey(run, one))?.latestVersionId
  return (
    changesOf(run).some((one) => findLatestVersionId(one) !== one.previousId) ||
    unchangedOf(run).some((one) => findLatestVersionId(one) !== one.latest.id)
  )
}

/** Returns the missing chunks of each run that has any. */
async function findMissing(
  context: TenantContext,
  runs: readonly FoundVersions[],
): Promise<Map<FoundVersions, ChunkId[]>> {
  const found = new Map<FoundVersions, ChunkId[]>()
  const chunksOf = (run: FoundVersions) => Buffer.concat(changesOf(run).map(({ chunks }) => chunks))
  if (runs.length === 0) return found
  const all = await recheckChunks(context, Buffer.concat(runs.map(chunksOf)))
  if (all.length === 0) return found
  for (const run of runs) {
    const missing = await recheckChunks(context, chunksOf(run))
    if (missing.length > 0) found.set(run, missing)
  }
  return found
}

type LockedLineages = ReadonlyMap<string, Pick<Artifact, 'id' | 'latestVersionId'>>

function lineageKey({ job }: FoundVersions, { key, transport }: { key: string; transport: string }): string {
  return `${job.deviceId}/${key}/${transport}`
}

/** Creates lineages with their first version. Commits of one device are serialised here. */
async function lockLineages(context: TenantContext, runs: readonly FoundVersions[]): Promise<LockedLineages> {
  const { trx, tenantId, now } = context
  const added = runs.flatMap((run) =>
    changesOf(run).flatMap((one) => (one.previousId === null ? [{ deviceId: run.job.deviceId, one }] : [])),
  )
  if (added.length > 0) {
    await trx.raw(
      `insert into artifacts (id, tenant_id, device_id, key, transport, kind, created_at)
       select a.id, :tenantId, a.device_id, a.key, a.transport, a.kind, :now
       from unnest(:ids::uuid[], :devices::uuid[], :keys::text[], :transports::text[], :kinds::text[])
         as a (id, device_id, key, transport, kind)
       order by a.device_id, a.key, a.transport
       on conflict (tenant_id, device_id, key, transport) do nothing`,
      {
        tenantId,
        now,
        ids: added.map(() => randomUUIDv7()),
        devices: added.map(({ deviceId }) => deviceId),
        keys: added.map(({ one }) => one.key),
        transports: added.map(({ one }) => one.transport),
        kinds: added.map(({ one }) => one.kind),
      },
    )
  }
  const { rows } = await trx.raw<{ rows: LockedRow[] }>(
    `select id, device_id, key, transport, latest_version_id from artifacts
     where tenant_id = ? and device_id = any(?::uuid[]) order by id for update`,
    [tenantId, runs.map(({ job }) => job.deviceId)],
  )
  return new Map(
    rows.map(({ id, device_id: deviceId, key, transport, latest_version_id: latestVersionId }) => [
      `${deviceId}/${key}/${transport}`,
      { id, latestVersionId },
    ]),
  )
}

interface LockedRow {
  id: string
  device_id: string
  key: string
  transport: string
  latest_version_id: string | null
}

async function rememberHistory({ trx, tenantId }: TenantContext, runs: readonly FoundVersions[]): Promise<void> {
  if (runs.length === 0) return
  await trx.raw('update devices set has_history = true where tenant_id = ? and id = any(?::uuid[])', [
    tenantId,
    runs.map(({ job }) => job.deviceId),
  ])
}

async function moveLastSeen({ trx, tenantId, now }: TenantContext, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return
  const sql = 'update versions set last_seen_at = ? where tenant_id = ? and id = any(?::uuid[])'
  await trx.raw(sql, [now, tenantId, [...versionIds]])
}

type WrittenVersion = NewVersion & { artifactId: string }

/** A version that differs in form only is not reported. */
function eventsOf({ id: runId, tenantId }: Job, device: Device, written: Changed & WrittenVersion): NewEvent[] {
  const { versionId, artifactId, key, transport, added, removed, sizeBytes, suspicious, previousId } = written
  const version = { version_id: versionId, artifact_id: artifactId, run_id: runId, key, transport }
  const size = { size_bytes: sizeBytes, added, removed, first: previousId === null }
  const events: NewEvent[] = written.isReform
    ? []
    : [{ type: 'version.written', tenantId, device, data: { ...version, ...size } }]
  if (suspicious) events.push({ type: 'version.suspicious', tenantId, device, data: version })
  return events
}

/** A suspicious text may lack a part, so its facts are not used. */
function foundFacts({ run: { device }, version }: RunVersion): FoundFacts[] {
  const { artifactId, previousId, capturedAt, facts, suspicious } = version
  if (!facts || suspicious) return []
  return [{ deviceId: device.id, artifactId, previousId, capturedAt, facts }]
}

interface RunVersion {
  run: FoundVersions
  version: WrittenVersion
}

/** Writes versions, their snapshots and the latest version of each lineage, with one statement each. */
async function insertVersions(context: TenantContext, changed: readonly RunVersion[], keys: TenantKeys): Promise<void> {
  const { trx, tenantId } = context
  const column = <T>(value: (version: WrittenVersion, run: FoundVersions) => T) =>
    changed.map(({ run, version }) => value(version, run))
  await trx.raw(insertVersionsSql, {
    tenantId,
    ids: column(({ versionId }) => versionId),
    artifacts: column(({ artifactId }) => artifactId),
    devices: column((_, { job }) => job.deviceId),
    jobs: column((_, { job }) => job.id),
    capturedAt: column(({ capturedAt }) => capturedAt.toISOString()),
    fingerprints: column(({ fingerprint }) => fingerprint),
    normalised: column(({ normalisedFingerprint }) => normalisedFingerprint),
    revisions: column(({ normaliserRevision }) => normaliserRevision),
    contents: column(({ content }) => JSON.stringify(content)),
    sizes: column(({ sizeBytes }) => sizeBytes),
    lines: column(({ lines }) => lines),
    added: column(({ added }) => added),
    removed: column(({ removed }) => removed),
    metadata: column(({ versionId, metadata }) =>
      sealField(keys, { row: versionId, field: 'metadata' }, JSON.stringify(metadata)),
    ),
    summaries: column(({ versionId, summary }) => (summary ? sealSummary(keys, versionId, summary.message) : null)),
    changes: column(({ summary }) => summary?.fingerprint ?? null),
    suspicious: column(({ suspicious }) => (suspicious ? JSON.stringify(suspicious) : null)),
    first: column(({ previousId }) => previousId === null),
    labMode: column((_, { job }) => job.labMode),
    notCompared: column((_, { job }) => job.hostNotCompared),
  })
  const snapshots = changed.flatMap(({ run, version }) =>
    version.snapshot ? [snapshotRow(run.job, version, version.snapshot)] : [],
  )
  if (snapshots.length > 0) await Snapshot.query(trx).insert(snapshots)
}

const insertVersionsSql = `with added as (
    insert into versions (id, tenant_id, artifact_id, device_id, job_id, captured_at, last_seen_at, fingerprint,
      normalised_fingerprint, normaliser_revision, content, size_bytes, lines, added, removed, metadata, suspicious,
      is_first, lab_mode, host_not_compared, summary, change_fingerprint)
    select id, :tenantId, artifact_id, device_id, job_id, captured_at, captured_at, fingerprint, normalised, revision,
      content::jsonb, size_bytes, lines, added, removed, metadata, suspicious::jsonb, is_first, lab_mode, not_compared,
      summary, change
    from unnest(:ids::uuid[], :artifacts::uuid[], :devices::uuid[], :jobs::uuid[], :capturedAt::timestamptz[],
      :fingerprints::text[], :normalised::text[], :revisions::int[], :contents::text[], :sizes::bigint[], :lines::int[],
      :added::int[], :removed::int[], :metadata::bytea[], :suspicious::text[], :first::boolean[], :labMode::boolean[],
      :notCompared::boolean[], :summaries::bytea[], :changes::text[])
      as v (id, artifact_id, device_id, job_id, captured_at, fingerprint, normalised, revision, content, size_bytes,
        lines, added, removed, metadata, suspicious, is_first, lab_mode, not_compared, summary, change)
    returning id, artifact_id, is_first)
  update artifacts a set latest_version_id = v.id, has_changes = a.has_changes or not v.is_first
  from added v where a.tenant_id = :tenantId and a.id = v.artifact_id`

function snapshotRow(job: Job, version: WrittenVersion, snapshot: NewSnapshot) {
  const { root, notBrowsable, counts } = snapshot
  return {
    id: snapshot.snapshotId,
    tenantId: job.tenantId,
    deviceId: job.deviceId,
    artifactId: version.artifactId,
    versionId: version.versionId,
    root: root && Buffer.from(root, 'hex'),
    notBrowsable,
    capturedAt: version.capturedAt,
    files: counts.files,
    folders: counts.directories,
    others: counts.symlinks + counts.others,
    sizeBytes: counts.bytes,
    problems: counts.problems,
  }
}
