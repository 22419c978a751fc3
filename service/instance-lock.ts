import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { message } from '../shared/messages/message.ts'
import { render } from '../shared/messages/render.ts'
import type { MasterKey } from './keys/master-key.ts'
import { isMasterKeyInForce } from './keys/service-keys.ts'
import { lockShared } from './store/installation-lock.ts'
import { schemaFault } from './store/schema-fault.ts'

/** `url`: a direct connection, not through a transaction pooler. `holder`: name of a command; absent for a replica. */
export interface HoldOptions {
  knex: Knex
  url: string
  log: Logger
  holder?: string
}

/** A lock that excludes migrations and commands that need exclusive access to the database. */
export interface InstanceLock {
  /** After this call, the process also exits if this master key is replaced. */
  knows(masterKey: MasterKey): void
  release(): Promise<void>
}

/**
 * Acquires the lock of the installation. If the connection is lost, it is reacquired; the process exits if the schema
 * version or the master key changed meanwhile.
 * @throws StartupError if a command holds the lock or the schema has another version
 */
export async function acquireInstanceLock({ knex, url, log, holder }: HoldOptions): Promise<InstanceLock> {
  let known: MasterKey | undefined
  const { release } = await lockShared({
    url,
    ...(holder && { holder }),
    log: (level, line) => log[level](line),
    async whatChanged() {
      const fault = await schemaFault(knex)
      if (fault) return fault
      if (!known || (await isMasterKeyInForce(knex))(known)) return null
      return message('keys_rewrapped')
    },
    onLost(reason) {
      log.fatal(reason, render(reason, 'en'))
      process.exit(1)
    },
  })
  return {
    release,
    knows(masterKey) {
      known = masterKey
    },
  }
}
