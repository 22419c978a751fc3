import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Device } from './find-device.ts'
import { isUuid } from './is-uuid.ts'
import { instantOf } from './instant.ts'
import { dataOf, rowsOf } from './pages.ts'

export type Lineage = components['schemas']['Artifact']
export type Version = components['schemas']['Version']

/** Selects a lineage of a device. */
export interface LineageChoice {
  key?: string
  transport?: 'ssh' | 'api'
}

/** Returns all lineages of a device. */
export async function lineagesOf({ api }: Connection, { id, tenant_id: tenant }: Device): Promise<Lineage[]> {
  return dataOf(
    await api.GET('/api/devices/{device_id}/artifacts', { params: { path: { device_id: id }, query: { tenant } } }),
  )
}

/**
 * Returns the selected lineage: that of the artifact, default the platform's first artifact that the device has; of two
 * transports the one seen last.
 * @throws CommandError if the device has none
 */
export async function findLineage(connection: Connection, device: Device, choice: LineageChoice): Promise<Lineage> {
  const all = await lineagesOf(connection, device)
  const stored = all.filter(({ versions_count: count }) => count > 0)
  if (stored.length === 0)
    throw new CommandError(exitCodes.notFound, message('nothing_stored', { device: device.name }))
  const meant = stored.filter(({ key, transport }) => {
    return (!choice.key || choice.key === key) && (!choice.transport || choice.transport === transport)
  })
  if (meant.length === 0) {
    const lineages = stored.map(({ key, transport }) => `${key} (${transport})`)
    throw new CommandError(exitCodes.notFound, message('lineage_not_found', { device: device.name, lineages }))
  }
  const keys = choice.key ? [choice.key] : await keysInOrder(connection, device)
  const first = keys.find((key) => meant.some((lineage) => lineage.key === key)) ?? meant[0]!.key
  return meant
    .filter(({ key }) => key === first)
    .reduce((last, one) => ((one.last_seen_at ?? '') > (last.last_seen_at ?? '') ? one : last))
}

/** Returns versions of a lineage, the latest first. */
export function versionsOf({ api }: Connection, tenant: string, { id }: Lineage, limit?: number) {
  const path = { artifact_id: id }
  return rowsOf<Version>(
    (page) => api.GET('/api/artifacts/{artifact_id}/versions', { params: { path, query: { tenant, ...page } } }),
    limit,
  )
}

/**
 * Returns a version of a lineage: `latest`, `~1` for the one before it and so on, an id, or the version current at a
 * time (a date, or a time ago such as `7d`).
 * @throws CommandError if no version matches
 */
export async function findVersion(
  connection: Connection,
  device: Device,
  lineage: Lineage,
  meant: string,
  now: Date,
): Promise<Version> {
  const back = meant === 'latest' ? 0 : Number(/^~(\d{1,6})$/.exec(meant)?.[1] ?? NaN)
  const until = Number.isNaN(back) && !isUuid(meant) ? instantOf(meant, now) : undefined
  const what = `${lineage.key} of ${device.name}`
  let count = 0
  let oldest: Version | undefined
  for await (const version of versionsOf(connection, device.tenant_id, lineage, back + 1 || Infinity)) {
    if (until ? new Date(version.captured_at) <= until : version.id === meant || count === back) return version
    count += 1
    oldest = version
  }
  if (until) {
    const since = oldest && message('first_version_at', { at: oldest.captured_at })
    throw new CommandError(
      exitCodes.notFound,
      message('version_not_known_at', { artifact: what, at: until.toISOString() }),
      since,
    )
  }
  if (isUuid(meant))
    throw new CommandError(exitCodes.notFound, message('version_not_of_lineage', { version: meant, artifact: what }))
  throw new CommandError(exitCodes.notFound, message('versions_too_few', { count, artifact: what }))
}

async function keysInOrder({ api }: Connection, { platform }: Device): Promise<string[]> {
  const platforms = dataOf(await api.GET('/api/platforms'))
  return platforms.find(({ id }) => id === platform)?.artifacts.map(({ key }) => key) ?? []
}
