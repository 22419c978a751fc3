import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** A lineage with its number of versions and the latest of them. */
export interface Lineage {
  artifact: Artifact
  versionsCount: number
  latest: Pick<Version, 'capturedAt' | 'lastSeenAt'> | null
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
  return artifacts.map((artifact) => ({
    artifact,
    versionsCount: counts.find(({ artifactId }) => artifactId === artifact.id)?.versions ?? 0,
    latest: latest.find(({ artifactId }) => artifactId === artifact.id) ?? null,
    pin: pins.find(({ artifactId }) => artifactId === artifact.id) ?? null,
  }))
}
