import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { findRunningPostgres, hasCluster } from './embedded/find-running-postgres.ts'
import { FolderTaken } from './embedded/lock.ts'
import { startEmbeddedPostgres } from './embedded/postgres.ts'
import type { Settings } from './settings.ts'
import { shareOfLimit } from './share-of-limit.ts'
import { StartupError } from './store/startup-error.ts'
import { poolLimits } from './store/connection-demand.ts'
import { createKnex } from './store/connect.ts'
import { migrate } from './store/migrate.ts'
import { prepareExternalDatabase } from './store/prepare-external-database.ts'

/** A database with the current schema, and its notifications. */
export interface Database {
  url: string
  listenUrl: string
  /** Whether prepared statements work; false behind a transaction pooler. */
  prepares: boolean
  stop(): Promise<void>
}

/** Two pools, so that requests of users never wait for connections that agents use. */
export interface Pools {
  knex: Knex
  agentsKnex: Knex
  close(): Promise<void>
}

/** A reachable server with its roles. Its database may have any schema, or none. */
export interface DatabaseServer {
  url: string
  /** The login that owns the schema. */
  ownerUrl: string
  listenUrl: string
  stop(): Promise<void>
}

/**
 * Opens the configured database and migrates it to the current schema. Starts the embedded PostgreSQL if it is
 * configured.
 * @throws StartupError
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  const server = await reachServer(settings, log)
  try {
    await migrateOnce(server.ownerUrl, log)
  } catch (error) {
    await server.stop()
    throw error
  }
  const { url, listenUrl, stop } = server
  return { url, listenUrl, prepares: listenUrl === url, stop }
}

/** Creates the connection pools of this process. No connection is opened before the first query. */
export function connectPools({ url, prepares }: Pick<Database, 'url' | 'prepares'>): Pools {
  const poolOf = (application: string, limit: number) =>
    createKnex(url, { application, poolMax: shareOfLimit(limit, poolLimits.least), prepares })
  const knex = poolOf('service', poolLimits.ofService)
  const agentsKnex = poolOf('agents', poolLimits.ofAgents)
  return { knex, agentsKnex, close: async () => void (await Promise.all([knex.destroy(), agentsKnex.destroy()])) }
}

/**
 * Connects to the configured server, and starts it if it is embedded.
 * @param mayMake whether a missing database or missing roles are created
 * @throws StartupError
 */
export async function reachServer(
  { database, dataDirectory }: Pick<Settings, 'database' | 'dataDirectory'>,
  log: Logger,
  mayMake = true,
): Promise<DatabaseServer> {
  if (database === 'embedded') {
    if (!mayMake && !hasCluster(dataDirectory)) {
      throw new StartupError('database_not_created', { folder: dataDirectory })
    }
    const embedded = await startEmbeddedPostgres({ dataDirectory, log: (level, line) => log[level](line) })
    const { serviceUrl: url, ownerUrl } = embedded
    return { url, ownerUrl, listenUrl: url, stop: () => embedded.stop() }
  }
  await prepareExternalDatabase(database.ownerUrl, database.url, mayMake)
  return { ...database, stop: async () => undefined }
}

/**
 * A server for a command that connects with the service's login. Row-level security limits it to one tenant or to
 * platform rows.
 */
export interface SharedServer {
  connect(application: string, poolMax: number): Knex
  listenUrl: string
  stop(): Promise<void>
}

/**
 * Connects to the configured server for a command that may run beside the service. If the service holds the data
 * directory, the command uses the embedded database that the service started. Creates no database.
 * @throws StartupError
 */
export async function reachSharedServer(
  settings: Pick<Settings, 'database' | 'dataDirectory'>,
  log: Logger,
): Promise<SharedServer> {
  try {
    const { url, listenUrl, stop } = await reachServer(settings, log, false)
    return { connect: (application, poolMax) => createKnex(url, { application, poolMax }), listenUrl, stop }
  } catch (error) {
    const url = error instanceof FolderTaken ? findRunningPostgres(settings.dataDirectory) : null
    if (!url) throw error
    return {
      connect: (application, poolMax) => createKnex(url, { application, poolMax, becomes: 'coffer_service' }),
      listenUrl: url,
      stop: async () => undefined,
    }
  }
}

/** @throws StartupError */
export async function migrateOnce(ownerUrl: string, log: Logger): Promise<string[]> {
  const owner = createKnex(ownerUrl, { application: 'migration', poolMax: 1 })
  try {
    const ran = await migrate(owner)
    if (ran.length > 0) log.info(`database schema: ${ran.join(', ')}`)
    return ran
  } finally {
    await owner.destroy()
  }
}
