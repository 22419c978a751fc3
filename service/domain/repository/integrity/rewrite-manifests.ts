import { type Manifest, sealManifest } from '../../../../shared/repository/manifest.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { Device } from '../../../store/models/device.ts'
import type { Snapshot } from '../../../store/models/snapshot.ts'
import { Version } from '../../../store/models/version.ts'
import { inScope } from '../../../store/scope.ts'
import { putLocked } from '../stored-objects/lock-stored.ts'
import { manifestObject } from '../chunks/object-names.ts'
import { recordOrphanManifests } from '../chunks/orphan-manifests.ts'
import { contentRefs } from '../content/content-refs.ts'
import { openMetadata } from '../versions/version-metadata.ts'
import type { IntegrityDependencies } from './integrity-dependencies.ts'
import type { ManifestFault, VersionRows } from './verify-manifest.ts'

/** A version whose manifest is not as it was. */
export interface FaultyManifest {
  rows: VersionRows
  fault: ManifestFault
}

/** So many that do not open are no accident of single objects: then rather the keys are wrong, and nothing is written. */
const handful = 10

/**
 * Which manifests are written anew: those that are gone, and those that do not open. One that the store does not give may
 * be good, and one that opens and differs was sealed by us: the row may be the wrong one of the two.
 * @param looked how many were looked at
 */
export function chooseRewritten(faulty: FaultyManifest[], looked: number): FaultyManifest[] {
  const sealed = faulty.filter(({ fault }) => fault.kind === 'sealed')
  const areKeysDoubtful = sealed.length > handful && sealed.length > looked / 2
  const missing = faulty.filter(({ fault }) => fault.kind === 'missing')
  return areKeysDoubtful ? missing : [...missing, ...sealed]
}

/**
 * Writes the manifests of versions anew from their rows; the next check finds them good. A version that was removed
 * meanwhile leaves its manifest to the sweep.
 * @throws StoreUnreachable
 */
export async function rewriteManifests(
  { knex, store, now }: Pick<IntegrityDependencies, 'knex' | 'store' | 'now'>,
  { tenantId, prefix, keys }: { tenantId: string; prefix: string; keys: TenantKeys },
  faulty: FaultyManifest[],
): Promise<void> {
  const inTenant = <T>(work: Parameters<typeof inScope<T>>[2]) => inScope(knex, { kind: 'tenant', tenantId }, work)
  const ids = [...new Set(faulty.map(({ rows }) => rows.version.deviceId))]
  const devices = new Map((await inTenant((trx) => Device.query(trx).findByIds(ids))).map((one) => [one.id, one]))
  for (const { rows } of faulty) {
    const { version } = rows
    const manifest = manifestOfRows(rows, devices.get(version.deviceId)!, keys)
    const key = manifestObject(prefix, version.id)
    await putLocked(
      { knex, store, now },
      { tenantId, kind: 'manifest', id: version.id, key },
      sealManifest(manifest, keys),
    )
    await inTenant(async (trx) => {
      if (!(await Version.query(trx).findById(version.id)))
        await recordOrphanManifests({ trx, tenantId, now: now() }, [version.id])
    })
  }
}

function manifestOfRows({ version, artifact, snapshot }: VersionRows, device: Device, keys: TenantKeys): Manifest {
  const { bytes, root } = contentRefs(version.content)
  const isTree = bytes === null
  return {
    tenantId: version.tenantId,
    versionId: version.id,
    snapshotId: snapshot?.id ?? null,
    jobId: version.jobId,
    device: { id: device.id, name: device.name, platform: device.platform },
    artifactKey: artifact.key,
    transport: artifact.transport,
    kind: isTree ? 'tree' : artifact.kind === 'blob' ? 'archive' : 'text',
    capturedAt: version.capturedAt.toISOString(),
    content: bytes,
    root,
    counts: root === null ? null : snapshot && countsOf(snapshot),
    sizeBytes: Number(version.sizeBytes),
    lines: version.lines,
    fingerprint: version.normalisedFingerprint,
    rawFingerprint: isTree ? null : version.fingerprint,
    normaliserRevision: isTree ? null : version.normaliserRevision,
    metadata: openMetadata(keys, version),
    suspicious: null,
    suspicions: version.suspicious ?? [],
    labMode: version.labMode,
    hostNotCompared: version.hostNotCompared,
  }
}

/** The row has no number of its own for symbolic links: they are among the others. */
function countsOf({ files, folders, others, sizeBytes, problems }: Snapshot): NonNullable<Manifest['counts']> {
  return { files, directories: folders, symlinks: 0, others, bytes: Number(sizeBytes), problems }
}
