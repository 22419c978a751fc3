import type { Knex } from 'knex'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import { platforms } from '../../../../shared/platforms/registry.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'

/** What the texts that are searched are kept with. */
export interface SearchDependencies {
  knex: Knex
  keys: Keyring
  store: ObjectStore
  now: () => Date
}

/** Where a segment is in the object store. */
export function segmentObject(prefix: string, segmentId: string): string {
  return `${segmentFolder(prefix)}${segmentId}`
}

export function segmentFolder(prefix: string): string {
  return `${prefix}/search/`
}

/** The revision of the present rules of a platform, of devices `d`. */
export const ruleRevision = `coalesce((cast(:revisions as int[]))[array_position(cast(:platforms as text[]), d.platform)], 0)`

/**
 * The latest text of each lineage of devices in service (`a`, `d`, `v`), with its first part in a segment (`s`) where it is in
 * one by the present rules of its platform; secrets are none of them. Needs `tenantId` and `ruleValues`. The rules are looked up
 * in arrays: joined as rows, they make the planner expect one text, and look up each of a fleet by itself.
 */
export const latestTexts = `artifacts a
  join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
  join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
  left join search_texts s on s.tenant_id = a.tenant_id and s.version_id = a.latest_version_id and s.part = 0
    and s.revision = ${ruleRevision}
  where a.tenant_id = :tenantId and a.kind = 'text'
    and d.decommissioned_at is null
    and (d.platform || ' ' || a.key) <> all(cast(:secrets as text[]))`

/** Artifacts that are given out as downloads only, as `platform key`: nobody searches them. */
const secrets = platforms.flatMap((platform: Platform) =>
  Object.entries(platform.artifacts).flatMap(([key, { secret }]) => (secret ? [`${platform.id} ${key}`] : [])),
)

/** The revisions of the platforms' present rules, as `latestTexts` asks for them. A platform without rules has 0. */
export const ruleValues = {
  platforms: platforms.map(({ id }) => id),
  revisions: platforms.map(revisionOf),
  secrets,
}

function revisionOf(platform: Platform): number {
  return platform.normalise?.revision ?? 0
}
