import { createHash } from 'node:crypto'
import { ManifestDamaged } from '../../../../shared/repository/damaged.ts'
import { openManifest } from '../../../../shared/repository/manifest.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectLocks } from '../../../objects/object-locks.ts'
import { ObjectNotFound, ObjectDamaged, StoreUnreachable } from '../../../objects/object-store.ts'
import { inScope } from '../../../store/scope.ts'
import { manifestObject, packObject } from '../chunks/object-names.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { daysAfter } from '../../kernel/delay.ts'
import type { LockDependencies } from '../stored-objects/lock-stored.ts'
import { type LockedKind, type LockedObject, recordLocks } from '../stored-objects/lock-rows.ts'
import type { LockTerms } from '../stored-objects/lock-terms.ts'

export interface ExtendDependencies extends LockDependencies {
  keys: Keyring
  signal?: AbortSignal | undefined
  /** Approximate maximum of objects of one tenant locked or extended in a night; the next night continues. */
  maxObjects?: number
}

/** Results for one tenant, or the sum of all. */
export interface ExtendCounts extends Record<string, number> {
  /** Objects that were not locked before. */
  locked: number
  extended: number
  failures: number
  /** Objects whose verified version is hidden by a delete marker or another version. */
  hidden: number
}

/** Rows per page and per transaction. */
const pageSize = 200

/** Maximum number of concurrent requests. */
const atOnce = 8

/**
 * This number of requests takes a few hours. Locks are extended at least a day, by default a month, before they end:
 * later nights handle the rest in time.
 */
const objectsOfNight = 200_000

/** Consecutive failures of the store after which the task stops until the next night. */
const storeFailuresAtMost = 20

/**
 * Locks a tenant's unlocked objects, and extends locks that end within the minimum time: packs with chunks, and
 * manifests of versions. A version that was locked before is extended even if it is hidden. For an object that was
 * never locked, or whose locked version is not in this bucket, the current version is verified first. It can be
 * interrupted; the next run continues. Missing or damaged objects do not affect the others.
 * @param keep called before each page; returns false if another replica does this
 * @returns the results; ends early after too many consecutive failures of the store, and at the limit of a night
 */
export async function extendLocks(
  dependencies: ExtendDependencies,
  locks: ObjectLocks,
  { tenantId, prefix }: { tenantId: string; prefix: string },
  { leastDays, fullDays }: LockTerms,
  keep: () => Promise<boolean>,
): Promise<ExtendCounts> {
  const { knex, now, signal, maxObjects = objectsOfNight } = dependencies
  const counts: ExtendCounts = { locked: 0, extended: 0, failures: 0, hidden: 0 }
  const begunAt = now()
  const due = daysAfter(begunAt, leastDays)
  const until = daysAfter(begunAt, fullDays)

  let storeFailures = 0

  async function lockOne(object: DueObject): Promise<LockedObject | null> {
    try {
      const locked = await lockDue(object)
      storeFailures = 0
      return locked
    } catch (error) {
      if (!(error instanceof StoreUnreachable)) throw error
      storeFailures++
      return null
    }
  }

  async function lockDue({ kind, id, storeVersion, ...digests }: DueObject): Promise<LockedObject | null> {
    const key = kind === 'pack' ? packObject(prefix, id) : manifestObject(prefix, id)
    const known = storeVersion && (await lockVersion(key, storeVersion))
    if (known) return { kind, id, ...known }
    const version = await unlessUnreadable(verifyCurrent(dependencies, locks, key, { tenantId, kind, id, ...digests }))
    const current = version && (await lockVersion(key, version))
    return current ? { kind, id, ...current } : null
  }

  async function lockVersion(key: string, storeVersion: string) {
    const lockedUntil = await unlessUnreadable(locks.lock(key, storeVersion, until))
    return lockedUntil && { storeVersion, lockedUntil }
  }

  for (const kind of ['pack', 'manifest'] as const) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      if (counts.locked + counts.extended >= maxObjects || !(await keep())) return counts
      const page = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
        const { rows } = await trx.raw(dueQueries[kind], { tenantId, after, due })
        return rows as DueObject[]
      })
      const done: LockedObject[] = []
      const unlocked = new Set(page.filter(({ storeVersion }) => storeVersion === null).map(({ id }) => id))
      for await (const locked of mapConcurrent(page, atOnce, lockOne)) {
        if (locked) done.push(locked)
        else counts.failures++
      }
      await inScope(knex, { kind: 'tenant', tenantId }, (trx) => recordLocks(trx, tenantId, done))
      for (const { id } of done) counts[unlocked.has(id) ? 'locked' : 'extended']!++
      if (storeFailures >= storeFailuresAtMost || signal?.aborted) return counts
      if (page.length < pageSize) break
      after = page.at(-1)!.id
    }
  }
  return counts
}

interface DueObject {
  kind: LockedKind
  id: string
  storeVersion: string | null
  /** Only for packs. */
  size?: number
  md5?: Buffer | null
  sha256?: Buffer
}

/** Returns null for an object, or a version of it, that is missing or damaged. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ObjectNotFound || error instanceof ObjectDamaged) return null
    throw error
  }
}

const dueQueries = {
  pack: `select 'pack' as kind, p.id, l.store_version as "storeVersion", p.size, p.md5, p.sha256
    from packs p left join object_locks l on l.tenant_id = p.tenant_id and l.kind = 'pack' and l.object_id = p.id
    where p.tenant_id = :tenantId and p.status = 'verified' and p.id > :after
      and (l.locked_until is null or l.store_version is null or l.locked_until < :due)
      and exists (select from chunks c where c.tenant_id = p.tenant_id and c.pack_id = p.id)
    order by p.id limit ${pageSize}`,
  manifest: `select 'manifest' as kind, v.id, l.store_version as "storeVersion"
    from versions v left join object_locks l on l.tenant_id = v.tenant_id and l.kind = 'manifest' and l.object_id = v.id
    where v.tenant_id = :tenantId and v.id > :after
      and (l.locked_until is null or l.store_version is null or l.locked_until < :due)
    order by v.id limit ${pageSize}`,
}

/**
 * Returns the current version if it is intact: a pack is verified by the store's digest if that is an MD5, otherwise by
 * its SHA-256; a manifest by its seal.
 * @returns null if it is not intact
 */
async function verifyCurrent(
  { keys }: ExtendDependencies,
  locks: ObjectLocks,
  key: string,
  { tenantId, kind, id, size, md5, sha256 }: Omit<DueObject, 'storeVersion'> & { tenantId: string },
): Promise<string | null> {
  if (kind === 'pack') {
    const head = await locks.headCurrent(key)
    if (!head || head.size !== size) return null
    if (md5 && head.etag === `"${md5.toString('hex')}"`) return head.versionId
    const { bytes, versionId } = await locks.getCurrent(key)
    return sha256 && createHash('sha256').update(bytes).digest().equals(sha256) ? versionId : null
  }
  const { bytes, versionId } = await locks.getCurrent(key)
  try {
    openManifest(bytes, id, await keys.of(tenantId))
    return versionId
  } catch (error) {
    if (error instanceof ManifestDamaged) return null
    throw error
  }
}
