import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Intervals } from '../shared/agent-protocol/intervals.ts'
import type { BreachedPasswords } from './domain/inventory/passwords/check-new-password.ts'
import type { Failpoint } from './domain/jobs/failpoint.ts'
import type { Keyring } from './keys/keyring.ts'
import type { LogRedactor } from './log-redactor.ts'
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
  /** Connects with the service's login. Every query goes through `inScope`. */
  knex: Knex
  keys: Keyring
  /** Wraps the keys of new tenants. */
  masterKey: MasterKey
  serviceKeys: ServiceKeys
  /** Id of this server, which runs local agents; null if it runs none. */
  localServerId: string | null
  store: ObjectStore
  repository: Repository
  /**
   * For requests of agents. Its connections are separate, so that agents cannot exhaust those of users and health
   * checks.
   */
  forAgents: AgentDependencies
  /** Shared state of searches across configurations. */
  searching: SearchService
  workers: ServicePool
  /** Sends requests to addresses that users configure: inventories to import and webhooks. */
  outgoing: OutboundClient
  /** Null if the operator loaded no list. */
  breachedPasswords: BreachedPasswords | null
  /** Notifies waiters of new rows, on every replica. */
  signals: Notifier
  now: () => Date
  /**
   * Reads PostgreSQL's clock, which must agree before anything is deleted by age. Absent in tests that set the clock.
   */
  readDatabaseClock?: () => Promise<Date>
  log: Logger
  /** Expiry of the certificate currently in use; absent if the service does not serve TLS. */
  certificateEndsAt?: () => Date
  /** Secrets to redact in the log; secrets of requests are added. Absent if no log is written. */
  secrets?: LogRedactor
  /** Intervals sent to agents; default: those of the protocol. Tests shorten them. */
  intervals?: Intervals
  /** Supported versions of the agent protocol; default: those of this program. Tests use older or newer versions. */
  protocols?: readonly number[]
  /** Lets tests end the service or drop a response at a named point. */
  failpoint?: Failpoint
  /** The other HTTP processes of this replica; absent if this is the only one. */
  siblings?: Siblings
}
