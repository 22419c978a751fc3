import type { ObjectLocks, StoredVersion } from '../../../objects/object-locks.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import type { LockDependencies } from '../stored-objects/lock-stored.ts'
import { type LockedKind, parseContentKey } from '../stored-objects/lock-rows.ts'

/** A pack or manifest whose verified version is stored, but not returned by a read. */
export interface HiddenObject {
  kind: LockedKind
  id: string
  key: string
  /** The verified version. */
  storeVersion: string
  /** What hides it: a delete marker, or other content. */
  hiddenBy: 'delete_marker' | 'other_version'
}

/** Objects compared with their rows at a time. */
const pageSize = 1_000

/**
 * Lists the versions of one tenant's packs and manifests, and yields objects with a hidden verified version. A newer
 * version with the same bytes does not count: an agent may upload a pack twice.
 * @throws StoreUnreachable
 */
export async function* findHidden(
  { knex }: Pick<LockDependencies, 'knex'>,
  locks: ObjectLocks,
  { tenantId, prefix }: { tenantId: string; prefix: string },
): AsyncGenerator<HiddenObject> {
  async function* compare(page: StoredVersion[][]): AsyncGenerator<HiddenObject> {
    const known = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
      const ids = page.map(([one]) => parseContentKey(one!.key)!.id)
      const { rows } = await trx.raw(
        `select kind, object_id as id, store_version as version from object_locks
         where tenant_id = ? and object_id = any(?::uuid[]) and store_version is not null`,
        [tenantId, ids],
      )
      return new Map<string, string>(rows.map((row: KnownVersion) => [`${row.kind} ${row.id}`, row.version]))
    })
    for (const versions of page) {
      const { key } = versions[0]!
      const { kind, id } = parseContentKey(key)!
      const verified = known.get(`${kind} ${id}`) ?? (await findLockedVersion(locks, versions))
      const hiddenBy = verified === null ? null : whatHides(versions, verified)
      if (verified !== null && hiddenBy) yield { kind, id, key, storeVersion: verified, hiddenBy }
    }
  }

  for (const folder of ['packs', 'manifests']) {
    let page: StoredVersion[][] = []
    for await (const versions of byKey(locks.listVersions(`${prefix}/${folder}/`))) {
      if (versions.length > 1 && parseContentKey(versions[0]!.key)) page.push(versions)
      if (page.length < pageSize) continue
      yield* compare(page)
      page = []
    }
    if (page.length > 0) yield* compare(page)
  }
}

interface KnownVersion {
  kind: LockedKind
  id: string
  version: string
}

/** For a rebuilt database: only verified versions are locked, so the newest locked one is the verified one. */
async function findLockedVersion(locks: ObjectLocks, versions: StoredVersion[]): Promise<string | null> {
  for (const { key, versionId, isDeleteMarker } of versions) {
    if (!isDeleteMarker && (await locks.lockedUntil(key, versionId)) !== null) return versionId
  }
  return null
}

/** Returns null if the verified version is current, equal to the current one, or gone. */
function whatHides(versions: StoredVersion[], storeVersion: string): HiddenObject['hiddenBy'] | null {
  const verified = versions.find((one) => one.versionId === storeVersion && !one.isDeleteMarker)
  const current = versions.find((one) => one.isCurrent)
  if (!verified || verified.isCurrent || !current) return null
  if (current.isDeleteMarker) return 'delete_marker'
  return current.etag !== '' && current.etag === verified.etag ? null : 'other_version'
}

async function* byKey(versions: AsyncIterable<StoredVersion>): AsyncGenerator<StoredVersion[]> {
  let group: StoredVersion[] = []
  for await (const version of versions) {
    if (group.length > 0 && group[0]!.key !== version.key) {
      yield group
      group = []
    }
    group.push(version)
  }
  if (group.length > 0) yield group
}

/**
 * Makes the verified version of a hidden object current: deletes the markers and versions in front of it. If one of
 * them is locked, it stores the verified bytes again as the newest version.
 * @returns the id of the current version
 * @throws StoreUnreachable, ObjectNotFound, ObjectDamaged
 */
export async function revealHidden(
  store: ObjectStore,
  locks: ObjectLocks,
  { key, storeVersion }: Pick<HiddenObject, 'key' | 'storeVersion'>,
): Promise<string> {
  const bytes = await locks.getVersion(key, storeVersion)
  for await (const version of locks.listVersions(key)) {
    if (version.key !== key || version.versionId === storeVersion) continue
    await locks.deleteVersion(key, version.versionId).catch(() => undefined) // what remains is superseded below
  }
  const current = await locks.headCurrent(key)
  if (current?.versionId === storeVersion) return storeVersion
  return locks.put(key, bytes)
}
