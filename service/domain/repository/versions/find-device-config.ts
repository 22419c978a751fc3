import { isExtraKey } from '../../../../shared/platforms/extra-commands.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Version } from '../../../store/models/version.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'

/** Selects a configuration of a device. */
export interface ConfigChoice {
  /** Artifact key; default: the first artifact of the device's platform. */
  key?: string
  /** Default: of two lineages, the one that was seen last. */
  transport?: 'ssh' | 'api'
  /** The instant at which the version was current; default: the latest version. */
  at?: Date
}

/**
 * Returns the version of an artifact that was current at an instant.
 * @throws DomainError not_found for an unknown device, no_version_at if no version existed at that time,
 *   validation_failed for an artifact that the platform lacks
 */
export async function findDeviceConfig(
  { trx }: ActionContext,
  deviceId: string,
  { key, transport, at }: ConfigChoice,
): Promise<{ version: Version; artifact: Artifact }> {
  const device = await Device.query(trx).findById(deviceId)
  if (!device) throw notFound()
  const keys = Object.keys((await findPlatform(trx, device))?.artifacts ?? {})
  if (key !== undefined && !keys.includes(key) && !isExtraKey(key))
    throw invalidField('artifact', 'not_artifact_of_platform')
  const { tenantId } = device
  const lineages = Artifact.query(trx).where({ tenantId, deviceId, key: key ?? keys[0] ?? '' })
  if (transport) lineages.where({ transport })
  const found: { version: Version; artifact: Artifact; seenAt: number }[] = []
  for (const artifact of await lineages) {
    const version = await inForce(trx, artifact, at)
    if (version)
      found.push({ version, artifact, seenAt: Math.min(version.lastSeenAt.getTime(), at?.getTime() ?? Infinity) })
  }
  const [latest] = found.toSorted(
    (a, b) => b.seenAt - a.seenAt || b.version.capturedAt.getTime() - a.version.capturedAt.getTime(),
  )
  if (!latest) throw new DomainError('no_version_at')
  return latest
}

function inForce(trx: ActionContext['trx'], { tenantId, id: artifactId }: Artifact, at: Date | undefined) {
  const query = Version.query(trx).where({ tenantId, artifactId }).orderByRaw('captured_at desc, id desc').first()
  if (at) query.where('capturedAt', '<=', at)
  return query
}
