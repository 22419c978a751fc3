import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { message } from '../shared/messages/message.ts'
import { render } from '../shared/messages/render.ts'
import type { MasterKey } from './keys/master-key.ts'
import { isMasterKeyInForce } from './keys/service-keys.ts'
import { lockShared } from './store/installation-lock.ts'
import { schemaFault } from './store/schema-fault.ts'

/** `url`: never behind a transaction pooler. `holder`: a command's name; absent for a replica. */
export interface HoldOptions {
  knex: Knex
  url: string
  log: Logger
  holder?: string
}

/** This process as one that keeps commands which need the database for themselves, and migrations, away. */
export interface InstanceLock {
  /** From now on the process also ends when this master key is no more the one in force. */
  knows(masterKey: MasterKey): void
  release(): Promise<void>
}

/**
 * Holds the installation, for as long as its schema is that of this version and its master key the one that is known.
 * Where that changed while the connection was away, the process ends.
 * @throws StartupError: a command is at work, or the schema is another one
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
