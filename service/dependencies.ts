import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Intervals } from '../shared/agent-protocol/intervals.ts'
import type { Failpoint } from './domain/jobs/failpoint.ts'
import type { Keyring } from './keys/keyring.ts'
import type { KnownSecrets } from './log-redactor.ts'
import type { MasterKey } from './keys/master-key.ts'
import type { ServiceKeys } from './keys/service-keys.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { OutboundClient } from './outbound/outbound-client.ts'
import type { Settings } from './settings.ts'
import type { Notifier } from './store/pg-notify.ts'
import type { SearchService } from './domain/repository/search/search-service.ts'
import type { Repository } from './domain/repository/chunks/repository.ts'
import type { Siblings } from './processes/replica-report.ts'
import type { ServicePool } from './workers/service-pool.ts'

/** The database, and the repository on it. */
export interface AgentDependencies {
  knex: Knex
  repository: Repository
}

/** What each process of the service builds once and passes to the code that needs it. */
export interface Dependencies {
  settings: Settings
  /** The service's login: every query goes through inScope. */
  knex: Knex
  keys: Keyring
  /** Wraps the keys of new customers. */
  masterKey: MasterKey
  serviceKeys: ServiceKeys
  store: ObjectStore
  repository: Repository
  /** For what agents ask, over connections of its own: however many ask at once, people and probes have theirs. */
  forAgents: AgentDependencies
  /** What searches across configurations share. */
  searching: SearchService
  workers: ServicePool
  /** Asks addresses that people name: inventories to import from, webhooks. */
  outgoing: OutboundClient
  /** Wakes those who wait for rows, on every replica. */
  signals: Notifier
  now: () => Date
  /** PostgreSQL's clock, which a removal by age must agree with; absent where tests move the other one. */
  readDatabaseClock?: () => Promise<Date>
  log: Logger
  /** When the certificate ends that the service shows now; absent where it speaks no TLS. */
  certificateEndsAt?: () => Date
  /** What the log must not tell; what comes with requests is added. Absent where nobody reads the log. */
  secrets?: KnownSecrets
  /** What agents are told to keep to; the protocol's own where it is absent. Tests shorten them. */
  intervals?: Intervals
  /** Of the agents’ protocol; the program’s own where it is absent. Tests are older or newer. */
  protocols?: readonly number[]
  /** Tests end the service, or lose an answer, at a named moment. */
  failpoint?: Failpoint
  /** The other HTTP processes of this replica; absent where this is the only one. */
  siblings?: Siblings
}
