import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** A change from one version of a lineage to the next. The magnitude is null if it is unknown. */
export interface Transition {
  artifactId: string
  artifactKey: string
  transport: 'ssh' | 'api'
  fromVersionId: string
  toVersionId: string
  fromAt: Date
  toAt: Date
  added: number | null
  removed: number | null
}

/** Maximum number of changes returned. */
const rankedAtMost = 1_000

/**
 * Returns the 1,000 largest changes of one lineage, those of unknown magnitude last.
 * @throws DomainError not_found
 */
export async function rankChangesOfArtifact(context: ActionContext, artifactId: string): Promise<Transition[]> {
  const artifact = await Artifact.query(context.trx).findById(artifactId)
  if (!artifact) throw notFound()
  const { tenantId } = artifact
  await recordAudit(context, 'artifact.divergence', { kind: 'artifact', id: artifactId, tenantId })
  return rank(context, tenantId, [artifactId])
}

/**
 * Returns the 1,000 largest changes over all lineages of a device.
 * @throws DomainError not_found
 */
export async function rankChangesOfDevice(context: ActionContext, deviceId: string): Promise<Transition[]> {
  const device = await Device.query(context.trx).findById(deviceId)
  if (!device) throw notFound()
  const { tenantId } = device
  const artifacts = await Artifact.query(context.trx).where({ tenantId, deviceId }).select('id')
  await recordAudit(context, 'artifact.divergence', { kind: 'device', id: deviceId, tenantId })
  return rank(
    context,
    tenantId,
    artifacts.map(({ id }) => id),
  )
}

async function rank({ trx }: ActionContext, tenantId: string, artifactIds: string[]): Promise<Transition[]> {
  const { rows } = await trx.raw(
    `select t.*, a.key, a.transport
     from (
       select v.artifact_id, v.id, v.captured_at, v.added, v.removed,
              lag(v.id) over lineage as from_id, lag(v.captured_at) over lineage as from_at
       from versions v
       where v.tenant_id = ? and v.artifact_id = any(?)
       window lineage as (partition by v.artifact_id order by v.captured_at, v.id)
     ) t
     join artifacts a on a.tenant_id = ? and a.id = t.artifact_id
     where t.from_id is not null
     order by t.added + t.removed desc nulls last, t.captured_at desc, t.id desc
     limit ?`,
    [tenantId, artifactIds, tenantId, rankedAtMost],
  )
  return rows.map((row: RankedRow) => ({
    artifactId: row.artifact_id,
    artifactKey: row.key,
    transport: row.transport,
    fromVersionId: row.from_id,
    toVersionId: row.id,
    fromAt: row.from_at,
    toAt: row.captured_at,
    added: row.added,
    removed: row.removed,
  }))
}

interface RankedRow {
  artifact_id: string
  key: string
  transport: 'ssh' | 'api'
  id: string
  from_id: string
  from_at: Date
  captured_at: Date
  added: number | null
  removed: number | null
}
