import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { reachSharedServer } from '../database.ts'
import { type InstanceLock, acquireInstanceLock } from '../instance-lock.ts'
import type { Settings } from '../settings.ts'
import { refuseEmptyDatabase } from './refuse-empty-database.ts'

export interface BesideOptions {
  command: string
  poolMax: number
}

/**
 * Runs the writes of a command beside the running service, or before the first start, with the service's login. While
 * it runs it counts as a replica: no change of the master key, restore or migration can begin.
 * @throws StartupError
 */
export async function besideService(
  settings: Settings,
  log: Logger,
  { command, poolMax }: BesideOptions,
  work: (knex: Knex, held: InstanceLock) => Promise<void>,
): Promise<void> {
  const server = await reachSharedServer(settings, log)
  const knex = server.connect(command, poolMax)
  try {
    await refuseEmptyDatabase(knex, command)
    const held = await acquireInstanceLock({ knex, url: server.listenUrl, log, holder: command })
    try {
      await work(knex, held)
    } finally {
      await held.release()
    }
  } finally {
    await knex.destroy()
    await server.stop()
  }
}
