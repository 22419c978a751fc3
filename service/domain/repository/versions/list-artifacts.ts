import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { Version } from '../../../store/models/version.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** When a version was stored, and its size in bytes. */
export type VersionSize = Pick<Version, 'capturedAt' | 'sizeBytes'>

/** A lineage with its number of versions and the latest of them. */
export interface Lineage {
  artifact: Artifact
  versionsCount: number
  latest: Pick<Version, 'capturedAt' | 'lastSeenAt'> | null
  /** Of the latest versions, in chronological order. */
  sizes: VersionSize[]
  /** The pinned version. */
  pin: Pin | null
}

/**
 * Returns the lineages of a device by key and transport.
 * @throws DomainError not_found
 */
export async function listArtifacts(context: ActionContext, deviceId: string): Promise<Lineage[]> {
  const { trx } = context
  const device = await Device.query(trx).findById(deviceId)
  if (!device) throw notFound()
  const { tenantId } = device
  const artifacts = await Artifact.query(trx).where({ tenantId, deviceId }).orderBy(['key', 'transport'])
  await recordAudit(context, 'artifact.list', { kind: 'device', id: deviceId, tenantId })
  return viewLineages(context, artifacts)
}

/** Returns the views of lineages of one tenant whose rows are already read, in their order. */
export async function viewLineages({ trx }: ActionContext, artifacts: Artifact[]): Promise<Lineage[]> {
  const ids = artifacts.map(({ id }) => id)
  const tenantId = artifacts[0]?.tenantId ?? null
  const counts = await Version.query(trx)
    .where({ tenantId })
    .whereIn('artifactId', ids)
    .groupBy('artifactId')
    .select('artifactId')
    .count({ versions: '*' })
    .castTo<{ artifactId: string; versions: number }[]>()
  const latestIds = artifacts.flatMap(({ latestVersionId }) => latestVersionId ?? [])
  const latest = await Version.query(trx).findByIds(latestIds).select('artifactId', 'capturedAt', 'lastSeenAt')
  const pins = await Pin.query(trx).where({ tenantId }).whereIn('artifactId', ids)
  const sizes = await findSizes(trx, tenantId, ids)
  return artifacts.map((artifact) => ({
    artifact,
    versionsCount: counts.find(({ artifactId }) => artifactId === artifact.id)?.versions ?? 0,
    latest: latest.find(({ artifactId }) => artifactId === artifact.id) ?? null,
    sizes: sizes.filter(({ artifactId }) => artifactId === artifact.id),
    pin: pins.find(({ artifactId }) => artifactId === artifact.id) ?? null,
  }))
}

/** Versions of a lineage whose sizes are listed. */
const sizesOfLineage = 30

async function findSizes(
  trx: ScopedTransaction,
  tenantId: string | null,
  artifactIds: string[],
): Promise<(VersionSize & { artifactId: string })[]> {
  const { rows } = await trx.raw(
    `select of.id as "artifactId", latest.captured_at as "capturedAt", latest.size_bytes as "sizeBytes"
     from unnest(?::uuid[]) as of (id)
     cross join lateral (
       select captured_at, size_bytes, id from versions
       where tenant_id = ? and artifact_id = of.id
       order by captured_at desc, id desc limit ?
     ) latest
     order by latest.captured_at, latest.id`,
    [artifactIds, tenantId, sizesOfLineage],
  )
  return rows
}
