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

/**
 * The latest text of each lineage of devices in service (`a`, `d`, `v`), with its first part in a segment (`s`) where it is in
 * one by the present rules of its platform; secrets are none of them. Needs `tenantId` and `ruleValues`.
 */
export const latestTexts = `artifacts a
  join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
  join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
  left join unnest(cast(:platforms as text[]), cast(:revisions as int[])) as rule (platform, revision)
    on rule.platform = d.platform
  left join search_texts s on s.tenant_id = a.tenant_id and s.version_id = a.latest_version_id and s.part = 0
    and s.revision = coalesce(rule.revision, 0)
  where a.tenant_id = :tenantId and a.kind = 'text'
    and d.decommissioned_at is null
    and not exists (
      select from unnest(cast(:secretPlatforms as text[]), cast(:secretKeys as text[])) as secret (platform, key)
      where secret.platform = d.platform and secret.key = a.key)`

/** Artifacts that are given out as downloads only: nobody searches them. */
const secrets = platforms.flatMap((platform: Platform) =>
  Object.entries(platform.artifacts).flatMap(([key, { secret }]) => (secret ? [{ platform: platform.id, key }] : [])),
)

/** The revisions of the platforms' present rules, as `latestTexts` asks for them. A platform without rules has 0. */
export const ruleValues = {
  platforms: platforms.map(({ id }) => id),
  revisions: platforms.map(revisionOf),
  secretPlatforms: secrets.map(({ platform }) => platform),
  secretKeys: secrets.map(({ key }) => key),
}

function revisionOf(platform: Platform): number {
  return platform.normalise?.revision ?? 0
}
