import { bundleKey } from '../../keys/tenant-keys.ts'
import type { ObjectStore } from '../../objects/object-store.ts'

/**
 * `{prefix}/tombstone` in the object store: this customer's keys were destroyed. It stays for ever, and whoever puts a
 * dump back looks for it first, so that no older copy brings the keys back. It is no order: keys that a database has are
 * destroyed by a person, and by nothing that lies in the store.
 */
export function tombstoneObject(prefix: string): string {
  return `${prefix}/tombstone`
}

/** What to do about a tombstone beside keys in the database, as a sentence. */
export const buriedAlive =
  'the store has a tombstone of this customer, and the database its keys: it is older than their destruction, which POST /api/tenants/{id}/destroy-key repeats; else remove the tombstone'

/** What a tombstone says. `isDeleted`: the tenant's rows were, or are being, deleted too. */
export interface Tombstone {
  isDeleted: boolean
}

/** @returns null where there is none; one that cannot be read says that the keys were destroyed. @throws StoreUnreachable */
export async function readTombstone(store: ObjectStore, prefix: string): Promise<Tombstone | null> {
  if (!(await store.head(tombstoneObject(prefix)))) return null
  const text = (await store.get(tombstoneObject(prefix))).toString()
  try {
    return { isDeleted: (JSON.parse(text) as { deleted?: boolean }).deleted === true }
  } catch {
    return { isDeleted: false }
  }
}

/** Puts the tombstone where there is none, or none of a deletion. @throws StoreUnreachable */
export async function putTombstone(
  store: ObjectStore,
  { id, prefix }: { id: string; prefix: string },
  now: Date,
  { isDeleted = false }: Partial<Tombstone> = {},
) {
  const known = await readTombstone(store, prefix)
  if (known && (known.isDeleted || !isDeleted)) return
  const facts = { tenant_id: id, keys_destroyed_at: now.toISOString(), ...(isDeleted && { deleted: true }) }
  await store.put(tombstoneObject(prefix), Buffer.from(`${JSON.stringify(facts)}\n`))
}

/**
 * Removes every wrapped bundle of a customer from the store, and every former version of them; those that are not
 * listed, because only former versions are left, by their number.
 * @param generation the newest that the database knows of
 * @throws StoreUnreachable when one may be left
 */
export async function removeStoredKeys(store: ObjectStore, prefix: string, generation: number): Promise<void> {
  const names = new Set(Array.from({ length: generation }, (_, at) => bundleKey(prefix, at + 1)))
  for await (const { key } of store.list(`${prefix}/keys/`)) names.add(key)
  for (const name of names) await store.deleteEveryVersion(name)
}
