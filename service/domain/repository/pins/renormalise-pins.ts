import { platformById } from '../../../../shared/platforms/registry.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import type { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { Version } from '../../../store/models/version.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { ComparisonContext } from '../versions/comparison-context.ts'
import { type Renormalised, renormalise } from '../versions/renormalise.ts'

/** A pinned version whose row was written by older rules of normalisation. */
export interface StalePin {
  version: Version
  key: string
}

/** Those of a device; most have none. Asked by keys alone, as settleDrift. */
export async function findStalePins(
  { trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>,
  device: Pick<Device, 'id' | 'platform'>,
): Promise<StalePin[]> {
  const pins = await Pin.query(trx).where({ tenantId, deviceId: device.id })
  if (pins.length === 0) return []
  const revision = platformById(device.platform)?.normalise?.revision ?? 0
  const versions = await Version.query(trx)
    .findByIds(pins.map(({ versionId }) => versionId))
    .whereNot('normaliserRevision', revision)
  const artifacts = await Artifact.query(trx).findByIds(versions.map(({ artifactId }) => artifactId))
  const keyOf = new Map(artifacts.map(({ id, key }) => [id, key]))
  return versions.flatMap((version) => {
    const key = keyOf.get(version.artifactId)
    return key === undefined || 'root' in version.content ? [] : [{ version, key }]
  })
}

/** So that an update of the rules makes no drift of its own. What cannot be read is left as it is. */
export async function renormalisePins(
  comparing: ComparisonContext,
  pins: readonly StalePin[],
): Promise<Map<string, Renormalised>> {
  const found = new Map<string, Renormalised>()
  for (const { version, key } of pins) {
    const renormalised = await renormalise(comparing, key, version)
    if (renormalised) found.set(version.id, renormalised)
  }
  return found
}
