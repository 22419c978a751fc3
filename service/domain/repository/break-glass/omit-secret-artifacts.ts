import type { Artifact } from '../../../store/models/artifact.ts'
import type { Device } from '../../../store/models/device.ts'
import { readPlatforms } from '../../inventory/platforms/find-platform.ts'
import type { TenantContext } from '../../kernel/context.ts'

/** Returns the artifacts of the devices that their platforms do not declare secret, in the same order. */
export async function omitSecretArtifacts(
  { trx, tenantId }: Pick<TenantContext, 'trx' | 'tenantId'>,
  devices: readonly Pick<Device, 'id' | 'platform'>[],
  artifacts: readonly Artifact[],
): Promise<Artifact[]> {
  const platformOf = new Map(devices.map(({ id, platform }) => [id, platform]))
  const findPlatform = await readPlatforms(trx, tenantId, [...new Set(platformOf.values())])
  return artifacts.filter(({ deviceId, key }) => {
    const platform = platformOf.get(deviceId)
    return platform !== undefined && findPlatform(platform)?.artifacts[key]?.secret !== true
  })
}
