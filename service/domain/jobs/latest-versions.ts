import { Artifact } from '../../store/models/artifact.ts'
import { Snapshot } from '../../store/models/snapshot.ts'
import { Version } from '../../store/models/version.ts'
import type { TenantContext } from '../kernel/context.ts'

/** A lineage of a device with what it says now. */
export interface Lineage {
  artifact: Artifact
  latest: Version | null
  /** Of the latest version, where it is a tree. */
  snapshot: Snapshot | null
  /** The latest version is known not to be readable as a whole: its content is wanted again. */
  isDamaged: boolean
}

/** The lineages of a device by `${key}/${transport}`. */
export type Lineages = Map<string, Lineage>

export function lineageName({ key, transport }: { key: string; transport: string }): string {
  return `${key}/${transport}`
}

export async function readLineages({ trx, tenantId }: TenantContext, deviceId: string): Promise<Lineages> {
  const artifacts = await Artifact.query(trx).where({ tenantId, deviceId })
  const ids = artifacts.flatMap(({ latestVersionId }) => latestVersionId ?? [])
  if (ids.length === 0) return new Map(artifacts.map((artifact) => [lineageName(artifact), withNothing(artifact)]))
  const versions: (Version & { isDamaged?: boolean })[] = await Version.query(trx)
    .findByIds(ids)
    .select('versions.*', trx.raw(damagedColumn))
  const hasTrees = artifacts.some(({ kind }) => kind === 'blob')
  const snapshots = hasTrees ? await Snapshot.query(trx).where({ tenantId }).whereIn('versionId', ids) : []
  const named = artifacts.map((artifact): [string, Lineage] => {
    const latest = versions.find(({ id }) => id === artifact.latestVersionId) ?? null
    const snapshot = snapshots.find(({ versionId }) => versionId === latest?.id) ?? null
    return [lineageName(artifact), { artifact, latest, snapshot, isDamaged: latest?.isDamaged ?? false }]
  })
  return new Map(named)
}

function withNothing(artifact: Artifact): Lineage {
  return { artifact, latest: null, snapshot: null, isDamaged: false }
}

const damagedColumn = `exists (
  select from damaged_versions d where d.tenant_id = versions.tenant_id and d.version_id = versions.id) as is_damaged`
