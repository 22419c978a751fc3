import { Artifact } from '../../store/models/artifact.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import { Version } from '../../store/models/version.ts'
import type { TenantCall } from '../call.ts'

/** A lineage of a device with what it says now. */
export interface Lineage {
  artifact: Artifact
  latest: Version | null
  /** Of the latest version, where it is a tree. */
  snapshot: Snapshot | null
}

/** The lineages of a device by `${key}/${transport}`. */
export type Lineages = Map<string, Lineage>

export function lineageName({ key, transport }: { key: string; transport: string }): string {
  return `${key}/${transport}`
}

export async function readLineages({ trx, tenantId }: TenantCall, deviceId: string): Promise<Lineages> {
  const artifacts = await Artifact.query(trx).where({ tenantId, deviceId })
  const ids = artifacts.flatMap(({ latestVersionId }) => latestVersionId ?? [])
  const versions = await Version.query(trx).findByIds(ids)
  const snapshots = await Snapshot.query(trx).where({ tenantId }).whereIn('versionId', ids)
  const named = artifacts.map((artifact): [string, Lineage] => {
    const latest = versions.find(({ id }) => id === artifact.latestVersionId) ?? null
    const snapshot = snapshots.find(({ versionId }) => versionId === latest?.id) ?? null
    return [lineageName(artifact), { artifact, latest, snapshot }]
  })
  return new Map(named)
}
