import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** A lineage that began or ceased to differ from its pinned version. */
export interface Drifted {
  artifactId: string
  drifted: boolean
  /** Null: no version is pinned any more. */
  pinnedVersionId: string | null
}

/** Emits an event for each, in the transaction of the change. */
export async function emitDrift(
  { trx, tenantId, now }: Pick<TenantContext, 'trx' | 'tenantId' | 'now'>,
  moved: readonly Drifted[],
): Promise<void> {
  if (moved.length === 0) return
  const artifacts = await Artifact.query(trx).findByIds(moved.map(({ artifactId }) => artifactId))
  const devices = await Device.query(trx).findByIds(artifacts.map(({ deviceId }) => deviceId))
  const events = moved.flatMap(({ artifactId, drifted, pinnedVersionId }) => {
    const artifact = artifacts.find(({ id }) => id === artifactId)
    const device = devices.find(({ id }) => id === artifact?.deviceId)
    if (!artifact || !device) return []
    const { key, transport, latestVersionId } = artifact
    const versions = { pinned_version_id: pinnedVersionId, latest_version_id: latestVersionId }
    const type = drifted ? ('artifact.drifted' as const) : ('artifact.aligned' as const)
    return [{ type, tenantId, device, data: { artifact_id: artifactId, key, transport, ...versions } }]
  })
  await recordEvents({ trx, now }, events)
}
