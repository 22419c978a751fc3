import { Artifact } from '../../store/models/artifact.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import { readRows } from '../../store/read-rows.ts'
import { Version } from '../../store/models/version.ts'
import type { TenantContext } from '../kernel/context.ts'

/** A lineage of a device with its latest version. */
export interface Lineage {
  artifact: Artifact
  latest: Version | null
  /** Root of the latest version if it is a tree. */
  snapshot: Snapshot | null
  /** The latest version is damaged: its content is needed again. */
  isDamaged: boolean
}

/** Returns the lineages of a device by `${key}/${transport}`. */
export type Lineages = Map<string, Lineage>

export function lineageName({ key, transport }: { key: string; transport: string }): string {
  return `${key}/${transport}`
}

/** Returns the lineages of each device by device id, with at most three statements. */
export async function readLineages(
  { trx, tenantId }: TenantContext,
  deviceIds: readonly string[],
): Promise<Map<string, Lineages>> {
  const artifacts = await readRows(trx, Artifact, artifactsSql, [tenantId, [...deviceIds]])
  const ids = artifacts.flatMap(({ latestVersionId }) => latestVersionId ?? [])
  const versions = ids.length > 0 ? await readRows(trx, LatestVersion, versionsSql, [tenantId, ids]) : []
  const hasTrees = ids.length > 0 && artifacts.some(({ kind }) => kind === 'blob')
  const snapshots = hasTrees ? await readRows(trx, Snapshot, snapshotsSql, [tenantId, ids]) : []
  const versionById = new Map(versions.map((version) => [version.id, version]))
  const snapshotByVersion = new Map(snapshots.map((snapshot) => [snapshot.versionId, snapshot]))
  const ofDevices = new Map<string, Lineages>(deviceIds.map((id) => [id, new Map()]))
  for (const artifact of artifacts) {
    const latest = versionById.get(artifact.latestVersionId ?? '') ?? null
    const snapshot = snapshotByVersion.get(latest?.id ?? '') ?? null
    const lineage = { artifact, latest, snapshot, isDamaged: latest?.isDamaged ?? false }
    ofDevices.get(artifact.deviceId)?.set(lineageName(artifact), lineage)
  }
  return ofDevices
}

class LatestVersion extends Version {
  declare isDamaged: boolean
}

const artifactsSql = 'select * from artifacts where tenant_id = ? and device_id = any(?::uuid[])'

const versionsSql = `select v.*, exists (
    select from damaged_versions d where d.tenant_id = v.tenant_id and d.version_id = v.id) as is_damaged
  from versions v where v.tenant_id = ? and v.id = any(?::uuid[])`

const snapshotsSql = 'select * from snapshots where tenant_id = ? and version_id = any(?::uuid[])'
