import { Artifact } from '../../../store/models/artifact.ts'
import { Pin } from '../../../store/models/pin.ts'
import { readRows } from '../../../store/read-rows.ts'
import { Version } from '../../../store/models/version.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { Drifted } from './emit-drift.ts'

/**
 * Updates whether the latest version of some lineages, whose rows are locked, differs from the pinned one after
 * normalisation. Few lineages are pinned, and every commit calls this. It queries by keys only: before PostgreSQL has
 * analysed the tables, a join may scan all rows of the tenant.
 * @returns those whose state changed
 */
export async function updateDrift(
  { trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>,
  artifactIds: readonly string[],
): Promise<Drifted[]> {
  const moved: Drifted[] = []
  for (let at = 0; at < artifactIds.length; at += settledAtOnce) {
    moved.push(...(await settleSome({ trx, tenantId }, artifactIds.slice(at, at + settledAtOnce))))
  }
  return moved
}

/** A tenant may have pinned a lineage of each of its devices. */
const settledAtOnce = 500

async function settleSome(
  { trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>,
  artifactIds: readonly string[],
): Promise<Drifted[]> {
  const moved: Drifted[] = []
  const sql = 'select * from pins where tenant_id = ? and artifact_id = any(?::uuid[])'
  const pins = await readRows(trx, Pin, sql, [tenantId, [...artifactIds]])
  if (pins.length === 0) return moved
  const artifacts = await Artifact.query(trx).findByIds(pins.map(({ artifactId }) => artifactId))
  const latestVersionIds = new Map(artifacts.map(({ id, latestVersionId }) => [id, latestVersionId]))
  const wanted = [
    ...pins.map(({ versionId }) => versionId),
    ...[...latestVersionIds.values()].filter((id) => id !== null),
  ]
  const compared = await Version.query(trx).findByIds(wanted).select(whatTells)
  const versions = new Map(compared.map((version) => [version.id, version]))
  for (const { artifactId, versionId, drifted } of pins) {
    const [pinned, latest] = [versions.get(versionId), versions.get(latestVersionIds.get(artifactId) ?? '')]
    if (!pinned || !latest || differ(latest, pinned) === drifted) continue
    await Pin.query(trx).findById([tenantId, artifactId]).patch({ drifted: !drifted })
    moved.push({ artifactId, drifted: !drifted, pinnedVersionId: versionId })
  }
  return moved
}

const whatTells = ['id', 'fingerprint', 'normalisedFingerprint', 'normaliserRevision'] as const

type Compared = Pick<Version, (typeof whatTells)[number]>

/** Versions normalised with different rules are only known to be equal if their bytes are. */
function differ(one: Compared, other: Compared): boolean {
  if (one.fingerprint === other.fingerprint) return false
  return (
    one.normaliserRevision !== other.normaliserRevision || one.normalisedFingerprint !== other.normalisedFingerprint
  )
}
