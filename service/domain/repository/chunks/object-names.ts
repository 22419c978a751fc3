import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'

/** Dependencies of the repository. */
export interface RepositoryDependencies {
  knex: Knex
  keys: Keyring
  serviceKeys: ServiceKeys
  store: ObjectStore
  workers: ServicePool
  now: () => Date
}

/** Returns the object name of a pack. */
export function packObject(prefix: string, packId: string): string {
  return `${prefix}/packs/${packId}`
}

/** Returns the object name of a version's manifest. */
export function manifestObject(prefix: string, versionId: string): string {
  return `${prefix}/manifests/${versionId}`
}
