import type { Knex } from 'knex'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import { platforms } from '../../../../shared/platforms/registry.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'

/** Dependencies of the search index. */
export interface SearchDependencies {
  knex: Knex
  keys: Keyring
  store: ObjectStore
  now: () => Date
}

/** Returns the object name of a segment. */
export function segmentObject(prefix: string, segmentId: string): string {
  return `${segmentFolder(prefix)}${segmentId}`
}

export function segmentFolder(prefix: string): string {
  return `${prefix}/search/`
}

/** The current rule revision of a platform, for devices `d`. */
export const ruleRevision = `coalesce((cast(:revisions as int[]))[array_position(cast(:platforms as text[]), d.platform)], 0)`

/**
 * The lineages with a current text of devices in service (`a`, `d`), without secrets. `s` is the first part of the
 * text, if it is in a segment with the current rules of its platform. Needs `tenantId` and `ruleValues`. The rules are
 * parameters in arrays: as joined rows they would make the planner expect one text, and query each text of a fleet
 * separately.
 */
export const latestPlaces = latest('')

/** As `latestPlaces`, with the version of each text (`v`). */
export const latestTexts = latest('join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id')

function latest(join: string): string {
  return `artifacts a
  join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
  ${join}
  left join search_texts s on s.tenant_id = a.tenant_id and s.version_id = a.latest_version_id and s.part = 0
    and s.revision = ${ruleRevision}
  where a.tenant_id = :tenantId and a.kind = 'text' and a.latest_version_id is not null
    and d.decommissioned_at is null
    and (d.platform || ' ' || a.key) <> all(cast(:secrets as text[]))`
}

/** Artifacts available only as downloads, as `platform key`: they are not searched. */
const secrets = platforms.flatMap((platform: Platform) =>
  Object.entries(platform.artifacts).flatMap(([key, { secret }]) => (secret ? [`${platform.id} ${key}`] : [])),
)

/** Current rule revisions of the platforms, as parameters of `latestTexts`. A platform without rules has 0. */
export const ruleValues = {
  platforms: platforms.map(({ id }) => id),
  revisions: platforms.map(revisionOf),
  secrets,
}

function revisionOf(platform: Platform): number {
  return platform.normalise?.revision ?? 0
}
