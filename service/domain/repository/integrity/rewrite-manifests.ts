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

/** A version with a faulty manifest. */
export interface FaultyManifest {
  rows: VersionRows
  fault: ManifestFault
}

/**
 * More undecryptable manifests than this (and half of those checked) suggest wrong keys rather than damage; they are
 * not rewritten then.
 */
const handful = 10

/**
 * Selects the manifests to rewrite: missing and undecryptable ones. A manifest that the store fails to return may be
 * intact. One that decrypts and differs was sealed by Coffer: the row may be the wrong one.
 * @param looked number of checked manifests
 */
export function chooseRewritten(faulty: FaultyManifest[], looked: number): FaultyManifest[] {
  const sealed = faulty.filter(({ fault }) => fault.kind === 'sealed')
  const areKeysDoubtful = sealed.length > handful && sealed.length > looked / 2
  const missing = faulty.filter(({ fault }) => fault.kind === 'missing')
  return areKeysDoubtful ? missing : [...missing, ...sealed]
}

/**
 * Rewrites the manifests of versions from their rows. The manifest of a version that was deleted meanwhile is left to
 * the sweep.
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

/** The row does not count symbolic links separately: they are among the others. */
function countsOf({ files, folders, others, sizeBytes, problems }: Snapshot): NonNullable<Manifest['counts']> {
  return { files, directories: folders, symlinks: 0, others, bytes: Number(sizeBytes), problems }
}
