import type { ScopedTransaction } from '../../../store/scope.ts'

/** Kinds of objects that are locked. Keys, tombstones, descriptions, search segments and dumps are never locked. */
export type LockedKind = 'pack' | 'manifest'

/** An object and its verified version. */
export interface LockedObject {
  kind: LockedKind
  id: string
  /** Null if only the existence of the lock is known. */
  storeVersion: string | null
  lockedUntil: Date
}

/** Records locks; an unknown version does not replace a known one. */
export async function recordLocks(trx: ScopedTransaction, tenantId: string, locks: LockedObject[]): Promise<void> {
  if (locks.length === 0) return
  await trx.raw(
    `insert into object_locks as known (tenant_id, kind, object_id, store_version, locked_until)
     select :tenantId, kind, id, version, until
     from unnest(cast(:kinds as text[]), cast(:ids as uuid[]), cast(:versions as text[]), cast(:untils as timestamptz[]))
       locked (kind, id, version, until)
     on conflict (tenant_id, kind, object_id) do update set
       store_version = coalesce(excluded.store_version, known.store_version), locked_until = excluded.locked_until`,
    {
      tenantId,
      kinds: locks.map(({ kind }) => kind),
      ids: locks.map(({ id }) => id),
      versions: locks.map(({ storeVersion }) => storeVersion),
      untils: locks.map(({ lockedUntil }) => lockedUntil),
    },
  )
}

/** Returns those of `ids` with a lock in force at `now`. */
export async function findLocked(
  trx: ScopedTransaction,
  { tenantId, kind, ids, now }: { tenantId: string; kind: LockedKind; ids: string[]; now: Date },
): Promise<Set<string>> {
  const { rows } = await trx.raw(
    `select object_id as id from object_locks
     where tenant_id = ? and kind = ? and object_id = any(?::uuid[]) and locked_until > ?`,
    [tenantId, kind, ids, now],
  )
  return new Set(rows.map(({ id }: { id: string }) => id))
}

/** Called after the objects are deleted. */
export async function forgetLocks(
  trx: ScopedTransaction,
  { tenantId, kind, ids }: { tenantId: string; kind: LockedKind; ids: string[] },
): Promise<void> {
  if (ids.length === 0) return
  await trx.raw('delete from object_locks where tenant_id = ? and kind = ? and object_id = any(?::uuid[])', [
    tenantId,
    kind,
    ids,
  ])
}

/** Returns the kind and id from the name of a pack or manifest; null for other objects. */
export function parseContentKey(key: string): { kind: LockedKind; id: string } | null {
  const found = /\/(packs|manifests)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key)
  return found && { kind: found[1] === 'packs' ? 'pack' : 'manifest', id: found[2]! }
}
