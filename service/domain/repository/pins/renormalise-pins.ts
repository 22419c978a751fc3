import { Artifact } from '../../../store/models/artifact.ts'
import type { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { readRows } from '../../../store/read-rows.ts'
import { Version } from '../../../store/models/version.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { PlatformLookup } from '../../inventory/platforms/find-platform.ts'
import type { ComparisonContext } from '../versions/comparison-context.ts'
import { type Renormalised, renormalise } from '../versions/renormalise.ts'

/** A pinned version that was normalised with older rules. */
export interface StalePin {
  version: Version
  key: string
}

/** Returns the outdated pins by device id; most devices have none. Queries by keys only, like updateDrift. */
export async function findStalePins(
  { trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>,
  devices: readonly Pick<Device, 'id' | 'platform'>[],
  platforms: PlatformLookup,
): Promise<Map<string, StalePin[]>> {
  if (devices.length === 0) return new Map()
  const pins = await readRows(trx, Pin, 'select * from pins where tenant_id = ? and device_id = any(?::uuid[])', [
    tenantId,
    devices.map(({ id }) => id),
  ])
  if (pins.length === 0) return new Map()
  const revisions = new Map(devices.map(({ id, platform }) => [id, platforms(platform)?.normalise?.revision ?? 0]))
  const versions = await Version.query(trx).findByIds(pins.map(({ versionId }) => versionId))
  const stale = versions.filter((version) => version.normaliserRevision !== revisions.get(version.deviceId))
  const artifacts = await Artifact.query(trx).findByIds(stale.map(({ artifactId }) => artifactId))
  const keyOf = new Map(artifacts.map(({ id, key }) => [id, key]))
  const found = stale.flatMap((version) => {
    const key = keyOf.get(version.artifactId)
    return key === undefined || 'root' in version.content ? [] : [{ version, key }]
  })
  return Map.groupBy(found, ({ version }) => version.deviceId)
}

/** Prevents drift that only results from new rules. Unreadable versions stay unchanged. */
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
