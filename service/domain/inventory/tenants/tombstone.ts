import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type TombstoneKeys } from '../../../keys/tombstone-keys.ts'
import { bundleKey } from '../../../keys/tenant-keys.ts'
import { ObjectNotFound, ObjectDamaged, type ObjectStore } from '../../../objects/object-store.ts'

/**
 * Returns the object name `{prefix}/tombstone`: its presence means that the keys of this tenant were destroyed. It is
 * never deleted, and a restore reads it, so that no older copy brings the keys back. It is sealed: only an installation
 * with the master key or the settings key can write a valid one. It never destroys keys in a database that is in use.
 */
export function tombstoneObject(prefix: string): string {
  return `${prefix}/tombstone`
}

/** Content of a tombstone. `isDeleted`: the tenant's rows were, or are being, deleted too. */
export interface Tombstone {
  isDeleted: boolean
  /** RFC 3339; null if absent. */
  keysDestroyedAt: string | null
  /** Whether this installation wrote it. Others are forged, damaged, or older than sealed tombstones. */
  isSealed: boolean
  /** Whether each of the current keys verifies it. */
  isSealedByAll: boolean
}

export type TombstoneConflict = MessageOf<'tombstone_of_destruction' | 'tombstone_not_sealed'>

/** Returns why a tombstone beside keys in the database stops maintenance tasks. */
export function tombstoneConflict({ isSealed }: Pick<Tombstone, 'isSealed'>): TombstoneConflict {
  return isSealed ? message('tombstone_of_destruction') : message('tombstone_not_sealed')
}

/** A stored tombstone. Each seal is the HMAC-SHA256, in base64, of the name and the content by one key. */
interface StoredTombstone {
  tenant_id: string
  keys_destroyed_at: string
  deleted?: true
  seals: string[]
}

/** Tombstones have about 250 bytes. */
const maxBytes = 4_096

/**
 * Returns the tombstone below a prefix, or null if the prefix has no tombstone. A tombstone that cannot be read or
 * verified is returned as not sealed.
 * @throws StoreUnreachable
 */
export async function readTombstone(
  store: ObjectStore,
  keys: TombstoneKeys,
  prefix: string,
): Promise<Tombstone | null> {
  const object = tombstoneObject(prefix)
  const found = await store.head(object)
  if (!found) return null
  if (found.size > maxBytes) return unreadable
  try {
    return parseTombstone(keys, object, await store.get(object))
  } catch (error) {
    if (error instanceof ObjectNotFound) return null
    if (error instanceof ObjectDamaged) return unreadable
    throw error
  }
}

const unreadable: Tombstone = { isDeleted: false, keysDestroyedAt: null, isSealed: false, isSealedByAll: false }

function parseTombstone(keys: TombstoneKeys, object: string, bytes: Buffer): Tombstone {
  let stored: Partial<Record<keyof StoredTombstone, unknown>> | null
  try {
    stored = JSON.parse(bytes.toString())
  } catch {
    return unreadable
  }
  if (typeof stored !== 'object' || stored === null) return unreadable
  const { tenant_id: tenantId, keys_destroyed_at: at } = stored
  const isDeleted = stored.deleted === true
  if (typeof tenantId !== 'string' || typeof at !== 'string') return { ...unreadable, isDeleted }
  const seals = Array.isArray(stored.seals) ? stored.seals : []
  const verified = keys.filter((key) => {
    const expected = seal(key, object, { tenantId, keysDestroyedAt: at, isDeleted })
    return seals.some((one) => typeof one === 'string' && isSame(one, expected))
  })
  return {
    isDeleted,
    keysDestroyedAt: at,
    isSealed: verified.length > 0,
    isSealedByAll: verified.length === keys.length,
  }
}

/** Subject of a tombstone. */
interface Facts {
  tenantId: string
  keysDestroyedAt: string
  isDeleted: boolean
}

function seal(key: Buffer, object: string, { tenantId, keysDestroyedAt, isDeleted }: Facts): string {
  const text = JSON.stringify([object, tenantId, keysDestroyedAt, isDeleted])
  return createHmac('sha256', key).update(text).digest('base64')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Writes a tombstone with a seal of each key, replacing any other.
 * @throws StoreUnreachable
 */
export async function writeTombstone(
  store: ObjectStore,
  keys: TombstoneKeys,
  prefix: string,
  facts: Facts,
): Promise<void> {
  const object = tombstoneObject(prefix)
  const stored: StoredTombstone = {
    tenant_id: facts.tenantId,
    keys_destroyed_at: facts.keysDestroyedAt,
    ...(facts.isDeleted && { deleted: true }),
    seals: keys.map((key) => seal(key, object, facts)),
  }
  await store.put(object, Buffer.from(`${JSON.stringify(stored)}\n`))
}

/**
 * Writes the tombstone of a destruction that the database records, unless an equivalent one with the seals of all keys
 * exists.
 * @returns whether it was written
 * @throws StoreUnreachable
 */
export async function putTombstone(
  store: ObjectStore,
  keys: TombstoneKeys,
  { id, prefix }: { id: string; prefix: string },
  destroyedAt: Date,
  { isDeleted = false }: Partial<Pick<Tombstone, 'isDeleted'>> = {},
): Promise<boolean> {
  const known = await readTombstone(store, keys, prefix)
  if (known?.isSealedByAll && (known.isDeleted || !isDeleted)) return false
  const earlier = known?.isSealed ? known : null
  await writeTombstone(store, keys, prefix, {
    tenantId: id,
    keysDestroyedAt: earlier?.keysDestroyedAt ?? destroyedAt.toISOString(),
    isDeleted: isDeleted || earlier?.isDeleted === true,
  })
  return true
}

/**
 * Removes all wrapped key bundles of a tenant from the store, with all former object versions. Bundles of which only
 * former versions remain are not listed and are removed by their number.
 * @param generation the newest generation in the database
 * @throws StoreUnreachable if a bundle may remain
 */
export async function removeStoredKeys(store: ObjectStore, prefix: string, generation: number): Promise<void> {
  const names = new Set(Array.from({ length: generation }, (_, at) => bundleKey(prefix, at + 1)))
  for await (const { key } of store.list(`${prefix}/keys/`)) names.add(key)
  for (const name of names) await store.deleteEveryVersion(name)
}
