import type { MasterKey } from '../../../keys/master-key.ts'
import { type TenantKeys, tryUnwrap } from '../../../keys/tenant-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { readObject } from '../../repository/stored-objects/read-object.ts'
import type { RebuildCounts, RebuildDependencies } from './rebuild-dependencies.ts'

/** A tenant's prefix in the store. */
export interface StoredTenant {
  tenantId: string
  prefix: string
}

/** A wrapped key bundle and its keys. */
export interface FoundKeys {
  generation: number
  bundle: Buffer
  keys: TenantKeys
}

const root = 'tenants/'

/**
 * Yields every tenant with objects in the store, in the order of ids.
 * @throws StoreUnreachable; the tenants yielded before are then incomplete
 */
export async function* findTenants(
  { store, onSkipped }: Pick<RebuildDependencies, 'store' | 'onSkipped'>,
  counts: Pick<RebuildCounts, 'foreign'>,
): AsyncGenerator<StoredTenant> {
  for (let after = root; ;) {
    const key = await firstBehind(store, after)
    if (key === null) return
    const tenantId = key.split('/')[1]!
    after = `${root}${tenantId}0` // '0' is the character after '/'
    if (/^[0-9a-f-]{36}$/.test(tenantId)) yield { tenantId, prefix: `${root}${tenantId}` }
    else {
      counts.foreign++
      onSkipped(key, 'it belongs to no customer')
    }
  }
}

/**
 * Returns the newest wrapped bundle of a tenant that the master key can unwrap; a change of the master key leaves older
 * ones.
 * @returns null if none can be unwrapped
 */
export async function openStoredKeys(
  {
    store,
    masterKey,
    onSkipped,
  }: { store: ObjectStore; masterKey: MasterKey; onSkipped: RebuildDependencies['onSkipped'] },
  { tenantId, prefix }: StoredTenant,
): Promise<FoundKeys | null> {
  const generations: number[] = []
  for await (const { key } of store.list(`${prefix}/keys/`)) {
    const name = key.slice(`${prefix}/keys/`.length)
    if (/^[1-9]\d{0,8}$/.test(name)) generations.push(Number(name))
  }
  for (const generation of generations.sort((a, b) => b - a)) {
    const key = `${prefix}/keys/${generation}`
    const found = await readObject(store, key)
    if (found.state !== 'read') {
      onSkipped(key, `it is ${found.state}`)
      continue
    }
    const keys = tryUnwrap(masterKey, tenantId, found.bytes)
    if (keys) return { generation, bundle: found.bytes, keys }
    onSkipped(key, 'it cannot be decrypted with this master key')
  }
  return null
}

async function firstBehind(store: ObjectStore, after: string): Promise<string | null> {
  for await (const { key } of store.list(root, after)) return key
  return null
}
