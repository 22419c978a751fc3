import type { Logger } from 'pino'
import { migrateOnce, reachServer } from '../database.ts'
import type { Settings } from '../settings.ts'

/**
 * `migrate`: migrates the schema and ends, as a start does. Use it to migrate before any replica starts.
 * @throws StartupError with the reason; nothing was changed
 */
export async function migrate(settings: Settings, log: Logger): Promise<void> {
  const server = await reachServer(settings, log)
  try {
    const ran = await migrateOnce(server.ownerUrl, log)
    if (ran.length === 0) log.info('the schema already belongs to this version')
  } finally {
    await server.stop()
  }
}
