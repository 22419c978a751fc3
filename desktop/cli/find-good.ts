import type { components } from '../../shared/contract/api-types.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Device } from './find-device.ts'
import { type Lineage, type Version, findVersion } from './find-version.ts'
import type { Output } from './output.ts'
import { dataOf } from './pages.ts'

export type LastKnownGood = components['schemas']['LastKnownGood']

/** The option that selects the last known good version instead of `--at`. */
export const good = {
  type: 'boolean',
  description: 'the last known good version: reviewed or found unchanged, complete and plausible',
} as const

/** Returns the last known good version of each lineage of a device. */
export async function listGoodVersions(
  { api }: Connection,
  { id, tenant_id: tenant }: Device,
): Promise<LastKnownGood[]> {
  const params = { path: { device_id: id }, query: { tenant } }
  return dataOf(await api.GET('/api/devices/{device_id}/last-known-good', { params }))
}

/**
 * Returns the version that `--good` or `--at` selects; default the latest. Warns of a version that is not known to be good.
 * @param context `mustBeGood`: such a version is an error
 * @throws CommandError if no version matches, or both options are present
 */
export async function selectVersion(
  connection: Connection,
  device: Device,
  lineage: Lineage,
  { good, at }: { good?: boolean; at?: string },
  { out, now, mustBeGood = false }: { out: Output; now: Date; mustBeGood?: boolean },
): Promise<Version> {
  if (!good) return findVersion(connection, device, lineage, at ?? 'latest', now)
  if (at !== undefined) {
    throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--good', '--at'] }))
  }
  const params = { path: { artifact_id: lineage.id }, query: { tenant: device.tenant_id } }
  const found = dataOf(await connection.api.GET('/api/artifacts/{artifact_id}/last-known-good', { params }))
  if (!found.version || (mustBeGood && !found.good)) {
    const what = `${lineage.key} of ${device.name}`
    throw new CommandError(
      exitCodes.notFound,
      message('no_good_version', { artifact: what, reasons: found.failing as Message[] }),
    )
  }
  for (const reason of found.reasons) out.notice(`warning: not known to be good: ${reason}`)
  return found.version
}
