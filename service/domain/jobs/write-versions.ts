import { randomUUIDv7 } from 'node:crypto'
import type { Manifest } from '../../../shared/repository/manifest.ts'
import { sealField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { Artifact } from '../../store/models/artifact.ts'
import { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import { Version } from '../../store/models/version.ts'
import type { TenantContext } from '../kernel/context.ts'
import { updateDrift } from '../repository/pins/update-drift.ts'
import { emitDrift } from '../repository/pins/emit-drift.ts'
import { type NewEvent, recordEvents } from '../outbox/events/record-events.ts'
import { recheckChunks, wereManifestsSwept } from '../repository/chunks/recheck-chunks.ts'
import { contentRefs } from '../repository/content/content-refs.ts'
import { forgetOrphanManifests } from '../repository/chunks/orphan-manifests.ts'
import { type Examined, type NewSnapshot, type NewVersion, chunksMissing } from './examination-context.ts'
import { storeRenormalised, type Renormalised } from '../repository/versions/renormalise.ts'

type Changed = Extract<Examined, { state: 'changed' }>

/** The manifest of a version that is about to be written: enough to write its rows again. */
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

/**
 * Writes what a run found, in the commit's transaction, after looking again whether every chunk is there.
 * @param pins how versions that are pinned are compared by the present rules, where their rows were written by older ones
 * @returns false when a lineage has another latest version than the one the changes were measured against, or a manifest
 *   that was written for them is gone
 * @throws DomainError 412 naming chunks that are not stored any more
 */
export async function writeVersions(
  context: TenantContext,
  job: Job,
  examined: Examined[],
  keys: TenantKeys,
  pins: ReadonlyMap<string, Renormalised>,
): Promise<boolean> {
  const changed = examined.filter((one): one is Changed => one.state === 'changed')
  const unchanged = examined.filter((one) => one.state === 'unchanged')
  const lineages = await lockLineages(context, job, examined)
  const isMoved = (one: Examined, latest: string | null) => lineages.get(nameOf(one))?.latestVersionId !== latest
  if (changed.some((one) => isMoved(one, one.previousId))) return false
  if (unchanged.some((one) => isMoved(one, one.latest.id))) return false
  const missing = await recheckChunks(context, Buffer.concat(changed.map(({ chunks }) => chunks)))
  if (missing.length > 0) throw chunksMissing(missing)
  if (
    await wereManifestsSwept(
      context,
      changed.map(({ versionId }) => versionId),
    )
  ) {
    return false
  }
  if (changed.length > 0) {
    const written = changed.map((one) => ({ ...one, artifactId: (lineages.get(nameOf(one)) as Artifact).id }))
    await insertVersions(context, job, written, keys)
    await forgetOrphanManifests(
      context,
      changed.map(({ versionId }) => versionId),
    )
    const [device] = await Device.query(context.trx)
      .where('id', job.deviceId)
      .patch({ hasHistory: true })
      .returning('*')
    if (device) await recordEvents(context, written.flatMap((one) => eventsOf(job, device, one))) // prettier-ignore
  }
  if (unchanged.length > 0) {
    const seen = unchanged.map((one) => one.latest.id)
    await Version.query(context.trx).findByIds(seen).patch({ lastSeenAt: context.now })
  }
  await storeRenormalised(
    context,
    new Map([
      ...pins,
      ...unchanged.flatMap(({ latest, renormalised }) => (renormalised ? [[latest.id, renormalised] as const] : [])),
    ]),
  )
  const artifactIds = [...changed, ...unchanged].flatMap((one) => lineages.get(nameOf(one))?.id ?? [])
  await emitDrift(context, await updateDrift(context, artifactIds))
  return true
}

function nameOf({ key, transport }: { key: string; transport: string }): string {
  return `${key}/${transport}`
}

/** Lineages come into being with their first version; two commits of one device take turns here. */
async function lockLineages({ trx, tenantId, now }: TenantContext, job: Job, examined: Examined[]) {
  const { deviceId } = job
  const added = examined.flatMap((one) =>
    one.state === 'changed' && one.previousId === null
      ? [
          {
            id: randomUUIDv7(),
            tenantId,
            deviceId,
            key: one.key,
            transport: one.transport,
            kind: one.kind,
            createdAt: now,
          },
        ]
      : [],
  )
  if (added.length > 0) {
    await Artifact.query(trx).insert(added).onConflict(['tenant_id', 'device_id', 'key', 'transport']).ignore()
  }
  const artifacts = await Artifact.query(trx).where({ tenantId, deviceId }).orderBy('id').forUpdate()
  return new Map(artifacts.map((artifact) => [nameOf(artifact), artifact]))
}

type WrittenVersion = NewVersion & { artifactId: string }

/** One that only says the same in another form is no news. */
function eventsOf({ id: runId, tenantId }: Job, device: Device, written: Changed & WrittenVersion): NewEvent[] {
  const { versionId, artifactId, key, transport, added, removed, sizeBytes, suspicious, previousId } = written
  const version = { version_id: versionId, artifact_id: artifactId, run_id: runId, key, transport }
  const size = { size_bytes: sizeBytes, added, removed, first: previousId === null }
  const told: NewEvent[] = written.isReform
    ? []
    : [{ type: 'version.written', tenantId, device, data: { ...version, ...size } }]
  if (suspicious) told.push({ type: 'version.suspicious', tenantId, device, data: version })
  return told
}

/** Versions, their snapshots, and what is the latest of each lineage: one statement each, however many there are. */
async function insertVersions(context: TenantContext, job: Job, versions: WrittenVersion[], keys: TenantKeys) {
  const { trx, tenantId } = context
  const { deviceId } = job
  await Version.query(trx).insert(versions.map((version) => versionRow(job, version, keys)))
  const snapshots = versions.flatMap((version) =>
    version.snapshot ? [snapshotRow(job, version, version.snapshot)] : [],
  )
  if (snapshots.length > 0) await Snapshot.query(trx).insert(snapshots)
  await trx.raw(
    `update artifacts a set latest_version_id = w.version_id, has_changes = a.has_changes or w.is_change
     from unnest(?::uuid[], ?::uuid[], ?::boolean[]) as w (artifact_id, version_id, is_change)
     where a.tenant_id = ? and a.device_id = ? and a.id = w.artifact_id`,
    [
      versions.map((one) => one.artifactId),
      versions.map((one) => one.versionId),
      versions.map((one) => one.previousId !== null),
      tenantId,
      deviceId,
    ],
  )
}

function versionRow(job: Job, version: WrittenVersion, keys: TenantKeys) {
  const { versionId: id, metadata } = version
  return {
    id,
    tenantId: job.tenantId,
    artifactId: version.artifactId,
    deviceId: job.deviceId,
    jobId: job.id,
    capturedAt: version.capturedAt,
    lastSeenAt: version.capturedAt,
    fingerprint: version.fingerprint,
    normalisedFingerprint: version.normalisedFingerprint,
    normaliserRevision: version.normaliserRevision,
    content: version.content,
    sizeBytes: version.sizeBytes,
    lines: version.lines,
    added: version.added,
    removed: version.removed,
    metadata: sealField(keys, { row: id, field: 'metadata' }, JSON.stringify(metadata)),
    suspicious: version.suspicious,
    isFirst: version.previousId === null,
    labMode: job.labMode,
    hostNotCompared: job.hostNotCompared,
  }
}

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
