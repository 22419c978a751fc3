import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { findRunningPostgres } from './embedded/find-running-postgres.ts'
import { FolderTaken } from './embedded/lock.ts'
import { startEmbeddedPostgres } from './embedded/postgres.ts'
import type { Settings } from './settings.ts'
import { createKnex } from './store/connect.ts'
import { migrate } from './store/migrate.ts'
import { prepareExternalDatabase } from './store/prepare-external-database.ts'

/** The service's own pool, and where notifications come from. */
export interface Database {
  knex: Knex
  url: string
  listenUrl: string
  stop(): Promise<void>
}

/** A server that is there, with its roles; what schema its database has, if any, is another matter. */
export interface DatabaseServer {
  url: string
  /** The login that owns the schema. */
  ownerUrl: string
  listenUrl: string
  stop(): Promise<void>
}

/**
 * The database of the settings, with the newest schema: one that comes with the service, or somebody's own.
 * @throws CannotStart in one line
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  const server = await reachServer(settings, log)
  try {
    await migrateOnce(server.ownerUrl, log)
  } catch (error) {
    await server.stop()
    throw error
  }
  const prepares = server.listenUrl === server.url // else the one goes through a transaction pooler
  const knex = createKnex(server.url, { application: 'service', poolMax: 20, prepares })
  return {
    knex,
    url: server.url,
    listenUrl: server.listenUrl,
    async stop() {
      await knex.destroy()
      await server.stop()
    },
  }
}

/** The server of the settings; the one that comes with the service is started. @throws CannotStart */
export async function reachServer(
  { database, dataDirectory }: Pick<Settings, 'database' | 'dataDirectory'>,
  log: Logger,
): Promise<DatabaseServer> {
  if (database === 'embedded') {
    const embedded = await startEmbeddedPostgres({ dataDirectory, log: (level, line) => log[level](line) })
    const { serviceUrl: url, ownerUrl } = embedded
    return { url, ownerUrl, listenUrl: url, stop: () => embedded.stop() }
  }
  await prepareExternalDatabase(database.ownerUrl, database.url)
  return { ...database, stop: async () => undefined }
}

/**
 * The same for a command that may run beside the service: where that has the data directory, the database that it has
 * started serves this process too.
 */
export async function reachSharedServer(
  settings: Pick<Settings, 'database' | 'dataDirectory'>,
  log: Logger,
): Promise<Pick<DatabaseServer, 'url' | 'stop'>> {
  try {
    return await reachServer(settings, log)
  } catch (error) {
    const url = error instanceof FolderTaken ? findRunningPostgres(settings.dataDirectory) : null
    if (!url) throw error
    return { url, stop: async () => undefined }
  }
}

async function migrateOnce(ownerUrl: string, log: Logger) {
  const owner = createKnex(ownerUrl, { application: 'migration', poolMax: 1 })
  try {
    const ran = await migrate(owner)
    if (ran.length > 0) log.info(`database schema: ${ran.join(', ')}`)
  } finally {
    await owner.destroy()
  }
}
