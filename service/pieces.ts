import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Keyring } from './keys/keyring.ts'
import type { MasterKey } from './keys/master-key.ts'
import type { ServiceKeys } from './keys/service-keys.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { Settings } from './settings.ts'
import type { Signals } from './store/signals.ts'
import type { Repository } from './domain/repository/repository.ts'
import type { ServicePool } from './workers/service-pool.ts'

/** What main.ts builds once and hands to those that need it. */
export interface Pieces {
  settings: Settings
  /** The service's login: every query goes through inScope. */
  knex: Knex
  keys: Keyring
  /** Wraps the keys of new customers. */
  masterKey: MasterKey
  serviceKeys: ServiceKeys
  store: ObjectStore
  repository: Repository
  workers: ServicePool
  /** Wakes those who wait for rows, on every replica. */
  signals: Signals
  now: () => Date
  log: Logger
}
