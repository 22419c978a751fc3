import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { TenantContext } from '../../../service/domain/kernel/context.ts'
import type { Dependencies } from '../../../service/dependencies.ts'
import { Artifact } from '../../../service/store/models/artifact.ts'
import { Device } from '../../../service/store/models/device.ts'
import { Job } from '../../../service/store/models/job.ts'
import { Snapshot } from '../../../service/store/models/snapshot.ts'
import { Version } from '../../../service/store/models/version.ts'
import { inScope } from '../../../service/store/scope.ts'

type RowContext = Pick<TenantContext, 'trx' | 'tenantId' | 'now'>

/** The artifact of a lineage; its transport is `ssh` by default. */
type LineageFields = Pick<Artifact, 'key' | 'kind'> & Partial<Pick<Artifact, 'transport'>>

/** Inserts a finished backup of a device. */
function insertBackup({ trx, tenantId }: RowContext, deviceId: string, at: Date): Promise<Job> {
  return Job.query(trx)
    .insert({
      ...{ id: randomUUIDv7(), tenantId, deviceId, kind: 'backup', trigger: 'manual', requestedBy: 'test' },
      ...{ status: 'succeeded', queuedAt: at, notBefore: at, finishedAt: at },
    })
    .returning('*')
    .execute()
}

/** Inserts the next version of a lineage, with its run and, for the first version, the lineage. */
export async function insertVersion(
  context: RowContext,
  device: Device,
  { key, kind, transport = 'ssh' }: LineageFields,
  fields: Partial<Version>,
): Promise<Version> {
  const { trx, tenantId, now } = context
  const lineage = { tenantId, deviceId: device.id, key, transport }
  const known = await Artifact.query(trx).where(lineage).first()
  const artifact =
    known ??
    (await Artifact.query(trx)
      .insert({ id: randomUUIDv7(), ...lineage, kind, createdAt: now })
      .returning('*'))
  const at = fields.capturedAt ?? now
  const job = await insertBackup(context, device.id, at)
  const version = await Version.query(trx)
    .insert({
      ...{ id: randomUUIDv7(), tenantId, artifactId: artifact.id, deviceId: device.id, jobId: job.id },
      ...{ capturedAt: at, lastSeenAt: at, added: null, removed: null, metadata: null, suspicious: null },
      ...{ isFirst: known === undefined, labMode: false, hostNotCompared: false, ...fields },
    })
    .returning('*')
  await Artifact.query(trx)
    .findById(artifact.id)
    .patch({ latestVersionId: version.id, hasChanges: known !== undefined })
  return version
}

/** Returns the row of a version's snapshot. Without a root it cannot be browsed. */
export function snapshotRow(
  { id: versionId, tenantId, deviceId, artifactId, capturedAt }: VersionKeys,
  fields: Pick<Snapshot, 'root' | 'sizeBytes'> & Partial<Snapshot>,
) {
  return {
    ...{ id: randomUUIDv7(), tenantId, deviceId, artifactId, versionId, capturedAt },
    ...{ notBrowsable: fields.root ? null : ('encrypted' as const), files: 1, folders: 0, others: 0, problems: 0 },
    ...fields,
  }
}

type VersionKeys = Pick<Version, 'id' | 'tenantId' | 'deviceId' | 'artifactId' | 'capturedAt'>

/** A version of which only the row matters. */
export type BareVersion = Partial<
  Pick<Version, 'capturedAt' | 'lastSeenAt' | 'suspicious' | 'reviewedAt' | 'sizeBytes'>
>

/**
 * Creates a lineage of rows without content; the last version is the latest.
 * @returns the ids of the versions, in order
 */
export async function createBareLineage(
  { knex, now }: Pick<Dependencies, 'knex' | 'now'>,
  device: { id: string; tenant_id: string },
  versions: BareVersion[],
  { kind = 'text', key = `key-${randomBytes(4).toString('hex')}` }: Partial<Pick<Artifact, 'kind' | 'key'>> = {},
): Promise<{ artifactId: string; versionIds: string[] }> {
  const { id: deviceId, tenant_id: tenantId } = device
  const artifactId = randomUUIDv7()
  const at = now()
  const rows = versions.map(({ capturedAt = at, lastSeenAt = capturedAt, sizeBytes = 100, ...doubt }) => ({
    ...{ id: randomUUIDv7(), tenantId, artifactId, deviceId, capturedAt, lastSeenAt, sizeBytes },
    fingerprint: randomBytes(32).toString('hex'),
    normalisedFingerprint: randomBytes(32).toString('hex'),
    content: kind === 'blob' ? { root: '00'.repeat(32) } : { size: sizeBytes, chunks: [] },
    ...{ normaliserRevision: 1, labMode: false, hostNotCompared: false, ...doubt },
  }))
  await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const { id: jobId } = await insertBackup({ trx, tenantId, now: at }, deviceId, at)
    const latestVersionId = rows.at(-1)?.id ?? null
    const lineage = { id: artifactId, tenantId, deviceId, key, transport: 'ssh', kind, createdAt: at, latestVersionId }
    await Artifact.query(trx).insert(lineage as Partial<Artifact>)
    if (rows.length > 0) await Version.query(trx).insert(rows.map((row) => ({ ...row, jobId })))
    if (kind === 'blob') {
      const root = Buffer.alloc(32)
      await Snapshot.query(trx).insert(rows.map((row) => snapshotRow(row, { root, sizeBytes: row.sizeBytes })))
    }
    await Device.query(trx).findById(deviceId).patch({ hasHistory: true })
  })
  return { artifactId, versionIds: rows.map(({ id }) => id) }
}
