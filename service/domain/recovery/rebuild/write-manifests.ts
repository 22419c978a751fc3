import { randomUUIDv7 } from 'node:crypto'
import { notBrowsableIn } from '../../../../shared/platforms/not-browsable.ts'
import type { Manifest } from '../../../../shared/repository/manifest.ts'
import { emptyCounts } from '../../../../shared/repository/tree.ts'
import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import { sealField } from '../../../keys/sealed-field.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Job } from '../../../store/models/job.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { Version, type VersionContent } from '../../../store/models/version.ts'
import { convertSuspicion } from '../../../store/legacy-sentences/suspicions.ts'
import { inScope } from '../../../store/scope.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { lockRepository } from '../../repository/chunks/recheck-chunks.ts'
import { forgetOrphanManifests, recordOrphanManifests } from '../../repository/chunks/orphan-manifests.ts'
import { updateDrift } from '../../repository/pins/update-drift.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { requestFactScan } from '../../inventory/facts/request-fact-scan.ts'
import { addDevices } from './add-devices.ts'
import type { OpenTenant, RebuildCounts, RebuildDependencies } from './rebuild-dependencies.ts'

/** Inserts the rows of these manifests in one transaction; existing rows stay unchanged. */
export async function writeManifests(
  { knex, keys: keyring, now }: RebuildDependencies,
  { tenantId, keys, devices, blackouts }: OpenTenant,
  manifests: Manifest[],
  counts: RebuildCounts,
): Promise<void> {
  const written = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const context: TenantContext = { ...serviceActor, tenantId, now: now(), trx, keys: keyring }
    await lockRepository(context, 'keep')
    const { added, purged } = await addDevices(context, manifests, { devices, blackouts })
    const kept = manifests.filter(({ device }) => !purged.has(device.id))
    const passed = manifests.filter(({ device }) => purged.has(device.id))
    await recordOrphanManifests(
      context,
      passed.map(({ versionId }) => versionId),
    )
    if (kept.length === 0) return { added, versions: 0, snapshots: 0 }
    await addRuns(context, kept)
    const lineages = await addLineages(context, kept)
    const rows = kept.map((manifest) => versionRow(manifest, lineages.get(lineageOf(manifest))!, keys))
    await Version.query(trx).insert(rows).onConflict('id').ignore()
    const snapshots = kept.flatMap((manifest) => snapshotRow(manifest, lineages.get(lineageOf(manifest))!))
    if (snapshots.length > 0) await Snapshot.query(trx).insert(snapshots).onConflict('id').ignore()
    await forgetOrphanManifests(
      context,
      kept.map(({ versionId }) => versionId),
    )
    await nameLatest(context, [...new Set(lineages.values())])
    await requestFactScan(context)
    return { added, versions: rows.length, snapshots: snapshots.length }
  })
  counts.devices_added += written.added
  counts.versions_attached += written.versions
  counts.snapshots_attached += written.snapshots
}

/** Manifests contain the id of their run and its capture time, not its start or trigger. */
async function addRuns({ trx, tenantId }: TenantContext, manifests: Manifest[]): Promise<void> {
  const runs = new Map(
    manifests.map(({ jobId, device, capturedAt, transport, labMode, hostNotCompared }) => [
      jobId,
      {
        id: jobId,
        tenantId,
        deviceId: device.id,
        kind: 'backup' as const,
        trigger: 'manual' as const,
        requestedBy: 'rebuild-index',
        status: 'succeeded' as const,
        queuedAt: new Date(capturedAt),
        notBefore: new Date(capturedAt),
        finishedAt: new Date(capturedAt),
        transport,
        labMode,
        hostNotCompared,
      },
    ]),
  )
  await Job.query(trx)
    .insert([...runs.values()])
    .onConflict('id')
    .ignore()
}

/** @returns the ids of the lineages, by device, artifact key and transport */
async function addLineages({ trx, tenantId }: TenantContext, manifests: Manifest[]): Promise<Map<string, string>> {
  const rows = new Map(
    manifests.map((manifest) => [
      lineageOf(manifest),
      {
        id: randomUUIDv7(),
        tenantId,
        deviceId: manifest.device.id,
        key: manifest.artifactKey,
        transport: manifest.transport,
        kind: manifest.kind === 'text' ? ('text' as const) : ('blob' as const),
        createdAt: new Date(manifest.capturedAt),
      },
    ]),
  )
  await Artifact.query(trx)
    .insert([...rows.values()])
    .onConflict(['tenant_id', 'device_id', 'key', 'transport'])
    .ignore()
  const devices = [...new Set(manifests.map(({ device }) => device.id))]
  const artifacts = await Artifact.query(trx).where({ tenantId }).whereIn('deviceId', devices)
  return new Map(artifacts.map(({ id, deviceId, key, transport }) => [[deviceId, key, transport].join('/'), id]))
}

function lineageOf({ device, artifactKey, transport }: Manifest): string {
  return [device.id, artifactKey, transport].join('/')
}

function versionRow(manifest: Manifest, artifactId: string, keys: OpenTenant['keys']) {
  const { versionId: id, fingerprint } = manifest
  return {
    id,
    tenantId: manifest.tenantId,
    artifactId,
    deviceId: manifest.device.id,
    jobId: manifest.jobId,
    capturedAt: new Date(manifest.capturedAt),
    lastSeenAt: new Date(manifest.capturedAt),
    fingerprint: manifest.rawFingerprint ?? fingerprint,
    normalisedFingerprint: fingerprint,
    normaliserRevision: manifest.normaliserRevision ?? 0,
    content: contentOf(manifest),
    sizeBytes: manifest.sizeBytes,
    lines: manifest.lines,
    added: null,
    removed: null,
    metadata: sealField(keys, { row: id, field: 'metadata' }, JSON.stringify(manifest.metadata)),
    suspicious: suspicionsIn(manifest),
    labMode: manifest.labMode,
    hostNotCompared: manifest.hostNotCompared,
  }
}

/** Manifests of earlier versions contain sentences instead of messages. */
function suspicionsIn({ suspicions, suspicious }: Manifest): ReceivedMessage[] | null {
  if (suspicions) return suspicions.length > 0 ? [...suspicions] : null
  return suspicious === null ? null : suspicious.split('; ').map(convertSuspicion)
}

function contentOf({ kind, content, root }: Manifest): VersionContent {
  if (kind === 'archive' && content) return { archive: content, members: root }
  return content ?? { root: root! } // openManifest rejects manifests with neither
}

function snapshotRow({ snapshotId, root, counts: counted, kind, metadata, ...manifest }: Manifest, artifactId: string) {
  if (snapshotId === null) return []
  const counts = counted ?? emptyCounts()
  return {
    id: snapshotId,
    tenantId: manifest.tenantId,
    deviceId: manifest.device.id,
    artifactId,
    versionId: manifest.versionId,
    root: root && Buffer.from(root, 'hex'),
    notBrowsable: root ? null : notBrowsableIn(metadata),
    capturedAt: new Date(manifest.capturedAt),
    files: counts.files,
    folders: counts.directories,
    others: counts.symlinks + counts.others,
    sizeBytes: counts.bytes,
    problems: counts.problems,
  }
}

async function nameLatest({ trx, tenantId }: TenantContext, artifactIds: string[]): Promise<void> {
  const { rows } = await trx.raw(
    `update artifacts a set latest_version_id = (
       select v.id from versions v where v.tenant_id = a.tenant_id and v.artifact_id = a.id
       order by v.captured_at desc, v.id desc limit 1)
     where a.tenant_id = :tenantId and a.id = any(:artifactIds) returning a.device_id`,
    { tenantId, artifactIds },
  )
  await trx.raw(
    `update versions v set is_first = not v.is_first
     where v.tenant_id = :tenantId and v.artifact_id = any(:artifactIds) and v.is_first = exists (
       select from versions p where p.tenant_id = v.tenant_id and p.artifact_id = v.artifact_id
         and (p.captured_at, p.id) < (v.captured_at, v.id))`,
    { tenantId, artifactIds },
  )
  await trx.raw(
    `update artifacts a set has_changes = true
     where a.tenant_id = :tenantId and a.id = any(:artifactIds) and exists (
       select from versions v where v.tenant_id = a.tenant_id and v.artifact_id = a.id and not v.is_first)`,
    { tenantId, artifactIds },
  )
  await updateDrift({ trx, tenantId }, artifactIds)
  const ids = rows.map((row: { device_id: string }) => row.device_id)
  await Device.query(trx).findByIds(ids).patch({ hasHistory: true })
}
