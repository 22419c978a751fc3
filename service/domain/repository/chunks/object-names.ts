import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'

/** What the repository is built from. */
export interface RepositoryDependencies {
  knex: Knex
  keys: Keyring
  serviceKeys: ServiceKeys
  store: ObjectStore
  workers: ServicePool
  now: () => Date
}

/** Where a pack is in the object store. */
export function packObject(prefix: string, packId: string): string {
  return `${prefix}/packs/${packId}`
}

/** Where a version's manifest is in the object store. */
export function manifestObject(prefix: string, versionId: string): string {
  return `${prefix}/manifests/${versionId}`
}
