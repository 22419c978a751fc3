import type { Logger } from 'pino'
import { openDatabase } from '../database.ts'
import { rebuildIndex as rebuildAll } from '../domain/rebuild/rebuild-index.ts'
import { createKeyring } from '../keys/keyring.ts'
import { loadMasterKey } from '../keys/load-master-key.ts'
import { isMasterKeyInForce } from '../keys/service-keys.ts'
import { StoreUnreachable } from '../objects/object-store.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { CannotStart } from '../store/cannot-start.ts'
import { takeInstallation } from '../store/installation-lock.ts'
import { createServicePool } from '../workers/service-pool.ts'

/**
 * `rebuild-index`: attaches what the object store has and the database does not know, while the service is stopped. With
 * `dryRun` it only counts. It needs the master key that wrapped the customers' keys and never makes one.
 * @throws CannotStart in one line: no such key, or a store that did not answer to the end
 */
export async function rebuildIndex(settings: Settings, log: Logger, dryRun: boolean): Promise<void> {
  const database = await openDatabase(settings, log)
  const workers = createServicePool()
  try {
    const held = await takeInstallation(database.listenUrl, 'rebuild-index')
    try {
      const { knex } = database
      const isInForce = await isMasterKeyInForce(knex)
      const { masterKey } = loadMasterKey(settings.masterKey, settings.dataDirectory, false)
      if (!isInForce(masterKey))
        throw new CannotStart('the master key is not the one that wraps the keys of this database')
      const counts = await rebuildAll({
        knex,
        keys: createKeyring(knex, masterKey),
        store: await openStore(settings),
        masterKey,
        workers,
        now: () => new Date(),
        dryRun,
        tell: (object, why) => log.warn({ object }, `passed over: ${why}`),
      })
      log.info(counts, dryRun ? 'this is what would be attached' : 'the database knows what is in the object store')
      if (counts.damaged > 0) {
        log.warn(
          'some objects are damaged: no sweep removes anything until somebody says so with POST /api/storage/purge',
        )
      }
    } finally {
      await held.release()
    }
  } catch (error) {
    if (error instanceof StoreUnreachable) {
      throw new CannotStart(`${error.message}; what was attached until then stays, run it again`, { cause: error })
    }
    throw error
  } finally {
    await workers.close()
    await database.stop()
  }
}
