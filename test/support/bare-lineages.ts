import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Dependencies } from '../../service/dependencies.ts'
import { Artifact } from '../../service/store/models/artifact.ts'
import { Device } from '../../service/store/models/device.ts'
import { Job } from '../../service/store/models/job.ts'
import { Snapshot } from '../../service/store/models/snapshot.ts'
import { Version } from '../../service/store/models/version.ts'
import { inScope } from '../../service/store/scope.ts'

/** A version of which only the row matters. */
export type BareVersion = Partial<
  Pick<Version, 'capturedAt' | 'lastSeenAt' | 'suspicious' | 'reviewedAt' | 'sizeBytes'>
>

/**
 * Creates a lineage of rows without content; the last version is the latest.
 * @returns the ids of the versions, in order
 */
export async function bareLineage(
  { knex, now }: Pick<Dependencies, 'knex' | 'now'>,
  device: { id: string; tenant_id: string },
  versions: BareVersion[],
  { kind = 'text', key = `key-${randomBytes(4).toString('hex')}` }: { kind?: Artifact['kind']; key?: string } = {},
): Promise<{ artifactId: string; versionIds: string[] }> {
  const { id: deviceId, tenant_id: tenantId } = device
  const [artifactId, jobId] = [randomUUIDv7(), randomUUIDv7()]
  const rows = versions.map(({ capturedAt = now(), lastSeenAt = capturedAt, sizeBytes = 100, ...doubt }) => ({
    id: randomUUIDv7(),
    tenantId,
    artifactId,
    deviceId,
    jobId,
    capturedAt,
    lastSeenAt,
    sizeBytes,
    fingerprint: randomBytes(32).toString('hex'),
    normalisedFingerprint: randomBytes(32).toString('hex'),
    normaliserRevision: 1,
    content: kind === 'blob' ? { root: '00'.repeat(32) } : { size: sizeBytes, chunks: [] },
    labMode: false,
    hostNotCompared: false,
    ...doubt,
  }))
  await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const at = now()
    await Job.query(trx).insert({
      ...{ id: jobId, tenantId, deviceId, kind: 'backup', trigger: 'manual', requestedBy: 'test' },
      ...{ status: 'succeeded', queuedAt: at, notBefore: at, finishedAt: at },
    })
    const latestVersionId = rows.at(-1)?.id ?? null
    const lineage = { id: artifactId, tenantId, deviceId, key, transport: 'ssh', kind, createdAt: at, latestVersionId }
    await Artifact.query(trx).insert(lineage as Partial<Artifact>)
    if (rows.length > 0) await Version.query(trx).insert(rows)
    if (kind === 'blob') await Snapshot.query(trx).insert(rows.map((row) => snapshotOf(row)))
    await Device.query(trx).findById(deviceId).patch({ hasHistory: true })
  })
  return { artifactId, versionIds: rows.map(({ id }) => id) }
}

function snapshotOf({ id: versionId, tenantId, deviceId, artifactId, capturedAt, sizeBytes }: BareRow) {
  const counts = { files: 1, folders: 0, others: 0, problems: 0 }
  return {
    id: randomUUIDv7(), tenantId, deviceId, artifactId, versionId, capturedAt, sizeBytes, ...counts, root: Buffer.alloc(32),
  } // prettier-ignore
}

type BareRow = Pick<Version, 'id' | 'tenantId' | 'deviceId' | 'artifactId' | 'capturedAt' | 'sizeBytes'>
