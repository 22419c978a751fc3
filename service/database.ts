import type { Knex } from 'knex'
import type { Logger } from 'pino'
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

/**
 * The database of the settings, with the newest schema: one that comes with the service, or somebody's own.
 * @throws CannotStart in one line
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  const { database, dataDirectory } = settings
  const embedded =
    database === 'embedded'
      ? await startEmbeddedPostgres({ dataDirectory, log: (level, line) => log[level](line) })
      : null
  const urls = embedded
    ? { url: embedded.serviceUrl, ownerUrl: embedded.ownerUrl, listenUrl: embedded.serviceUrl }
    : (database as Exclude<Settings['database'], 'embedded'>)
  try {
    if (!embedded) await prepareExternalDatabase(urls.ownerUrl, urls.url)
    await migrateOnce(urls.ownerUrl, log)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  const knex = createKnex(urls.url, { application: 'service', poolMax: 20 })
  return {
    knex,
    url: urls.url,
    listenUrl: urls.listenUrl,
    async stop() {
      await knex.destroy()
      await embedded?.stop()
    },
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
